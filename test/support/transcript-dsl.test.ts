import { expect, test } from 'vitest';
import { transcript } from './transcript-dsl.ts';

test('ids, sizes, calls and texts come out as written, one entry after the other', () => {
  const chat = transcript('u1[300] Hello there | a2[40]{k1,k2=read_file} | t3[900]{k1} a \\| b | a4!interrupted Half');
  expect(chat.entries.map((entry) => [entry.id, entry.parentId, entry.seq, chat.tokensOf(entry.id)])).toEqual([
    ['u1', null, 1, 300],
    ['a2', 'u1', 2, 40],
    ['t3', 'a2', 3, 900],
    ['a4', 't3', 4, 1],
  ]);
  expect(chat.entry('a2').payload).toEqual({
    type: 'message',
    role: 'assistant',
    text: '',
    toolCalls: [
      { id: 'k1', name: 'tool', arguments: '{}' },
      { id: 'k2', name: 'read_file', arguments: '{}' },
    ],
    stopReason: 'tool_use',
    status: 'complete',
  });
  expect(chat.entry('t3').payload).toMatchObject({ role: 'tool_result', callId: 'k1', text: 'a | b' });
  expect(chat.entry('a4').payload).toMatchObject({ status: 'interrupted', stopReason: 'aborted', text: 'Half' });
});

test('a parent mark opens a branch, and the branch is the path to its leaf', () => {
  const chat = transcript('u1 | a2 one | u3 | u4^a2 other');
  expect(chat.branch().map((entry) => entry.id)).toEqual(['u1', 'a2', 'u4']);
  expect(chat.branch('u3').map((entry) => entry.id)).toEqual(['u1', 'a2', 'u3']);
});

test('a compaction covers what lies before its first kept entry, or everything after a hard checkpoint', () => {
  const chat = transcript('u1 | a2 ok | u3 | c4>u3 Soft | c5>self+u3 Hard');
  expect(chat.compaction('c4').payload).toMatchObject({
    text: 'Soft',
    firstKeptEntryId: 'u3',
    coveredRange: { fromId: 'u1', toId: 'a2', hash: chat.entry('a2').hash },
  });
  expect(chat.compaction('c5').payload).toMatchObject({ firstKeptEntryId: 'c5', carriedEntryIds: ['u3'] });
});
