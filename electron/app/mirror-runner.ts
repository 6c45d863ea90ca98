// The live Markdown copy of conversations for other programs (settings: `mirror`): one file a conversation, written a moment after
// something changed, never read back. A file that cannot be written is tried again at the next change and stops nothing.

import type { AppEvent } from '../contract/events.ts';
import type { ConversationId } from '../core/ids.ts';
import { exportMarkdown } from '../core/transcript/export-transcript.ts';
import { readForExport } from './export-runner.ts';
import type { Ports } from './ports.ts';

export interface MirrorRunner {
  /** Told of every event. */
  onEvent(event: AppEvent): void;
  /** Writes what waits. */
  close(): void;
}

/** A reply arrives in pieces; a file that is written with each would never rest. */
const WAIT_MS = 1500;

export function createMirrorRunner(ports: Ports): MirrorRunner {
  const waiting = new Set<ConversationId>();
  /** The file each conversation was written to, in this run. */
  const written = new Map<ConversationId, string>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const flush = (): void => {
    timer = null;
    const ids = [...waiting];
    waiting.clear();
    const { mirror } = ports.settings.read().settings;
    if (!mirror.enabled) return;
    for (const id of ids) mirrorOne(ports, mirror.folder, { id, written });
  };
  const later = (id: ConversationId): void => {
    if (!ports.settings.read().settings.mirror.enabled) return;
    waiting.add(id);
    timer ??= setTimeout(flush, WAIT_MS);
  };
  return {
    onEvent(event) {
      if (
        event.type === 'entry_appended' ||
        event.type === 'branch_switched' ||
        event.type === 'compaction_committed'
      ) {
        later(event.conversationId);
      } else if (event.type === 'conversation_changed') later(event.conversation.id);
      else if (event.type === 'conversation_purged') later(event.conversationId);
      else if (event.type === 'settings_changed' && event.settings.mirror.enabled) {
        for (const { id } of ports.store.listConversations({ trashed: false })) if (!written.has(id)) later(id);
      }
    },
    close() {
      if (timer === null) return;
      clearTimeout(timer);
      flush();
    },
  };
}

function mirrorOne(
  ports: Ports,
  folder: string | undefined,
  { id, written }: { readonly id: ConversationId; readonly written: Map<ConversationId, string> },
): void {
  const conversation = ports.store.readConversation(id);
  const name = conversation === null ? null : `${conversation.title} ${id.slice(0, 8)}`;
  const before = written.get(id);
  const isGone = conversation === null || conversation.trashedAt !== null;
  if (before !== undefined && (isGone || before !== name)) {
    ports.interchange.removeMirror(folder, before);
    written.delete(id);
  }
  if (isGone || name === null || conversation.activeLeafId === null) return;
  const text = exportMarkdown(readForExport(ports, conversation));
  const done = ports.interchange.writeMirror(folder, { name, text });
  if (done.ok) written.set(id, name);
  else ports.log('warn', 'mirror_not_written', { conversationId: id, code: done.error.code });
}
