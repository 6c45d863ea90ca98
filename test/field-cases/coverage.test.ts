// Every field case within reach of a test without a screen and without a real model is shown by one, and every place named is really
// there. cases.json lists all cases with their levels (T0 pure functions and files, T1 scripted model, T2 real small model, T3 the running
// app) and the places: a file under test/, or `file › words of a test's title` in it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

interface FieldCase {
  readonly id: string;
  readonly symptom: string;
  readonly levels: readonly string[];
  readonly shownBy: readonly string[];
}

const testFolder = path.join(import.meta.dirname, '..');
const FIELD_CASES = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'cases.json'), 'utf8'),
) as readonly FieldCase[];

test('the list holds each case once', () => {
  expect(new Set(FIELD_CASES.map(({ id }) => id)).size).toBe(FIELD_CASES.length);
  expect(FIELD_CASES.length).toBeGreaterThanOrEqual(63);
});

test.for(FIELD_CASES.filter(({ levels }) => levels.includes('T0') || levels.includes('T1')))(
  '$id $symptom',
  ({ shownBy }) => {
    expect(shownBy).not.toEqual([]);
    for (const place of shownBy) {
      const [file = '', title] = place.split(' › ');
      const content = readFileSync(path.join(testFolder, file), 'utf8');
      if (title !== undefined) expect(content, `${file} has no test about “${title}”`).toContain(title);
    }
  },
);

test('a scenario named after a case is listed with it', () => {
  const scenarios = readdirSync(path.join(testFolder, 'scenarios')).filter((file) => /^b\d+-.*\.json$/u.test(file));
  const listed = new Set(FIELD_CASES.flatMap(({ shownBy }) => shownBy));
  expect(scenarios.filter((file) => !listed.has(`scenarios/${file}`))).toEqual([]);
});
