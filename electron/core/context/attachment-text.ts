// A user message as the model reads it: the words, then each attached file as delimited data. What a file holds can neither end its
// block nor open another. Never changes the stored message.

import type { Attachment, UserMessage } from '../transcript/entry.ts';

/** The text of a message without attachments is the text as stored, byte for byte. */
export function renderUserText(message: UserMessage): string {
  if (message.attachments === undefined || message.attachments.length === 0) return message.text;
  return [message.text, ...message.attachments.map(renderAttachment)].filter((part) => part !== '').join('\n\n');
}

/** One file as it stands in the message, delimited. */
export const renderAttachment = (attachment: Attachment): string =>
  [
    `<attachment name="${attributeText(attachment.name)}" type="${attributeText(attachment.mediaType)}">`,
    attachment.text.replace(/<(\/?attachment)/gi, '<\\$1'),
    '</attachment>',
  ].join('\n');

/** The names of the files attached in a text as the model reads it. */
export const attachedNames = (text: string): readonly string[] =>
  [...text.matchAll(/<attachment name="([^"\n]{1,400})"/g)].map((found) => found[1] ?? '');

const attributeText = (text: string): string => text.replace(/["<>\s]+/g, ' ').trim();
