// Literal search, newest first. The index names candidates (words as a phrase, the last one as a prefix), the text itself
// decides. The newest entries are read without the index: words that stand nearly everywhere fill the list from there, and
// words that do not have short lists in the index, so neither kind makes the search read much.
import type { Database } from 'better-sqlite3';
import type { MessageRole, SearchFilters, SearchHit, SearchQuery } from '../../electron/app/search-ports.ts';
import { asConversationId, asEntryId, type ConversationId } from '../../electron/core/ids.ts';
import type { EntryPayload } from '../../electron/core/transcript/entry.ts';
import { buildSnippet } from './search-snippet.ts';
import { endsInWord, findHit, foldText, searchableText, splitIndexText, toIndexText } from './search-text.ts';

interface CandidateRow {
  readonly key: number;
  /** Null in the trash. */
  readonly payload: string | null;
  readonly id: string;
  readonly conversationId: string;
  readonly seq: number;
  readonly type: string;
  readonly role: MessageRole | null;
  readonly createdAt: number;
}

interface NoteRow {
  readonly file: string;
  readonly text: string;
  readonly afterEntry: number;
  readonly seenAt: number;
}

interface PlacedHit {
  /** The entry's key, or for a note the newest entry's key when it was first seen. */
  readonly place: number;
  readonly hit: SearchHit;
}

/** Entries, and UTF-16 units of payload, read from the newest end without the index. */
const RECENT = { entries: 400, length: 400_000 };
/** The same for text that only consists of what the index leaves out (`...`, `。`), which stands nearly everywhere: it bounds the work. */
const UNINDEXED = { entries: 5000, length: 1_500_000 };
/** A phrase of more words adds nothing: the text itself decides. */
const PHRASE_WORDS = 12;

// Entries in the trash are passed over here and not in the query, so that a long conversation there counts as work done.
const FOUND = `e.key, CASE WHEN c.trashed_at IS NULL THEN e.payload END AS payload, e.id, c.id AS conversationId,
  e.seq, e.type, e.role, e.created_at AS createdAt`;
const ITS_CONVERSATION = 'JOIN conversations c ON c.key = e.conversation';

export function createSearch(db: Database) {
  const searchEntries = createEntrySearch(db);
  const searchNotes = createNoteSearch(db);
  return ({ text, limit, filters = {}, accept = () => true }: SearchQuery): readonly SearchHit[] => {
    if (limit < 1) return [];
    for (const query of readQueries(text)) {
      const wish = { query, phrase: buildPhrase(query), limit, filters, accept };
      const hits = [...searchNotes(wish), ...searchEntries(wish)];
      hits.sort((one, other) => other.place - one.place);
      if (hits.length > 0) return hits.slice(0, limit).map(({ hit }) => hit);
    }
    return [];
  };
}

/** What was typed as it stands; where that is nowhere and it is in quotation marks, what stands between them. */
export function readQueries(text: string): readonly string[] {
  const query = foldText(text).trim();
  const inner = /^"([^"]*)"$/.exec(query)?.[1]?.trim() ?? '';
  return [query, inner].filter((one) => one !== '');
}

interface Wish {
  /** Folded. */
  readonly query: string;
  readonly phrase: string | null;
  readonly limit: number;
  readonly filters: SearchFilters;
  readonly accept: (hit: SearchHit) => boolean;
}

function createEntrySearch(db: Database) {
  const readNewest = createNewestReader(db);
  const indexed = db.prepare<[string, number, number], CandidateRow>(
    `SELECT ${FOUND} FROM entry_search s CROSS JOIN entries e ON e.key = s.rowid ${ITS_CONVERSATION}
     WHERE entry_search MATCH ? AND s.rowid >= ? AND s.rowid < ? ORDER BY s.rowid DESC`,
  );
  const indexedTo = db.prepare<[], number>('SELECT indexed_to FROM search_state').pluck();
  const readRange = createRangeReader(db);

  return (wish: Wish): readonly PlacedHit[] => {
    const range = readRange(wish.filters.conversationId);
    if (range === null || wish.filters.kind === 'note') return [];
    const hits: PlacedHit[] = [];
    const { entries, length } = wish.phrase === null ? UNINDEXED : RECENT;
    const mark = indexedTo.get() ?? 0;
    let oldest = range.last + 1;
    let seen = 0;
    let read = 0;
    for (const row of readNewest(oldest)) {
      // Everything after the mark is read here, whatever it takes: the index does not know it yet.
      const isEnough = hits.length >= wish.limit || (row.key <= mark && (seen >= entries || read >= length));
      if (isEnough || row.key < range.first) break;
      pushHit(hits, row, wish);
      oldest = row.key;
      seen += 1;
      read += row.payload?.length ?? 0;
    }
    if (wish.phrase === null || hits.length >= wish.limit) return hits;
    for (const row of indexed.iterate(wish.phrase, range.first, oldest)) {
      pushHit(hits, row, wish);
      if (hits.length >= wish.limit) break;
    }
    return hits;
  };
}

