import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogFile } from '../../electron/compose/log-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'holdfast-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const now = (): Date => new Date(0);

describe('the log', () => {
  it('writes one JSON line an event', () => {
    createLogFile(path.join(folder, 'logs'), { now })('info', 'started', { pid: 7, shell: 'browser' });
    expect(readFileSync(path.join(folder, 'logs', 'holdfast.log'), 'utf8')).toBe(
      '{"at":"1970-01-01T00:00:00.000Z","level":"info","event":"started","pid":7,"shell":"browser"}\n',
    );
  });
  it('goes on in the same file after a restart', () => {
    createLogFile(folder, { now })('info', 'one');
    createLogFile(folder, { now })('info', 'two');
    expect(readFileSync(path.join(folder, 'holdfast.log'), 'utf8').split('\n')).toHaveLength(3);
  });
  it('rotates by size and keeps three older files', () => {
    const log = createLogFile(folder, { maxBytes: 200, now });
    for (let count = 0; count < 50; count++) log('info', 'event', { count });
    expect(readdirSync(folder).sort()).toEqual(['holdfast.log', 'holdfast.log.1', 'holdfast.log.2', 'holdfast.log.3']);
    expect(statSync(path.join(folder, 'holdfast.log.1')).size).toBeLessThanOrEqual(200);
    expect(readFileSync(path.join(folder, 'holdfast.log'), 'utf8')).toContain('"count":49');
  });
  it('goes silent where it cannot write', () => {
    writeFileSync(path.join(folder, 'file'), '');
    expect(() => createLogFile(path.join(folder, 'file'), { now })('error', 'event')).not.toThrow();
  });
});
