// Reads what was typed as a command of the window, or as words for the model. A leading space always means words.

export const SLASH_COMMANDS = ['compact', 'undo', 'new', 'export', 'notes', 'context', 'help'] as const;
export type SlashCommandName = (typeof SLASH_COMMANDS)[number];

export type ComposerInput =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'compact'; readonly focus: string; readonly all: boolean }
  | { readonly kind: 'new'; readonly title: string }
  | { readonly kind: Exclude<SlashCommandName, 'compact' | 'new'> }
  | { readonly kind: 'unknown'; readonly name: string };

export function parseComposerInput(typed: string): ComposerInput {
  if (typed.startsWith(' /')) return { kind: 'text', text: typed.slice(1) };
  // A path or a date such as "/etc/hosts" is words: a command is letters up to a space or the end.
  const match = /^\/([a-z]+)(?:\s+([\s\S]*))?$/i.exec(typed.trimEnd());
  if (match === null) return { kind: 'text', text: typed };
  const name = (match[1] ?? '').toLowerCase();
  const rest = (match[2] ?? '').trim();
  switch (name) {
    case 'compact':
      return parseCompact(rest);
    case 'new':
      return { kind: 'new', title: rest };
    case 'undo':
    case 'export':
    case 'notes':
    case 'context':
    case 'help':
      return { kind: name };
    default:
      return { kind: 'unknown', name };
  }
}

function parseCompact(rest: string): ComposerInput {
  const match = /^--all(?:\s+([\s\S]*))?$/.exec(rest);
  return match === null
    ? { kind: 'compact', focus: rest, all: false }
    : { kind: 'compact', focus: match[1] ?? '', all: true };
}

/** Commands that could be meant while only the name is being typed; empty otherwise. */
export function findCompletions(typed: string): readonly SlashCommandName[] {
  const match = /^\/([a-z]*)$/i.exec(typed);
  if (match === null) return [];
  const start = (match[1] ?? '').toLowerCase();
  return SLASH_COMMANDS.filter((name) => name.startsWith(start));
}