/** Keys between which all entries of a conversation lie; everything without one; null for one that has none. */
function createRangeReader(db: Database) {
  const find = db.prepare<[string], { readonly first: number; readonly last: number }>(
    `SELECT f.key AS first, l.key AS last FROM conversations c JOIN entries f ON f.conversation = c.key AND f.seq = 1
     JOIN entries l ON l.conversation = c.key AND l.seq = c.last_seq WHERE c.id = ?`,
  );
  return (id: ConversationId | undefined): { readonly first: number; readonly last: number } | null => {
    if (id === undefined) return { first: 0, last: Number.MAX_SAFE_INTEGER - 1 };
    return find.get(id) ?? null;
  };
}

/** Entries before a key, newest first, read by the dozen: one by one takes several times as long. */
function createNewestReader(db: Database): (before: number) => Generator<CandidateRow> {
  const older = db.prepare<[number], CandidateRow>(
    `SELECT ${FOUND} FROM entries e ${ITS_CONVERSATION} WHERE e.key < ? ORDER BY e.key DESC LIMIT 48`,
  );
  return function* (start) {
    let before = start;
    for (let rows = older.all(before); rows.length > 0; rows = older.all(before)) {
      yield* rows;
      before = rows.at(-1)?.key ?? 0;
    }
  };
}

function createNoteSearch(db: Database) {
  const columns = 'n.file, n.text, n.after_entry AS afterEntry, n.seen_at AS seenAt';
  const indexed = db.prepare<[string], NoteRow>(
    `SELECT ${columns} FROM note_search s CROSS JOIN note_lines n ON n.key = s.rowid WHERE note_search MATCH ? ORDER BY s.rowid DESC`,
  );
  const all = db.prepare<[], NoteRow>(`SELECT ${columns} FROM note_lines n ORDER BY key DESC`);
  return ({ query, phrase, limit, filters, accept }: Wish): readonly PlacedHit[] => {
    const { conversationId, role, kind } = filters;
    if (conversationId !== undefined || role !== undefined || (kind ?? 'note') !== 'note') return [];
    const hits: PlacedHit[] = [];
    for (const row of phrase === null ? all.iterate() : indexed.iterate(phrase)) {
      const text = JSON.parse(row.text) as string;
      if (!isWithin(row.seenAt, filters) || findHit(foldText(text), query) === -1) continue;
      const place = {
        conversationId: null,
        entryId: null,
        seq: null,
        role: null,
        file: row.file,
        kind: 'note',
      } as const;
      const hit: SearchHit = { ...place, createdAt: row.seenAt, ...buildSnippet(text, query) };
      if (!accept(hit)) continue;
      hits.push({ place: row.afterEntry, hit });
      if (hits.length >= limit) break;
    }
    return hits;
  };
}

/** The query as one FTS5 phrase; null when no word of it is in the index. Typed text never reaches the query language. */
function buildPhrase(query: string): string | null {
  const words = splitIndexText(toIndexText(query));
  if (words.length === 0) return null;
  const isWhole = words.length <= PHRASE_WORDS;
  return `"${words.slice(0, PHRASE_WORDS).join(' ')}"${isWhole && endsInWord(query) ? '*' : ''}`;
}

function pushHit(hits: PlacedHit[], row: CandidateRow, { query, filters, accept }: Wish): void {
  if (row.payload === null || !isWithin(row.createdAt, filters)) return;
  const { conversationId, role, kind } = filters;
  if (conversationId !== undefined && row.conversationId !== conversationId) return;
  if (role !== undefined && row.role !== role) return;
  const rowKind = row.type === 'compaction' ? 'compaction' : 'message';
  if (kind !== undefined && rowKind !== kind) return;
  const text = searchableText(JSON.parse(row.payload) as EntryPayload);
  if (findHit(foldText(text), query) === -1) return;
  const hit: SearchHit = {
    conversationId: asConversationId(row.conversationId),
    entryId: asEntryId(row.id),
    seq: row.seq,
    role: row.role,
    file: null,
    kind: rowKind,
    createdAt: row.createdAt,
    ...buildSnippet(text, query),
  };
  if (accept(hit)) hits.push({ place: row.key, hit });
}

const isWithin = (at: number, { from, to }: SearchFilters): boolean =>
  (from === undefined || at >= from) && (to === undefined || at <= to);
