// Literal search, newest first. The index names candidates (words as a phrase, the last one as a prefix), the text itself
// decides. The newest entries are read without the index: words that stand nearly everywhere fill the list from there, and
// words that do not have short lists in the index, so neither kind makes the search read much.
import type { Database } from 'better-sqlite3';
import type { SearchHit } from '../../electron/app/ports.ts';
import { asConversationId, asEntryId } from '../../electron/core/ids.ts';
import type { EntryPayload } from '../../electron/core/transcript/entry.ts';
import { buildSnippet } from './search-snippet.ts';
import { endsInWord, findHit, foldText, searchableText, splitIndexText, toIndexText } from './search-text.ts';

interface CandidateRow {
  readonly key: number;
  /** Null in the trash. */
  readonly payload: string | null;
  readonly id: string;
  readonly conversationId: string;
  readonly createdAt: number;
}

interface NoteRow {
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
  e.created_at AS createdAt`;
const ITS_CONVERSATION = 'JOIN conversations c ON c.key = e.conversation';

export function createSearch(db: Database) {
  const readNewest = createNewestReader(db);
  const indexed = db.prepare<[string, number], CandidateRow>(
    `SELECT ${FOUND} FROM entry_search s CROSS JOIN entries e ON e.key = s.rowid ${ITS_CONVERSATION}
     WHERE entry_search MATCH ? AND s.rowid < ? ORDER BY s.rowid DESC`,
  );
  const indexedTo = db.prepare<[], number>('SELECT indexed_to FROM search_state').pluck();
  const searchNotes = createNoteSearch(db);

  return ({ text, limit }: { readonly text: string; readonly limit: number }): readonly SearchHit[] => {
    const query = foldText(text).trim();
    if (query === '' || limit < 1) return [];
    const phrase = buildPhrase(query);
    const hits: PlacedHit[] = [];
    const { entries, length } = phrase === null ? UNINDEXED : RECENT;
    const mark = indexedTo.get() ?? 0;
    let oldest = Number.MAX_SAFE_INTEGER;
    let seen = 0;
    let read = 0;
    for (const row of readNewest()) {
      // Everything after the mark is read here, whatever it takes: the index does not know it yet.
      if (hits.length >= limit || (row.key <= mark && (seen >= entries || read >= length))) break;
      pushHit(hits, row, query);
      oldest = row.key;
      seen += 1;
      read += row.payload?.length ?? 0;
    }
    if (phrase !== null && hits.length < limit) {
      for (const row of indexed.iterate(phrase, oldest)) {
        pushHit(hits, row, query);
        if (hits.length >= limit) break;
      }
    }
    const all = [...searchNotes(query, phrase, limit), ...hits].sort((one, other) => other.place - one.place);
    return all.slice(0, limit).map(({ hit }) => hit);
  };
}

/** Entries newest first, read by the dozen: one by one takes several times as long. */
function createNewestReader(db: Database): () => Generator<CandidateRow> {
  const older = db.prepare<[number], CandidateRow>(
    `SELECT ${FOUND} FROM entries e ${ITS_CONVERSATION} WHERE e.key < ? ORDER BY e.key DESC LIMIT 48`,
  );
  return function* () {
    let before = Number.MAX_SAFE_INTEGER;
    for (let rows = older.all(before); rows.length > 0; rows = older.all(before)) {
      yield* rows;
      before = rows.at(-1)?.key ?? 0;
    }
  };
}

function createNoteSearch(db: Database) {
  const indexed = db.prepare<[string], NoteRow>(
    `SELECT n.text, n.after_entry AS afterEntry, n.seen_at AS seenAt
     FROM note_search s CROSS JOIN note_lines n ON n.key = s.rowid WHERE note_search MATCH ? ORDER BY s.rowid DESC`,
  );
  const all = db.prepare<[], NoteRow>(
    'SELECT text, after_entry AS afterEntry, seen_at AS seenAt FROM note_lines ORDER BY key DESC',
  );
  return (query: string, phrase: string | null, limit: number): readonly PlacedHit[] => {
    const hits: PlacedHit[] = [];
    for (const row of phrase === null ? all.iterate() : indexed.iterate(phrase)) {
      const text = JSON.parse(row.text) as string;
      if (findHit(foldText(text), query) === -1) continue;
      const place = { conversationId: null, entryId: null, kind: 'note', createdAt: row.seenAt } as const;
      hits.push({ place: row.afterEntry, hit: { ...place, ...buildSnippet(text, query) } });
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

function pushHit(hits: PlacedHit[], row: CandidateRow, query: string): void {
  if (row.payload === null) return;
  const payload = JSON.parse(row.payload) as EntryPayload;
  const text = searchableText(payload);
  if (findHit(foldText(text), query) === -1) return;
  const place = { conversationId: asConversationId(row.conversationId), entryId: asEntryId(row.id) };
  const kind = payload.type === 'compaction' ? 'compaction' : 'message';
  hits.push({ place: row.key, hit: { ...place, kind, createdAt: row.createdAt, ...buildSnippet(text, query) } });
}
