// The one table of what the window can be told by key. Shortcuts, command palette and the list of shortcuts are made from it.

import type { ConversationId } from '../../electron/core/ids.ts';
import type { Actions } from '../state/actions.ts';
import { findLastUserEntry, selectIsWorking, selectOpen } from '../state/selectors.ts';
import type { WindowState } from '../state/window-state.ts';

export const WINDOW_COMMAND_IDS = [
  'newConversation',
  'palette',
  'find',
  'searchAll',
  'sidebar',
  'inspector',
  'compact',
  'undoCompaction',
  'settings',
  'models',
  'notes',
  'trash',
  'editLast',
  'verifyHistory',
  'exportMarkdown',
  'shortcuts',
  'stop',
] as const;
export type WindowCommandId = (typeof WINDOW_COMMAND_IDS)[number];

export interface KeyChord {
  readonly key: string;
  /** Ctrl, or Cmd on a Mac. */
  readonly mod: boolean;
  readonly shift: boolean;
}

export interface WindowCommand {
  readonly id: WindowCommandId;
  readonly chord: KeyChord | null;
  readonly isPossible: (state: WindowState) => boolean;
  readonly run: (state: WindowState, actions: Actions) => void;
}

const mod = (key: string, shift = false): KeyChord => ({ key, mod: true, shift });
const always = (): boolean => true;
const withOpen = (state: WindowState): boolean => selectOpen(state) !== null;
const onOpen = (run: (id: ConversationId, actions: Actions) => void) => (state: WindowState, actions: Actions) => {
  if (state.openId !== null) run(state.openId, actions);
};

export const WINDOW_COMMANDS: readonly WindowCommand[] = [
  {
    id: 'newConversation',
    chord: mod('n'),
    isPossible: always,
    run: (_state, actions) => void actions.createConversation().then(() => actions.focusComposer()),
  },
  {
    id: 'palette',
    chord: mod('k'),
    isPossible: always,
    run: (_state, actions) => actions.openDialog({ kind: 'palette' }),
  },
  { id: 'find', chord: mod('f'), isPossible: withOpen, run: (_state, actions) => actions.toggleFind(true) },
  { id: 'searchAll', chord: mod('f', true), isPossible: always, run: (_state, actions) => actions.focusSearch() },
  { id: 'sidebar', chord: mod('b'), isPossible: always, run: (_state, actions) => actions.toggleSidebar() },
  { id: 'inspector', chord: mod('.'), isPossible: withOpen, run: (_state, actions) => actions.toggleInspector() },
  {
    id: 'compact',
    chord: mod('k', true),
    isPossible: withOpen,
    run: (_state, actions) => actions.openDialog({ kind: 'compact', focus: '' }),
  },
  {
    id: 'undoCompaction',
    chord: null,
    isPossible: (state) => selectOpen(state)?.boundary.compactionId != null,
    run: onOpen((id, actions) => void actions.undoCompaction(id)),
  },
  {
    id: 'settings',
    chord: mod(','),
    isPossible: always,
    run: (_state, actions) => actions.openDialog({ kind: 'settings' }),
  },
  { id: 'models', chord: null, isPossible: always, run: (_state, actions) => actions.openDialog({ kind: 'models' }) },
  { id: 'notes', chord: null, isPossible: always, run: (_state, actions) => actions.showView('notes') },
  { id: 'trash', chord: null, isPossible: always, run: (_state, actions) => actions.showView('trash') },
  { id: 'editLast', chord: null, isPossible: withOpen, run: editLastMessage },
  {
    id: 'verifyHistory',
    chord: null,
    isPossible: withOpen,
    run: onOpen((id, actions) => void actions.verifyHistory(id)),
  },
  {
    id: 'exportMarkdown',
    chord: null,
    isPossible: withOpen,
    run: onOpen((id, actions) => void actions.exportConversation(id, 'markdown')),
  },
  {
    id: 'shortcuts',
    chord: mod('/'),
    isPossible: always,
    run: (_state, actions) => actions.openDialog({ kind: 'shortcuts' }),
  },
  {
    id: 'stop',
    chord: { key: 'Escape', mod: false, shift: false },
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
