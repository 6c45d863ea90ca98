// What each command of the window does, and when it can. The keys stand in the contract's table.

import { type KeyChord, WINDOW_KEYS, type WindowCommandId } from '../../electron/contract/window-keys.ts';
import type { ConversationId } from '../../electron/core/ids.ts';
import type { Actions } from '../state/actions.ts';
import { findLastUserEntry, findUndoable, selectIsWorking, selectOpen } from '../state/selectors.ts';
import type { WindowState } from '../state/window-state.ts';

export interface WindowCommand {
  readonly id: WindowCommandId;
  readonly chord: KeyChord | null;
  readonly isPossible: (state: WindowState) => boolean;
  readonly run: (state: WindowState, actions: Actions) => void;
}

const always = (): boolean => true;
const withOpen = (state: WindowState): boolean => selectOpen(state) !== null;
const onOpen = (run: (id: ConversationId, actions: Actions) => void) => (state: WindowState, actions: Actions) => {
  if (state.openId !== null) run(state.openId, actions);
};

export const WINDOW_COMMANDS: readonly WindowCommand[] = [
  {
    id: 'newConversation',
    chord: WINDOW_KEYS.newConversation,
    isPossible: always,
    run: (_state, actions) => void actions.createConversation().then(() => actions.focusComposer()),
  },
  {
    id: 'palette',
    chord: WINDOW_KEYS.palette,
    isPossible: always,
    run: (_state, actions) => actions.openDialog({ kind: 'palette' }),
  },
  { id: 'find', chord: WINDOW_KEYS.find, isPossible: withOpen, run: (_state, actions) => actions.toggleFind(true) },
  {
    id: 'searchAll',
    chord: WINDOW_KEYS.searchAll,
    isPossible: always,
    run: (_state, actions) => actions.focusSearch(),
  },
  { id: 'sidebar', chord: WINDOW_KEYS.sidebar, isPossible: always, run: (_state, actions) => actions.toggleSidebar() },
  {
    id: 'inspector',
    chord: WINDOW_KEYS.inspector,
    isPossible: withOpen,
    run: (_state, actions) => actions.toggleInspector(),
  },
  {
    id: 'compact',
    chord: WINDOW_KEYS.compact,
    isPossible: withOpen,
    run: (_state, actions) => actions.openDialog({ kind: 'compact', focus: '' }),
  },
  {
    id: 'undoCompaction',
    chord: WINDOW_KEYS.undoCompaction,
    isPossible: (state) => {
      const open = selectOpen(state);
      return open !== null && findUndoable(open) !== null;
    },
    run: onOpen((id, actions) => void actions.undoCompaction(id)),
  },
  {
    id: 'settings',
    chord: WINDOW_KEYS.settings,
    isPossible: always,
    run: (_state, actions) => actions.openDialog({ kind: 'settings' }),
  },
  {
    id: 'models',
    chord: WINDOW_KEYS.models,
    isPossible: always,
    run: (_state, actions) => actions.openDialog({ kind: 'models' }),
  },
  { id: 'notes', chord: WINDOW_KEYS.notes, isPossible: always, run: (_state, actions) => actions.showView('notes') },
  { id: 'trash', chord: WINDOW_KEYS.trash, isPossible: always, run: (_state, actions) => actions.showView('trash') },
  { id: 'editLast', chord: WINDOW_KEYS.editLast, isPossible: withOpen, run: editLastMessage },
  {
    id: 'verifyHistory',
    chord: WINDOW_KEYS.verifyHistory,
    isPossible: withOpen,
    run: onOpen((id, actions) => void actions.verifyHistory(id)),
  },
  {
    id: 'exportMarkdown',
    chord: WINDOW_KEYS.exportMarkdown,
    isPossible: withOpen,
    run: onOpen((id, actions) => void actions.exportConversation(id, 'markdown')),
  },
  {
    id: 'importFile',
    chord: WINDOW_KEYS.importFile,
    isPossible: always,
    run: (_state, actions) => actions.openDialog({ kind: 'import' }),
  },
  {
    id: 'exportFile',
    chord: WINDOW_KEYS.exportFile,
    isPossible: always,
    run: (state, actions) => actions.openDialog({ kind: 'export', everything: state.openId === null }),
  },
  {
    id: 'backups',
    chord: WINDOW_KEYS.backups,
    isPossible: always,
    run: (_state, actions) => actions.openDialog({ kind: 'backups' }),
  },
  {
    id: 'shortcuts',
    chord: WINDOW_KEYS.shortcuts,
    isPossible: always,
    run: (_state, actions) => actions.openDialog({ kind: 'shortcuts' }),
  },
  {
    id: 'stop',
    chord: WINDOW_KEYS.stop,
    isPossible: isReplying,
    run: onOpen((id, actions) => void actions.stopReply(id)),
  },
];

function isReplying(state: WindowState): boolean {
  const open = selectOpen(state);
  return open !== null && selectIsWorking(open) && state.ui.dialog === null && state.ui.editingId === null;
}

export function editLastMessage(state: WindowState, actions: Actions): void {
  const open = selectOpen(state);
  const last = open === null ? null : findLastUserEntry(open);
  if (last === null) return;
  actions.goTo(last.id);
  actions.startEditing(last.id);
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The command a key press means, whatever the layout's case; null when it means none. */
export function findCommandByKey(press: PressedKey): WindowCommand | null {
  if (press.altKey) return null;
  const held = press.ctrlKey || press.metaKey;
  const found = WINDOW_COMMANDS.find(
    ({ chord }) =>
      chord !== null &&
      chord.mod === held &&
      (chord.shift === press.shiftKey || chord.key === '/') &&
      chord.key.toLowerCase() === press.key.toLowerCase(),
  );
  return found ?? null;
}

/** How a chord is written on this machine: ⇧⌘K on a Mac, Ctrl+Shift+K elsewhere. */
export function describeChord(chord: KeyChord, isMac: boolean): string {
  const key = chord.key === 'Escape' ? 'Esc' : chord.key.toUpperCase();
  if (isMac) return `${chord.shift ? '⇧' : ''}${chord.mod ? '⌘' : ''}${key}`;
  return [chord.mod ? 'Ctrl' : '', chord.shift ? 'Shift' : '', key].filter((part) => part !== '').join('+');
}

export const isMacPlatform = (): boolean => /mac/i.test(navigator.platform);
