// Exact names: which are found, which are none, and when a text holds one.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containsIdentifier, findIdentifiers } from '../../../electron/core/safeguard/identifiers.ts';
import { EMPTY_STATE_SUMMARY } from '../../../electron/core/summary/state-summary.ts';
import { parseSummaryText, renderSummaryText } from '../../../electron/core/summary/summary-text.ts';

const found = (text: string) => findIdentifiers(text).map(({ kind, text: name }) => `${kind} ${name}`);

test('decimal places are not taken as identifiers (B31)', () => {
  expect(found('ratio=0.123456789, loss 1.5e-07, 2026-09-01T10:00:00Z, size 1048576 bytes')).toEqual([
    'quantity 1048576 bytes',
  ]);
  expect(
    found('ticket 20931477, commit 4f2a9c1d7e, file /srv/app/report_v2.txt, id 3f0c2b1e-1111-4222-8333-444455556666'),
  ).toEqual(['id 20931477', 'id 4f2a9c1d7e', 'path /srv/app/report_v2.txt', 'id 3f0c2b1e-1111-4222-8333-444455556666']);
});

describe('found in prose', () => {
  test.each([
    ['upload finished, receipt R-5521', ['id R-5521']],
    ['The code word for the door is plum-14.', ['id plum-14']],
    ['locker number 118', ['id locker number 118']],
    [
      'on port 5433, see http://localhost:8080/x?y=1 and :9090',
      ['port port 5433', 'url http://localhost:8080/x?y=1', 'port :9090'],
    ],
    [
      '打开/srv/app/report_v2.txt文件，端口5433，版本2.4.1，工单20931477',
      ['path /srv/app/report_v2.txt', 'port 端口5433', 'version 版本2.4.1', 'id 20931477'],
    ],
    ['run `npm run test -- --watch` in src/app/main.ts', ['command npm run test -- --watch', 'path src/app/main.ts']],
    ['Use Node 24 and v1.2.3-rc.1 for 30 minutes', ['version Node 24', 'version v1.2.3-rc.1', 'quantity 30 minutes']],
    ['C:\\Users\\ana\\report.docx', ['path C:\\Users\\ana\\report.docx']],
    ['$ git push origin main\nok', ['command git push origin main']],
    ['重跑build-42号任务后全部通过', ['id build-42']],
    ['ORDER-1002; fix #123', ['id ORDER-1002', 'id #123']],
    ['mail ana@example.com', ['url ana@example.com']],
    ['"path":"a.md"', ['path a.md']],
    ['2小时30分钟，500元', ['quantity 2小时', 'quantity 30分钟', 'quantity 500元']],
    ['invoice INV-2026-004, order_8812', ['id INV-2026-004', 'id order_8812']],
    [
      'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      ['id 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    ],
    ['see https://example.org/a_(b).', ['url https://example.org/a_(b)']],
    ['(see https://example.org/a)', ['url https://example.org/a']],
    ['/data/weekly/2026-03.xlsx', ['path /data/weekly/2026-03.xlsx']],
    ['budget 1,800 euros', ['quantity 1,800 euros']],
    [
      '请改 资料/第三章-终稿.docx 和 数据/2026年/客户.xlsx',
      ['path 资料/第三章-终稿.docx', 'path 数据/2026年/客户.xlsx'],
    ],
    ['打开资料/第三章.docx', ['path 资料/第三章.docx']],
    ['The parcel weighs 12.5 kg, budget 1,250.50 EUR', ['quantity 12.5 kg', 'quantity 1,250.50 EUR']],
    ['重量12.5公斤', ['quantity 12.5公斤']],
    ['call +49 170 1234567', ['id +49 170 1234567']],
    ['install @types/node@24.19.4 now', ['name @types/node@24.19.4']],
    ['First run npm run build -- --watch.', ['command npm run build -- --watch']],
    ['docker compose up -d', ['command docker compose up -d']],
    ['PR42, PR #43, pull request 44a, order no. 4711', ['id PR42', 'id PR #43', 'id 44a', 'id order no. 4711']],
    ['Look at \\\\nas\\share\\a.txt as well.', ['path \\\\nas\\share\\a.txt']],
  ])('%s', (text, names) => {
    expect(found(text)).toEqual(names);
  });
});

