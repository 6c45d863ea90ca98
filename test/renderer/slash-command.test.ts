import { describe, expect, test } from 'vitest';
import { findCompletions, parseComposerInput } from '../../renderer/composer/slash-command.ts';

describe('what is typed', () => {
  test.each([
    ['/compact', { kind: 'compact', focus: '', all: false }],
    ['/compact the install page ', { kind: 'compact', focus: 'the install page', all: false }],
    ['/compact --all', { kind: 'compact', focus: '', all: true }],
    ['/compact --all 只看文档', { kind: 'compact', focus: '只看文档', all: true }],
    ['/compact --allow me', { kind: 'compact', focus: '--allow me', all: false }],
    ['/new', { kind: 'new', title: '' }],
    ['/NEW Trip to Hangzhou', { kind: 'new', title: 'Trip to Hangzhou' }],
    ['/undo', { kind: 'undo' }],
    ['/export', { kind: 'export' }],
    ['/notes', { kind: 'notes' }],
    ['/context', { kind: 'context' }],
    ['/help', { kind: 'help' }],
    ['/shrug', { kind: 'unknown', name: 'shrug' }],
  ])('%s is a command', (typed, expected) => {
    expect(parseComposerInput(typed)).toEqual(expected);
  });

  test.each([
    ['Hello', 'Hello'],
    [' /compact', '/compact'],
    ['/etc/hosts is wrong', '/etc/hosts is wrong'],
    ['/', '/'],
    ['1/2', '1/2'],
    ['  indented code', '  indented code'],
  ])('%j goes to the model as %j', (typed, text) => {
    expect(parseComposerInput(typed)).toEqual({ kind: 'text', text });
  });
});

describe('completion', () => {
  test('offers what begins that way, and nothing once words follow', () => {
    expect(findCompletions('/')).toHaveLength(7);
    expect(findCompletions('/co')).toEqual(['compact', 'context']);
    expect(findCompletions('/compact x')).toEqual([]);
    expect(findCompletions('co')).toEqual([]);
  });
});
