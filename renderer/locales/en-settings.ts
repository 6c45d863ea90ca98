// English wording of the settings dialog: a label and one or two sentences of help each.

export const enSettings = {
  title: 'Settings',
  appearance: 'Appearance',
  chat: 'Conversation',
  compaction: 'Compaction',
  safeguard: 'Safeguard',
  notesAndTools: 'Notes and tool results',
  storage: 'On disk',
  extensions: {
    title: 'Extensions',
    off: 'None. Extensions run only from a folder named as extensions.folder in settings.json; docs/extensions.md says what that means.',
    folder: 'Programs from this folder take part in compactions:',
    loaded: 'Loaded extensions',
    none: 'There is no .js or .mjs file in it.',
    provider: 'writes summaries as “{{name}}”',
    before: 'asked before a compaction',
    after: 'told after a compaction',
    idle: 'Registered nothing.',
    failed: 'The last time it gave nothing usable: {{why}}.',
    notLoaded: 'Not loaded: {{why}}',
  },
  data: 'Your conversations',
  about: 'About',
  dataFolder: 'Everything lies in this folder on this machine, readable without Holdfast:',
  version: 'Holdfast {{version}}',
  automatic: 'Automatic',
  problems: 'Some values in settings.json cannot be used. Their defaults hold; the file was not changed.',
  unit: { tokens: 'tokens', seconds: 'seconds', times: 'times', results: 'results', backups: 'of each kind' },
  option: {
    system: 'Same as the system',
    en: 'English',
    'zh-CN': '简体中文',
    light: 'Light',
    dark: 'Dark',
    auto: 'Model, when it is fit for it',
    model: 'Always the model',
    quotes: 'Quotes only',
    safeguard: 'Safeguard',
    default: 'Without retry',
    strict: 'Strict',
    off: 'Off',
    custom: 'Own rule',
  },
  field: {
    language: {
      label: 'Language',
      help: 'The language of this window. Summaries follow the language of the conversation.',
    },
    theme: { label: 'Theme', help: 'Light, dark, or as the system has it.' },
    systemPrompt: {
      label: 'System prompt',
      help: 'Put before every new conversation. Each conversation can have its own.',
    },
    contextTokens: {
      label: 'Context size',
      help: 'How much the model can see at once. Automatic takes what fits the memory, at most 8,192 tokens. Holds from the next loading on.',
    },
    enabled: {
      label: 'Compact automatically',
      help: 'Before a request would not fit any more, the older part is summarized for the model. You keep every word.',
    },
    reserveTokens: {
      label: 'Reserve',
      help: 'Room at the end of the window for the reply and the summary. It decides when compaction starts. Automatic: 25 % of the window.',
    },
    keepRecentTokens: {
      label: 'Keep recent',
      help: 'How much of the newest part stays word for word. It decides where the boundary lies. Automatic: 25 % of the window; by hand, nothing.',
    },
    summaryTokens: { label: 'Summary size', help: 'Budget of the summary. Automatic: 15 % of the window.' },
    writer: {
      label: 'Who writes summaries',
      help: 'A model that is too small writes poor summaries; quotes from the conversation are used then.',
    },
    maxActiveTranscriptBytes: {
      label: 'Largest active part',
      help: 'Compacts when the part since the last boundary grows past this size, such as 20mb.',
    },
    timeoutSeconds: {
      label: 'Give up after',
      help: 'Seconds without any progress after which compaction stops and changes nothing.',
    },
    whenIdle: {
      label: 'Prepare ahead',
      help: 'Past 80 % of the window the next compaction is made ready in the background, and used if it still holds.',
    },
    compactionModel: {
      label: 'Model for compaction',
      help: 'Name, file name or path of exactly this model. Automatic: the model of the chat.',
    },
    provider: { label: 'Summaries by', help: 'Name of a provider from the list above. Automatic: Holdfast itself.' },
    backups: {
      label: 'Back up daily',
      help: 'Also before something is deleted for good and before an update of the database.',
    },
    backupsKept: { label: 'Backups kept', help: 'Older ones of the same kind are removed.' },
    mirror: {
      label: 'Markdown copy of every conversation',
      help: 'Kept up to date as you talk, for other programs to read. One way: nothing is read back.',
    },
    mirrorFolder: { label: 'Folder of the copy', help: 'A full path. Automatic: mirror in the data folder.' },
    engineState: {
      label: 'Open recent conversations faster',
      help: 'Keeps what the model has read on disk, so that it need not be read again.',
    },
    mode: {
      label: 'Checks',
      help: 'Safeguard audits each summary and has it written again when it fails. Rules, secrets and size are checked either way.',
    },
    maxRetries: { label: 'Second tries', help: 'How often a summary that failed the audit is written again, 0 to 3.' },
    identifierPolicy: {
      label: 'Exact names',
      help: 'Strict: paths, addresses, versions and numbers must stand in the summary exactly.',
    },
    identifierInstructions: { label: 'Own rule for exact names', help: 'What to keep exactly, in your words.' },
    memoryFlush: {
      label: 'Save notes before compacting',
      help: 'Lasting facts, such as preferences and standing decisions, go to Markdown files you can edit.',
    },
    pruning: {
      label: 'Shorten old tool results',
      help: 'For a request only, never in what is stored: the head and tail of long old results are sent.',
    },
    toolResultTokens: { label: 'Longer than', help: 'Tool results above this size are shortened.' },
    keepLast: { label: 'Never shorten the newest', help: 'So many of the newest tool results are always sent whole.' },
  },
};
