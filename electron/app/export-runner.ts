// Exports one conversation or everything as a file: reads one conversation after another, changes nothing, holds one at a time.

import type { ExportFormat, ExportResult } from '../contract/interchange.ts';
import type { AppError } from '../core/errors.ts';
import { archiveLines } from '../core/interchange/export-archive.ts';
import { exportHtml, htmlEnd, htmlStart } from '../core/interchange/export-html.ts';
import { exportConversationLine, exportMessageLines } from '../core/interchange/export-messages.ts';
import { ok, type Result } from '../core/result.ts';
import { branchOf } from '../core/transcript/branch.ts';
import type { Conversation } from '../core/transcript/conversation.ts';
import type { Entry } from '../core/transcript/entry.ts';
import { exportMarkdown, type ExportInput } from '../core/transcript/export-transcript.ts';
import { readContext } from './context-reader.ts';
import { boundaryOf } from './conversation-events.ts';
import type { Ports, StoreResult } from './ports.ts';
import type { ArchiveFile, ExportTarget, TaskRun, WrittenFile } from './interchange-ports.ts';

export interface ExportWish {
  /** Null: everything, what is in the trash only in an archive. */
  readonly conversation: Conversation | null;
  readonly format: ExportFormat;
  readonly path?: string | undefined;
  readonly replace?: boolean | undefined;
  readonly appVersion: string;
}

const ENDINGS: Readonly<Record<ExportFormat, string>> = {
  markdown: '.md',
  html: '.html',
  jsonl: '.jsonl',
  jsonl_messages: '.messages.jsonl',
  archive: '.holdfast.zip',
};

interface Counter {
  conversations: number;
  entries: number;
}

export async function runExport(ports: Ports, wish: ExportWish, run: TaskRun): Promise<Result<ExportResult, AppError>> {
  const { conversation, format } = wish;
  const conversations = conversation === null ? listAll(ports, format) : [conversation];
  const target: ExportTarget = {
    ...(wish.path === undefined ? {} : { path: wish.path }),
    ...(wish.replace === true ? { replace: true } : {}),
    name: conversation === null ? `Holdfast ${ports.clock.localDay()}` : conversation.title,
    ending: ENDINGS[format],
  };
  const counter: Counter = { conversations: 0, entries: 0 };
  const count = (entries: number): void => {
    counter.conversations += 1;
    counter.entries += entries;
    run.progress(counter.conversations, conversations.length);
  };
  const written: StoreResult<WrittenFile> =
    format === 'archive'
      ? await ports.interchange.writeArchive(
          target,
          archiveFiles(ports, conversations, { count, withNotes: conversation === null }),
          {
            now: ports.clock.now(),
            appVersion: wish.appVersion,
            run,
          },
        )
      : await ports.interchange.writeText(
          target,
          exportTexts(ports, conversations, { format, title: target.name, count }),
          run,
        );
  return written.ok ? ok({ ...written.value, ...counter }) : written;
}

/** Oldest first, as they came to be. */
function listAll({ store }: Ports, format: ExportFormat): readonly Conversation[] {
  const trashed = format === 'archive' ? store.listConversations({ trashed: true }) : [];
  return [...store.listConversations({ trashed: false }), ...trashed].toSorted(
    (one, other) => one.createdAt - other.createdAt,
  );
}

function* archiveFiles(
  { store, notes }: Ports,
  conversations: readonly Conversation[],
  { count, withNotes }: { readonly count: (entries: number) => void; readonly withNotes: boolean },
): Generator<ArchiveFile> {
  for (const [index, conversation] of conversations.entries()) {
    const name = `conversations/${String(index + 1).padStart(6, '0')}.jsonl`;
    const lines = function* (): Generator<string> {
      const entries = store.readAll(conversation.id);
      yield* archiveLines(conversation, entries);
      count(entries.length);
    };
    yield { name, kind: 'conversation', lines };
  }
  for (const file of withNotes ? notes.list() : []) {
    const content = notes.read(file);
    if (content !== null) yield { name: file, kind: 'note', lines: () => [content] };
  }
}

function* exportTexts(
  ports: Ports,
  conversations: readonly Conversation[],
  {
    format,
    title,
    count,
  }: { readonly format: ExportFormat; readonly title: string; readonly count: (entries: number) => void },
): Generator<string> {
  if (format === 'html') yield htmlStart(title);
  for (const [index, conversation] of conversations.entries()) {
    const input = readForExport(ports, conversation);
    if (format === 'html') yield exportHtml(input);
    else if (format === 'jsonl') yield exportConversationLine(input);
    else if (format === 'jsonl_messages') yield* exportMessageLines(input);
    else yield `${index === 0 ? '' : '\n---\n\n'}${exportMarkdown(input)}`;
    count(input.branch.length);
  }
  if (format === 'html') yield htmlEnd();
}

/** The branch that is shown and where its regions meet. */
export function readForExport(ports: Ports, conversation: Conversation): ExportInput {
  const { keptFromSeq, carriedIds } = boundaryOf(readContext(ports, conversation.id));
  const { activeLeafId } = conversation;
  const branch: readonly Entry[] =
    activeLeafId === null ? [] : branchOf(ports.store.readAll(conversation.id), activeLeafId);
  return { conversation, branch, keptFromSeq, carriedIds, formatTime };
}

const formatTime = (createdAt: number): string => new Date(createdAt).toISOString();
