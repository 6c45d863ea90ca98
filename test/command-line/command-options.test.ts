// Arguments in, options or a problem out.
import { describe, expect, it } from 'vitest';
import { COMMANDS, parseCommandOptions } from '../../electron/command-line/command-options.ts';

const problemOf = (...args: string[]): string => {
  const parsed = parseCommandOptions(args);
  return 'problem' in parsed ? parsed.problem : '';
};

describe('the command line', () => {
  it('reads a command, what it is about, and its flags', () => {
    expect(parseCommandOptions(['compact', 'Old talk', '--focus', 'the port', '--everything', '--json'])).toMatchObject(
      {
        options: {
          command: 'compact',
          target: 'Old talk',
          focus: 'the port',
          everything: true,
          json: true,
          home: null,
        },
      },
    );
    expect(parseCommandOptions(['show', 'c1', '--last', '20', '--home', '/data'])).toMatchObject({
      options: { command: 'show', target: 'c1', last: 20, home: '/data' },
    });
  });

  it('takes all words after search as the text', () => {
    expect(parseCommandOptions(['search', '先别动', '数据库', '--limit', '5'])).toMatchObject({
      options: { target: '先别动 数据库', limit: 5 },
    });
  });

  it('reads filters of a search, a day as the whole local day', () => {
    const parsed = parseCommandOptions([
      'search',
      'x',
      '--in',
      'c',
      '--role',
      'user',
      '--from',
      '2026-03-01',
      '--to',
      '2026-03-01',
    ]);
    const from = new Date(2026, 2, 1).getTime();
    expect(parsed).toMatchObject({
      options: { within: 'c', to: null, filters: { role: 'user', from, to: from + 86_399_999 } },
    });
  });

  it('asks for help without a command or with --help behind any', () => {
    for (const args of [[], ['--help'], ['help'], ...COMMANDS.map((command) => [command, '--help'])]) {
      expect(parseCommandOptions(args)).toEqual({ help: true });
    }
  });

  it.each([
    [['frob'], 'There is no command "frob".'],
    [['list', 'c1'], 'list does not know what to do with "c1".'],
    [['show'], 'show needs to know what: see below.'],
    [['search', '  '], 'search needs to know what: see below.'],
    [['show', 'a', 'b'], 'show does not know what to do with "b".'],
    [['export', '--format', 'pdf'], '--format is one of markdown, html, jsonl, jsonl_messages, archive.'],
    [['search', 'x', '--limit', '0'], '--limit goes from 1 to 500, --last from 1.'],
    [['show', 'x', '--last', '1e3'], '--limit goes from 1 to 500, --last from 1.'],
    [['import', ''], 'import needs to know what: see below.'],
    [['list', '--home', ''], 'A path is missing.'],
    [['search', 'x', '--role', 'boss'], '--role is user, assistant or tool_result'],
    [['search', 'x', '--from', 'yesterday'], '--role is user, assistant or tool_result'],
  ])('refuses %j', (args, problem) => {
    expect(problemOf(...args)).toContain(problem);
  });

  it.each([
    [['list', '--dry-run']],
    [['import', 'f.json', '--focus', 'x']],
    [['verify', '--frob']],
    [['list', '--home']],
  ])('refuses a flag that is not the command’s: %j', (args) => {
    expect(problemOf(...args)).toContain('--');
  });
});

it('--force lets an export replace a file, and is known to no other command', () => {
  expect(parseCommandOptions(['export', '--to', 'a.md', '--force'])).toMatchObject({ options: { force: true } });
  expect(parseCommandOptions(['export', '--to', 'a.md'])).toMatchObject({ options: { force: false } });
  expect(parseCommandOptions(['import', 'a.json', '--force'])).toHaveProperty('problem');
});
