// The one table of keys, for the window's shortcuts, palette and list of keys, and for the application menu.

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
  'importFile',
  'exportFile',
  'backups',
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

const mod = (key: string, shift = false): KeyChord => ({ key, mod: true, shift });

/** null: reached by palette, menu or button alone. */
export const WINDOW_KEYS: Readonly<Record<WindowCommandId, KeyChord | null>> = {
  newConversation: mod('n'),
  palette: mod('k'),
  find: mod('f'),
  searchAll: mod('f', true),
  sidebar: mod('b'),
  inspector: mod('.'),
  compact: mod('k', true),
  undoCompaction: null,
  settings: mod(','),
  models: null,
  notes: null,
  trash: null,
  editLast: null,
  verifyHistory: null,
  exportMarkdown: null,
  importFile: null,
  exportFile: null,
  backups: null,
  shortcuts: mod('/'),
  stop: { key: 'Escape', mod: false, shift: false },
};
