// What stands on the command line of `npm run holdfast -- …`, checked. Pure: arguments in, options or a problem out.
import { searchFilters, type SearchFilterParams } from '../contract/search.ts';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

export const COMMANDS = [
  'list',
  'show',
  'search',
  'export',
  'import',
  'verify',
  'backup',
  'restore',
  'compact',
] as const;
export type CommandWord = (typeof COMMANDS)[number];

export const COMMAND_USAGE = `Usage: npm run holdfast -- COMMAND [flags]
  list [--trash]                           conversations, newest first
  show CONVERSATION [--last N]             what was said on the branch that is shown
  search TEXT [--limit N] [--in CONVERSATION] [--role R] [--kind K] [--region R] [--from DAY] [--to DAY]
                                           messages, summaries and notes that hold this text
  export [CONVERSATION] [--format F] [--to FILE [--force]]
                                           one conversation or everything: markdown | html | jsonl | jsonl_messages | archive
  import FILE [--dry-run]                  conversations from Holdfast, ChatGPT, Claude, Open WebUI, LM Studio, Jan, LibreChat, Chatbox, JSONL
  verify [CONVERSATION]                    walk the hash chain
  backup [--list]                          a verified copy of everything
  restore FILE                             a backup into a new folder beside the data folder
  compact CONVERSATION [--focus TEXT] [--everything] [--model FILE]
                                           make a checkpoint, as /compact does
Flags for all: --home DIR (data folder), --json (one JSON object on standard output), --help
CONVERSATION is an id, the start of one, or a title. A window may be open: what only reads works beside it.`;

export const EXPORT_FORMATS = ['markdown', 'html', 'jsonl', 'jsonl_messages', 'archive'] as const;

export interface CommandOptions {
  readonly command: CommandWord;
  /** What follows the command: a conversation, a text, a file. */
  readonly target: string | null;
  readonly home: string | null;
  readonly json: boolean;
  readonly trash: boolean;
  readonly dryRun: boolean;
  /** A file that stands in the way may be replaced. */
  readonly force: boolean;
  readonly listOnly: boolean;
  readonly everything: boolean;
  readonly limit: number;
  readonly last: number | null;
  readonly format: (typeof EXPORT_FORMATS)[number];
  readonly to: string | null;
  readonly focus: string | null;
  readonly model: string | null;
  /** A conversation to search in. */
  readonly within: string | null;
  readonly filters: Omit<SearchFilterParams, 'conversationId'>;
}

type Parsed = { readonly options: CommandOptions } | { readonly problem: string } | { readonly help: true };

const COMMON: ParseArgsOptionsConfig = {
  home: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
};

/** The flags each command takes beside the common ones, and whether something has to follow its name. */
const GRAMMAR: Readonly<
  Record<CommandWord, { readonly flags: ParseArgsOptionsConfig; readonly target: 'none' | 'optional' | 'required' }>
> = {
  list: { flags: { trash: { type: 'boolean' } }, target: 'none' },
  show: { flags: { last: { type: 'string' } }, target: 'required' },
  search: {
    flags: Object.fromEntries(
      ['limit', 'in', 'role', 'kind', 'region', 'from', 'to'].map((name) => [name, { type: 'string' as const }]),
    ),
    target: 'required',
  },
  export: {
    flags: { format: { type: 'string' }, to: { type: 'string' }, force: { type: 'boolean' } },
    target: 'optional',
  },
  import: { flags: { 'dry-run': { type: 'boolean' } }, target: 'required' },
  verify: { flags: {}, target: 'optional' },
  backup: { flags: { list: { type: 'boolean' } }, target: 'none' },
  restore: { flags: {}, target: 'required' },
  compact: {
    flags: { focus: { type: 'string' }, everything: { type: 'boolean' }, model: { type: 'string' } },
    target: 'required',
  },
};

const isCommand = (word: string | undefined): word is CommandWord => COMMANDS.some((command) => command === word);

/** `{ options }`, `{ help }`, or `{ problem }` in words for the person who typed them. */
export function parseCommandOptions(args: readonly string[]): Parsed {
  const [word, ...rest] = args;
  if (word === undefined || word === '--help' || word === 'help') return { help: true };
  if (!isCommand(word)) return { problem: `There is no command "${word}".` };
  const { flags, target } = GRAMMAR[word];
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      options: { ...COMMON, ...flags },
      strict: true,
      allowPositionals: true,
    });
    if (values['help'] === true) return { help: true };
    // Words of a search need no quotation marks.
    const followed = word === 'search' ? [positionals.join(' ')].filter((text) => text.trim() !== '') : positionals;
    if (followed.length > 1 || (target === 'none' && followed.length > 0))
      return { problem: `${word} does not know what to do with "${followed.at(-1)}".` };
    if (target === 'required' && (followed[0] ?? '') === '')
      return { problem: `${word} needs to know what: see below.` };
    return readValues(word, followed[0] ?? null, values);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

function readValues(command: CommandWord, target: string | null, values: Values): Parsed {
  const text = (name: string): string | null => {
    const value = values[name];
    return typeof value === 'string' ? value : null;
  };
  const format = EXPORT_FORMATS.find((name) => name === (text('format') ?? 'markdown'));
  if (format === undefined) return { problem: `--format is one of ${EXPORT_FORMATS.join(', ')}.` };
  const limit = readCount(text('limit') ?? '50', 500);
  const last = text('last') === null ? null : readCount(text('last') ?? '', 1_000_000);
  if (limit === undefined || last === undefined) return { problem: '--limit goes from 1 to 500, --last from 1.' };
  const filters = readFilters(command, text);
  if (filters === undefined)
    return {
      problem:
        '--role is user, assistant or tool_result; --kind message, compaction or note; --region summarized or kept; --from and --to a day like 2026-03-01.',
    };
  if (text('home') === '' || text('to') === '' || text('model') === '') return { problem: 'A path is missing.' };
  return {
    options: {
      command,
      target,
      home: text('home'),
      json: values['json'] === true,
      trash: values['trash'] === true,
      dryRun: values['dry-run'] === true,
      force: values['force'] === true,
      listOnly: values['list'] === true,
      everything: values['everything'] === true,
      limit,
      last,
      format,
      to: command === 'search' ? null : text('to'),
      focus: text('focus'),
      model: text('model'),
      within: text('in'),
      filters,
    },
  };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** Days count as the person's local days. undefined when a value is none of those there are. */
function readFilters(
  command: CommandWord,
  text: (name: string) => string | null,
): Omit<SearchFilterParams, 'conversationId'> | undefined {
  if (command !== 'search') return {};
  const [from, to] = [text('from'), text('to')];
  if ([from, to].some((day) => day !== null && !DAY.test(day))) return undefined;
  const startOf = (day: string): number => new Date(`${day}T00:00:00`).getTime();
  const parsed = searchFilters.safeParse({
    role: text('role') ?? undefined,
    kind: text('kind') ?? undefined,
    region: text('region') ?? undefined,
    from: from === null ? undefined : startOf(from),
    to: to === null ? undefined : startOf(to) + DAY_MS - 1,
  });
  return parsed.success ? parsed.data : undefined;
}

/** undefined when it is no whole number from 1 to `most`. */
function readCount(text: string, most: number): number | undefined {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= most ? count : undefined;
}
