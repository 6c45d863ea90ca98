// The text of a message as the model reads it: what the scripted tokenizer counts.

import { renderUserText } from '../../../electron/core/context/attachment-text.ts';
import type { MessagePayload } from '../../../electron/core/transcript/entry.ts';

export const shownText = (payload: MessagePayload): string =>
  payload.role === 'user' ? renderUserText(payload) : payload.text;
