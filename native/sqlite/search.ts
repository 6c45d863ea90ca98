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
  readonly payload: string;
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

/** Entries and bytes read from the newest end without the index. */
const RECENT_ENTRIES = 400;
const RECENT_BYTES = 400_000;
/** Bounds the work for text that no word of the index stands for (`...`, `「」`). */
const UNINDEXED_ENTRIES = 20_000;
/** A phrase of more words adds nothing: the text itself decides. */
const PHRASE_WORDS = 12;

const FOUND = 'e.key, e.payload, e.id, c.id AS conversationId, e.created_at AS createdAt';
const IN_USE = 'JOIN conversations c ON c.key = e.conversation AND c.trashed_at IS NULL';

export function createSearch(db: Database) {
  const newest = db.prepare<[], CandidateRow>(`SELECT ${FOUND} FROM entries e ${IN_USE} ORDER BY e.key DESC`);
  const indexed = db.prepare<[string, number], CandidateRow>(
    `SELECT ${FOUND} FROM entry_search s CROSS JOIN entries e ON e.key = s.rowid ${IN_USE}
     WHERE entry_search MATCH ? AND s.rowid < ? ORDER BY s.rowid DESC`,
  );
  const searchNotes = createNoteSearch(db);

  return ({ text, limit }: { readonly text: string; readonly limit: number }): readonly SearchHit[] => {
    const query = foldText(text).trim();
    if (query === '' || limit < 1) return [];
    const phrase = buildPhrase(query);
    const hits = searchNotes(query, phrase, limit);
    const entries: PlacedHit[] = [];
    const takeFrom = (
      rows: Iterable<CandidateRow>,
      most: { readonly rows: number; readonly bytes: number },
    ): number => {
      let oldest = Number.MAX_SAFE_INTEGER;
      let rowsLeft = most.rows;
      let bytesLeft = most.bytes;
      for (const row of rows) {
        const hit = toHit(row, query);
        if (hit !== null) entries.push({ place: row.key, hit });
        oldest = row.key;
        rowsLeft -= 1;
        bytesLeft -= row.payload.length;
        if (entries.length >= limit || rowsLeft <= 0 || bytesLeft <= 0) break;
      }
      return oldest;
    };
    const recent = { rows: phrase === null ? UNINDEXED_ENTRIES : RECENT_ENTRIES, bytes: RECENT_BYTES };
    const oldest = takeFrom(newest.iterate(), recent);
    if (phrase !== null && entries.length < limit) {
      takeFrom(indexed.iterate(phrase, oldest), { rows: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER });
    }
    return [...hits, ...entries]
      .sort((one, other) => other.place - one.place)
      .slice(0, limit)
      .map(({ hit }) => hit);
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

function toHit(row: CandidateRow, query: string): SearchHit | null {
  const payload = JSON.parse(row.payload) as EntryPayload;
  const text = searchableText(payload);
  if (findHit(foldText(text), query) === -1) return null;
  return {
    conversationId: asConversationId(row.conversationId),
    entryId: asEntryId(row.id),
    kind: payload.type === 'compaction' ? 'compaction' : 'message',
    createdAt: row.createdAt,
    ...buildSnippet(text, query),
  };
}
