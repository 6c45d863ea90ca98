// Text files put beside a message. They are read here; what is no text is refused with a word.

import type { Attachment } from '../../electron/core/transcript/entry.ts';
import { selectAttached } from '../state/selectors.ts';
import { useActions, useWindow, useWindowStore } from '../state/store.ts';

/** The contract takes 8,000,000 characters and 50 files a message. */
const MAX_BYTES = 8_000_000;
const MAX_FILES = 50;

export interface Attached {
  readonly list: readonly Attachment[];
  readonly add: (files: FileList) => Promise<void>;
  readonly remove: (index: number) => void;
}

export function useAttachments(): Attached {
  const actions = useActions();
  const store = useWindowStore();
  const list = useWindow(selectAttached);
  const change = (turn: (before: readonly Attachment[]) => readonly Attachment[]): void => {
    const state = store.getState();
    actions.setAttached(state.openId, turn(selectAttached(state)));
  };
  const add = async (files: FileList): Promise<void> => {
    for (const file of [...files].slice(0, MAX_FILES)) {
      const attachment = await readTextFile(file);
      if (attachment === null) {
        actions.notify({ kind: 'error', error: { code: 'invalid_request', detail: { file: file.name } } });
      } else {
        change((before) => [...before, attachment].slice(0, MAX_FILES));
      }
    }
  };
  return {
    list,
    add,
    remove: (index) => change((before) => before.filter((_, at) => at !== index)),
  };
}

async function readTextFile(file: File): Promise<Attachment | null> {
  if (file.size > MAX_BYTES) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.includes('\0') ? null : { name: file.name, mediaType: file.type || 'text/plain', text };
  } catch {
    return null; // not UTF-8, or not readable: the caller says so
  }
}
