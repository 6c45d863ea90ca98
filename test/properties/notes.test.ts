// I11 Memory flush: a file only grows, the same flush again adds nothing, no fact stands twice, each note is one line with its source, the
// person's version of a line stays, and no secret and nothing that the person did not say becomes a note.
import fc from 'fast-check';
import { expect } from 'vitest';
import { asConversationId, asEntryId } from '../../electron/core/ids.ts';
import {
  dropKnownNotes,
  groundNotes,
  parseFlushReply,
  pickNoteQuotes,
  renderFlushReply,
  renderNoteLine,
  renderNotesFrontMatter,
} from '../../electron/core/notes/memory-flush.ts';
import { redactEntries } from '../../electron/core/safeguard/redact-entries.ts';
import { plainForm } from '../../electron/core/summary/content-words.ts';
import { transcript } from '../support/transcript-dsl.ts';
import { checkProperty } from './check-property.ts';
import { secret } from './random-talk.ts';

const FACTS = [
  'Prefers metric units.',
  'I always use pnpm.',
  '以后都用公制单位。',
  'My colleague is called Imra.',
  'Reports go to /srv/reports.',
  'prefers metric units',
  'Prefers imperial units.',
  'I prefer short answers.',
] as const;
const fact = fc.constantFrom(...FACTS);
const note = fc
  .tuple(fact, fc.integer({ min: 1, max: 5 }))
  .map(([text, n]) => ({ text, sourceId: asEntryId(`u${n}`) }));
const flushes = fc.array(fc.array(note, { maxLength: 5 }), { minLength: 1, maxLength: 5 });
const conversationId = asConversationId('c');

const append = (file: string, notes: readonly { text: string; sourceId: ReturnType<typeof asEntryId> }[]): string =>
  file +
  dropKnownNotes(notes, [file])
    .map((found) => `${renderNoteLine({ ...found, conversationId })}\n`)
    .join('');
const factsOf = (file: string): readonly string[] =>
  file.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.replace(/ \(\[source\].*$/u, '').slice(2)] : []));

checkProperty(
  'I11: flushes add to the file, never twice the same, and again they add nothing; what the person typed stays',
  fc.property(flushes, fc.option(fact, { nil: null }), (given, typed) => {
    let file = renderNotesFrontMatter('2026-03-01') + (typed === null ? '' : `* ${typed}\n`);
    const start = file;
    for (const notes of given) {
      const before = file;
      file = append(file, notes);
      expect(file.startsWith(before)).toBe(true);
      expect(append(file, notes)).toBe(file);
    }
    expect(file.startsWith(start)).toBe(true);
    const plain = factsOf(file).map(plainForm);
    expect(new Set(plain).size).toBe(plain.length);
    if (typed !== null) expect(plain).not.toContain(plainForm(typed));
    for (const line of file.slice(start.length).split('\n'))
      expect(line === '' || /^- .+ \(\[source\]\(holdfast:\/\/entry\/u\d\)\)$/u.test(line)).toBe(true);
  }),
);

checkProperty(
  'I11: a note is one line, however many the text had, and a reply is read back as its notes',
  fc.property(fc.array(fact, { maxLength: 6 }), fc.string({ unit: 'binary', maxLength: 60 }), (facts, text) => {
    expect(renderNoteLine({ text, sourceId: null, conversationId })).not.toMatch(/[\n\r]/u);
    const once = facts.filter((said, at) => facts.findIndex((other) => plainForm(other) === plainForm(said)) === at);
    expect(parseFlushReply(renderFlushReply(facts))).toEqual(once);
    expect(Array.isArray(parseFlushReply(text))).toBe(true);
  }),
);

checkProperty(
  'I11: no secret becomes a note, and nothing that no message of the person carries',
  fc.property(secret, fact, ({ says, value }, text) => {
    const { messages } = transcript(
      `u1 ${text} | a2 Noted: we meet in Lisbon. | u3 ${says.replaceAll('|', '\\|')} Remember that, my key is here.`,
    );
    const lines = [text, says, `The key is ${value}`, 'We meet in Lisbon', 'The rocket is called ZX-4711'];
    const notes = [...groundNotes(lines, redactEntries(messages).messages), ...pickNoteQuotes(messages)];
    for (const { text: kept, sourceId } of notes) {
      expect(kept).not.toContain(value);
      expect(kept).not.toMatch(/Lisbon|ZX-4711/u);
      expect(['u1', 'u3']).toContain(sourceId);
    }
  }),
);