describe('none of these is an identifier', () => {
  test.each([
    'deploy on 2026-03-01, 12.5, 3.14 and 1e-7',
    'at 10:30 or 10:30:15',
    'either/or, he/she, 24/7, and/or',
    'client/server, TCP/IP',
    'https://[redacted:password]@host/x',
    'the value 123456 and 20260301',
    'utf-8 and sha-256',
    'one-time, well-known, up-to-date',
    '我今天很忙',
    'Look at processor-i7 today.',
    'preview-abc123, prompt-v2, precision-8a8b8c',
    'my-project-Q7d8xkLmP2vN and ordering-a1b, runs-x1b',
  ])('%s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('a text holds an identifier only on its own', () => {
  test.each([
    ['/srv/app/report_v2.txt', 'see /srv/app/report_v2.txt.', true],
    ['/srv/app/report_v2.txt', '打开/srv/app/report_v2.txt文件', true],
    ['/srv/app/report_v2.txt', '`/srv/app/report_v2.txt`', true],
    ['/srv/app/report_v2.txt', '/srv/app/report_v2.txt.bak', false],
    ['/srv/app/report_v2.txt', '/mnt/srv/app/report_v2.txt', false],
    ['/srv/app', '/srv/app/report_v2.txt', false],
    ['/srv/app/report_v2.txt', '/srv/app/report_v2.txt.bak and /srv/app/report_v2.txt', true],
    ['4f2a9c1d7e', 'commit 4f2a9c1d7e, done', true],
    ['4f2a9c1d7e', '4f2a9c1d7e9', false],
    ['R-5521', '- R-5521', true],
    ['R-5521', 'R-5521-b', false],
    ['R-5521', 'AR-5521', false],
    ['20931477', '工单20931477号', true],
    ['20931477', '120931477', false],
    ['v1.2.3', 'v1.2.3.', true],
    ['v1.2.3', 'v1.2.30', false],
    ['v1.2.3', 'v1.2.3-rc.1', false],
    [':8080', 'localhost:8080', true],
    ['npm run test', 'run `npm run test` now', true],
    ['', 'anything', false],
  ])('%s in "%s": %s', (identifier, text, holds) => {
    expect(containsIdentifier(text, identifier)).toBe(holds);
  });
});

describe('for any text', () => {
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ' ',
          '/',
          '.',
          '-',
          ':',
          '@',
          '中',
          '，',
          '\n',
          '`',
          '$ ',
          'port ',
          'ticket ',
          'src/',
          'v1.2.3',
          '/srv/a.txt',
          '20931477',
          'R-5521',
          'processor-i7',
          '\\\\nas\\a',
          '[lifted] ',
        ),
        fc.string({ unit: 'grapheme', maxLength: 6 }),
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join(''));

  test('what is found is a substring, each once', () => {
    fc.assert(
      fc.property(text, (said) => {
        const names = findIdentifiers(said).map((identifier) => identifier.text);
        for (const name of names) expect(said).toContain(name);
        expect(new Set(names).size).toBe(names.length);
      }),
      { numRuns: 300 },
    );
  });

  test('what is found and listed in a state is held by its text: no audit can miss it', () => {
    fc.assert(
      fc.property(text, (said) => {
        const items = findIdentifiers(said).map(({ text: name }) => ({
          text: name,
          sources: [],
          layer: 'ledger' as const,
        }));
        const read = parseSummaryText(renderSummaryText({ ...EMPTY_STATE_SUMMARY, identifiers: items }));
        const listed = read.ok ? read.value.state.identifiers.map((item) => item.text).join('\n') : '';
        for (const item of items) expect(containsIdentifier(listed, item.text)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('an identifier between spaces is held, one with a letter glued to it is not', () => {
    fc.assert(
      fc.property(fc.constantFrom('/srv/a.txt', '20931477', 'R-5521', 'v1.2.3', 'a@b.example'), text, (name, said) => {
        expect(containsIdentifier(`${said} ${name} ${said}`, name)).toBe(true);
        expect(containsIdentifier(`x${name}x`, name)).toBe(false);
      }),
    );
  });
});

const ENDLESS_MS = 120_000;

test.each(['a', '1', '/', 'a-', '1.', '@', '`', '端口', '\\', '://', 'http://', 'a.b', 'f', 'ticket '])(
  '250 kB of %j are read once, not over and over',
  (part) => {
    // Work that grew with the square of the length would take hours here: the limit below tells that from a busy machine.
    const found = findIdentifiers(part.repeat(Math.ceil(250_000 / part.length)));
    expect(Array.isArray(found)).toBe(true);
  },
  ENDLESS_MS,
);
