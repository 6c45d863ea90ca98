// Keeps the mutation check alive: every rule to break is still where the list says, every test named is there, and one breakage of each
// outcome is really tried.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { breakRule, openWorkshop, PROJECT_ROOT, type Workshop } from './mutate.ts';
import { type Mutation, MUTATIONS } from './mutations.ts';

const read = (file: string): string => readFileSync(path.join(PROJECT_ROOT, file), 'utf8');

describe('each rule to break', () => {
  test.for(MUTATIONS)('$name', (mutation) => {
    const source = read(mutation.file);
    expect(breakRule(source, mutation)).not.toBe(source);
    const [file, title] = mutation.caughtBy;
    // A scenario is named by its file, a rule of every store by the suite both share.
    if (file.startsWith('test/scenarios/scenarios')) expect(read(`test/scenarios/${title}.json`)).not.toBe('');
    else expect(read(file) + read('test/support/store-conformance.ts')).toContain(title);
  });

  test('has a name of its own', () => {
    expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length);
  });
});

describe('the workshop', () => {
  let workshop: Workshop | null = null;
  afterAll(() => workshop?.close());
  const undo = MUTATIONS.find(({ name }) => name === 'undo counts on every branch') as Mutation;

  test('catches a broken rule, lets a harmless change survive, and puts the sources back', { timeout: 120_000 }, () => {
    workshop = openWorkshop();
    expect(workshop.verdictOn(undo)).toBe('caught');
    expect(workshop.verdictOn({ ...undo, replace: `${undo.find} ` })).toBe('survived');
    expect(workshop.verdictOn({ ...undo, caughtBy: [undo.caughtBy[0], 'no such test'] })).toBe('not run');
    expect(read(undo.file)).toContain(undo.find);
  });
});
