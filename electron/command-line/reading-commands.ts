// Commands that only read: list, show, search.
import type { App } from '../app/create-app.ts';
import type { SearchResult } from '../contract/search.ts';
import type { ShownEntry } from '../contract/snapshot.ts';
import { regionOf } from '../core/context/region.ts';
import type { Conversation } from '../core/transcript/conversation.ts';
import type { EntryPayload, MessagePayload } from '../core/transcript/entry.ts';
import type { CommandOptions } from './command-options.ts';
import { type CommandResult, done } from './command-result.ts';
import { findConversation, invoke } from './invoke-command.ts';

export async function listConversations(app: App, { trash }: CommandOptions): Promise<CommandResult> {
  const { conversations, trashed } = await invoke(app, 'app.snapshot', {});
  const listed = trash ? trashed : conversations;
  const rows = listed.map(({ id, title, createdAt, updatedAt, pinned, modelId }) => ({
    id,
    title,
    createdAt,
    updatedAt,
    pinned,
    modelId,
  }));
  const empty = trash ? 'The trash is empty.' : 'There are no conversations yet.';
  const text = rows.map((row) => `${row.id}  ${minute(row.updatedAt)}  ${oneLine(row.title)}`).join('\n');
  return done(rows.length === 0 ? empty : text, { conversations: rows });
}

const PAGE = 500;

export async function showConversation(app: App, options: CommandOptions): Promise<CommandResult> {
  const conversation = await findConversation(app, options.target ?? '');
  const { boundary } = await invoke(app, 'conversation.open', { conversationId: conversation.id });
  const entries = await readBranch(app, conversation, options.last);
  const blocks = entries.flatMap((shown) => showEntry(shown, regionOf(shown.entry, boundary) === 'summarized'));
  return done([`# ${oneLine(conversation.title)}`, ...blocks].join('\n\n'), {
    conversation: { id: conversation.id, title: conversation.title },
    boundary,
    entries: entries.map(({ entry }) => entry),
  });
}

/** Newest page first, then page by page towards the beginning. */
async function readBranch(app: App, { id, activeLeafId }: Conversation, last: number | null): Promise<ShownEntry[]> {
  if (activeLeafId === null) return [];
  const pages: (readonly ShownEntry[])[] = [];
  let beforeSeq = Number.MAX_SAFE_INTEGER;
  let wanted = last ?? Number.MAX_SAFE_INTEGER;
  while (wanted > 0) {
    const limit = Math.min(PAGE, wanted);
    const page = await invoke(app, 'entries.page', { conversationId: id, beforeSeq, limit });
    pages.unshift(page.entries);
    wanted -= page.entries.length;
    const oldest = page.entries[0];
    if (!page.hasOlder || oldest === undefined) break;
    beforeSeq = oldest.entry.seq;
  }
  return pages.flat();
}

function showEntry({ entry }: ShownEntry, isSummarized: boolean): string[] {
  const said = describePayload(entry.payload);
  if (said === null) return [];
  const region = isSummarized ? ' · summarized for the model' : '';
  return [`## ${said.who} · ${minute(entry.createdAt)}${region}\n\n${printable(said.text)}`];
}

function describePayload(payload: EntryPayload): { readonly who: string; readonly text: string } | null {
  switch (payload.type) {
    case 'message':
      return { who: WHO[payload.role], text: messageText(payload) };
    case 'compaction':
      return { who: `Compaction (${payload.tokensBefore} → ${payload.tokensAfter} tokens)`, text: payload.text };
    case 'label':
      return { who: 'Label', text: payload.text };
    case 'compaction_undone':
    case 'compaction_redone':
    case 'memory_flush':
    case 'model_change':
      return null;
    default:
      return payload satisfies never;
  }
}

/** The words, then what a message has beside or instead of them: attached files, calls. */
function messageText(payload: MessagePayload): string {
  const files = payload.role === 'user' ? (payload.attachments ?? []) : [];
  const calls = payload.role === 'assistant' ? (payload.toolCalls ?? []) : [];
  const parts = [
    payload.text,
    ...files.map(({ name, text }) => `[File: ${oneLine(name)}]${text === '' ? '' : `\n${text}`}`),
    ...calls.map((call) => `[Call: ${oneLine(call.name)} ${call.arguments}]`),
  ];
  return parts.filter((part) => part.trim() !== '').join('\n\n');
}

const WHO = { user: 'You', assistant: 'Assistant', tool_result: 'Tool result' } as const;

export async function search(app: App, { target, limit, within, filters }: CommandOptions): Promise<CommandResult> {
  const one = within === null ? {} : { conversationId: (await findConversation(app, within)).id };
  const results = await invoke(app, 'search', { text: target ?? '', limit, filters: { ...filters, ...one } });
  const text = results.length === 0 ? 'Nothing found.' : results.map(showResult).join('\n');
  return done(text, { results });
}

const showResult = (result: SearchResult): string => {
  const where =
    result.kind === 'note' ? (result.file ?? 'note') : `${oneLine(result.conversationTitle)} (${result.entryId ?? ''})`;
  return `${minute(result.createdAt)}  ${where}\n    ${oneLine(result.snippet)}`;
};

const minute = (time: number): string => new Date(time).toISOString().slice(0, 16).replace('T', ' ');

/** A terminal obeys control characters; what people and models wrote must not give it orders. */
const printable = (text: string): string =>
  text.toWellFormed().replace(/[\p{Cc}]/gu, (c) => (c === '\n' || c === '\t' ? c : '�'));
const oneLine = (text: string): string => printable(text).replace(/\s+/gu, ' ').trim();
