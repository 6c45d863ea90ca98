import { describe, expect, test } from 'vitest';
import { findTurnStart, findUnanswered } from '../../../electron/core/transcript/turn.ts';
import { transcript } from '../../support/transcript-dsl.ts';

const unanswered = (line: string): readonly string[] =>
  findUnanswered(transcript(line).entries).map((entry) => entry.id);

describe('a user message is unanswered while no later assistant message without tool calls stands on the branch', () => {
  test.each([
    ['an empty branch has none', '', []],
    ['a final answer answers everything before it', 'u1 | u2 | a3 ok', []],
    ['several in a row are all unanswered, in order', 'u1 | a2 ok | u3 | u4', ['u3', 'u4']],
    ['a message that calls tools is no answer', 'u1 | a2{k1} Let me look | t3{k1}', ['u1']],
    ['an answer after the tool loop is', 'u1 | a2{k1} | t3{k1} | a4 ok', []],
    ['an interrupted answer with text is an answer', 'u1 | a2!interrupted Half an ans', []],
    ['an interrupted answer without text is none', 'u1 | a2!interrupted', ['u1']],
    ['nor is a failed one without text', 'u1 | a2!error', ['u1']],
    ['an answer cut at its length limit is an answer', 'u1 | a2!length Cut', []],
    ['labels and markers answer nothing', 'u1 | l2 named | m3 model', ['u1']],
    ['a message sent into a running tool loop waits with the first', 'u1 | a2{k1} | u3 | t4{k1}', ['u1', 'u3']],
  ])('%s', (_rule, line, ids) => {
    expect(unanswered(line)).toEqual(ids);
  });
});

describe('the turn of an entry starts at', () => {
  const { entries } = transcript('a0 Hello | u1 | a2{k1} | t3{k1} | a4 ok | u5 | a6 ok');
  test.each([
    ['the nearest user message before it', 4, 1],
    ['itself when it is a user message', 5, 5],
    ['nothing when no user message lies before', 0, -1],
    ['the last turn for an index past the end', 99, 5],
  ])('%s', (_rule, index, start) => {
    expect(findTurnStart(entries, index)).toBe(start);
  });
});
