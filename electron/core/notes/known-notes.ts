// Which notes are new: compares them with what the notes files hold, lines of the app and of the person alike. An equal fact is known
// whatever its case, punctuation and filler words; a changed number or name is a new fact. A line the person edited stands for its source.

import { coveredShare, plainForm } from '../summary/content-words.ts';
import { readStatement, saySame, type Statement } from '../summary/same-statement.ts';
import { type FoundNote, noteLink } from './note.ts';

/** @param existingContents the text of every notes file, as read. */
export function dropKnownNotes<Item extends FoundNote>(
  notes: readonly Item[],
  existingContents: readonly string[],
): readonly Item[] {
  const known = existingContents.flatMap(readNoteLines);
  const plain = new Set(known.map(({ says }) => says.plain));
  const fresh: Item[] = [];
  for (const note of notes) {
    const says = readStatement(note.text);
    if (plain.has(says.plain) || known.some((line) => saySame(line.says, says) && haveSameWords(line.says, says)))
      continue;
    if (known.some((line) => isEditOf(line, note, says))) continue;
    known.push({ says, line: '' });
    plain.add(says.plain);
    fresh.push(note);
  }
  return fresh;
}

interface KnownLine {
  readonly says: Statement;
  readonly line: string;
}

function readNoteLines(content: string): readonly KnownLine[] {
  return content.split(/\r?\n/u).flatMap((line) => {
    const text = line
      .replace(/\s*\(\[[^\]]*\]\(holdfast:[^)]*\)\)\s*$/u, '')
      .replace(/^\s*(?:[-*+•]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/u, '')
      .trim();
    return text === '' || plainForm(text) === '---' ? [] : [{ says: readStatement(text), line }];
  });
}

/** One content word more or less is a changed fact, to be added once; word endings and fillers are not. */
const haveSameWords = (a: Statement, b: Statement): boolean =>
  coveredShare(a.words, b.words) === 1 && coveredShare(b.words, a.words) === 1;

/** The file has a line with this very source that says something near: the person changed it, and the person's version stays. */
function isEditOf({ line, says }: KnownLine, note: FoundNote, fresh: Statement): boolean {
  if (note.sourceId === null || !line.includes(noteLink(note.sourceId))) return false;
  return coveredShare(fresh.words, says.words) >= EDIT_SHARE;
}

const EDIT_SHARE = 0.5;
