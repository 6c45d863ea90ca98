import { describe, expect, it } from 'vitest';
import { parseLaunchOptions } from '../../electron/compose/launch-options.mjs';

const plain = { home: null, model: null, shell: null, port: 0, open: true, yes: false, salvage: false, help: false };

describe('flags', () => {
  it('are all optional', () => {
    expect(parseLaunchOptions([])).toEqual({ options: plain });
  });
  it('are read as --name value and --name=value', () => {
    expect(
      parseLaunchOptions([
        '--home',
        'a b',
        '--model=m.gguf',
        '--shell',
        'browser',
        '--no-open',
        '--port',
        '8123',
        '--yes',
      ]),
    ).toEqual({
      options: {
        home: 'a b',
        model: 'm.gguf',
        shell: 'browser',
        port: 8123,
        open: false,
        yes: true,
        salvage: false,
        help: false,
      },
    });
  });
  it.each([
    [['--shell', 'firefox'], '--shell is electron or browser, not "firefox".'],
    [['--port', 'x'], '--port is a number from 0 to 65535, not "x".'],
    [['--port', '70000'], '--port is a number from 0 to 65535, not "70000".'],
    [['--port', '-1'], 'ambiguous'],
    [['--home='], '--home and --model need a path.'],
    [['--hom', 'x'], "Unknown option '--hom'"],
    [['stray'], 'stray'],
    [['--home'], '--home'],
  ])('%j is refused in words', (args, words) => {
    const { problem, options } = parseLaunchOptions(args);
    expect(options).toBeUndefined();
    expect(problem).toContain(words);
  });
  it('leaves a Chromium-based shell its own switches', () => {
    expect(
      parseLaunchOptions(['--inspect=0', '--remote-debugging-port=0', '--home=x', '--user-data-dir=/tmp/p']),
    ).toEqual({
      options: { ...plain, home: 'x' },
    });
  });
});
