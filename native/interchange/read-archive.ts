// Reading Holdfast's own archive. Every file is checked against the manifest before anything is handed out, so that a changed or
// cut-off archive changes nothing; then the entries' chain is checked again, as it is stored.
import { createHash } from 'node:crypto';
import type { ImportItem, ImportUnit } from '../../electron/app/interchange-ports.ts';
import { asModelId } from '../../electron/core/ids.ts';
import { countFigures } from '../../electron/core/interchange/import-figures.ts';
import type { ImportedEntry } from '../../electron/core/interchange/imported-conversation.ts';
import type { Conversation } from '../../electron/core/transcript/conversation.ts';
import type { Entry } from '../../electron/core/transcript/entry.ts';
import { isMessage } from '../../electron/core/transcript/entry.ts';
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  asArchivedConversation,
  asArchivedEntry,
  type Manifest,
  manifestSchema,
} from './archive-schema.ts';
import { ImportFailure } from './import-failure.ts';
import type { Container, Member } from './container.ts';
import { label } from './open-zip.ts';
import { readValues } from './read-values.ts';

const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;

/** Null: this is no archive of ours. @throws ImportFailure: archive_newer_version, archive_changed */
export async function readManifest({ members }: Container): Promise<Manifest | null> {
  const member = members.find(({ name }) => name === 'manifest.json');
  if (member === undefined || member.bytes > MAX_MANIFEST_BYTES) return null;
  const value = parseJson(await readText(member));
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== ARCHIVE_FORMAT)
    return null;
  if ('version' in value && typeof value.version === 'number' && value.version > ARCHIVE_VERSION) {
    throw new ImportFailure('archive_newer_version', { version: value.version });
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) throw new ImportFailure('archive_changed', { place: 'manifest.json' });
  return parsed.data;
}

async function readText(member: Member): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of member.open()) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Compares every file with the manifest. @throws ImportFailure archive_changed, with the first file that differs */
export async function verifyFiles(container: Container, manifest: Manifest, signal?: AbortSignal): Promise<void> {
  const byName = new Map(container.members.map((member) => [member.name, member]));
  const listed = new Set(manifest.files.map(({ name }) => name));
  const extra = container.members.find(({ name }) => name !== 'manifest.json' && isOurs(name) && !listed.has(name));
  if (extra !== undefined) throw changed(extra.name, 'not_listed');
  for (const { name, bytes, sha256 } of manifest.files) {
    const member = byName.get(name);
    if (member === undefined) throw changed(name, 'missing');
    const hash = createHash('sha256');
    let read = 0;
    for await (const chunk of member.open()) {
      if (signal?.aborted === true) throw new ImportFailure('cancelled');
      hash.update(chunk);
      read += chunk.length;
    }
    if (read !== bytes || hash.digest('hex') !== sha256) throw changed(name, 'content');
  }
  const conversations = manifest.files.filter(({ name }) => isConversationFile(name)).length;
  if (conversations !== manifest.conversations) throw changed('manifest.json', 'conversations');
}

const changed = (name: string, reason: string): ImportFailure =>
  new ImportFailure('archive_changed', { place: label(name), reason });

const isConversationFile = (name: string): boolean => /^conversations\/[\w-]+\.jsonl$/.test(name);
const noteName = (name: string): string | null => (/^notes\/[^/\\]+\.md$/.test(name) ? name : null);
const isOurs = (name: string): boolean => isConversationFile(name) || noteName(name) !== null;

/** The archive's conversations, then its notes. */
export async function* readArchive(container: Container, manifest: Manifest): AsyncGenerator<ImportItem> {
  const byName = new Map(container.members.map((member) => [member.name, member]));
  const files = manifest.files.map(({ name }) => byName.get(name)).filter((member) => member !== undefined);
  for (const member of files) if (isConversationFile(member.name)) yield await readConversation(member);
  for (const member of files) {
    const file = noteName(member.name);
    if (file === null) continue;
    const content = await readText(member);
    yield { kind: 'note', place: label(member.name), file, content };
  }
}

async function readConversation(member: Member): Promise<ImportItem> {
  let conversation: Conversation | null = null;
  const entries: Entry[] = [];
  for await (const read of readValues(member.open(), { isLineFile: true })) {
    const place = `${label(member.name)}: line ${read.place.line}`;
    const damaged = (detail: string): ImportItem => ({ kind: 'skip', place, skip: { code: 'damaged', detail } });
    if (read.kind === 'fault') return damaged(read.code);
    if (conversation === null) {
      conversation = asArchivedConversation(read.value);
      if (conversation === null) return damaged('conversation');
      continue;
    }
    const entry = asArchivedEntry(read.value);
    if (entry === null || entry.conversationId !== conversation.id) return damaged('entry');
    entries.push(entry);
  }
  const place = label(member.name);
  if (conversation === null) return { kind: 'skip', place, skip: { code: 'damaged', detail: 'conversation' } };
  entries.sort((one, other) => one.seq - other.seq);
  return toItem(place, conversation, { entries, bytes: member.bytes });
}

function toItem(
  place: string,
  conversation: Conversation,
  { entries, bytes }: { readonly entries: readonly Entry[]; readonly bytes: number },
): ImportItem {
  const unit: ImportUnit = {
    conversation: { ...conversation, modelId: conversation.modelId === null ? null : asModelId(conversation.modelId) },
    entries: entries.map(({ hash, seq: _seq, ...entry }) => ({ ...entry, expectedHash: hash })),
  };
  const figures = countFigures({ entries: entries.map(toFigureEntry), activeKey: conversation.activeLeafId });
  return { kind: 'conversation', place, format: 'holdfast', unit, figures, notices: [], bytes };
}

/** Markers (compactions, labels) stand in the tree but show no words of a message: they count as results do. */
const toFigureEntry = (entry: Entry): ImportedEntry => ({
  key: entry.id,
  parentKey: entry.parentId,
  sourceKey: entry.id,
  createdAt: entry.createdAt,
  payload: isMessage(entry) ? entry.payload : { type: 'message', role: 'tool_result', callId: '', text: '' },
});
