import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findDataFolder, prepareDataFolder } from '../../electron/compose/data-folder.ts';

describe('the data folder', () => {
  const linux = { platform: 'linux', env: {}, userFolder: '/home/someone' } as const;

  it('is the one asked for, before $HOLDFAST_HOME, before the platform’s', () => {
    const env = { HOLDFAST_HOME: '/from/env' };
    expect(findDataFolder('/asked', { ...linux, env })).toBe('/asked');
    expect(findDataFolder(null, { ...linux, env })).toBe('/from/env');
    expect(findDataFolder(null, { ...linux, env: { HOLDFAST_HOME: '' } })).toBe('/home/someone/.local/share/holdfast');
  });
  it('is made absolute', () => {
    expect(findDataFolder('here', linux)).toBe(path.resolve('here'));
  });
  it('follows each platform', () => {
    expect(findDataFolder(null, { ...linux, env: { XDG_DATA_HOME: '/xdg' } })).toBe('/xdg/holdfast');
    expect(findDataFolder(null, { ...linux, env: { XDG_DATA_HOME: 'relative' } })).toBe(
      '/home/someone/.local/share/holdfast',
    );
    expect(findDataFolder(null, { platform: 'darwin', env: {}, userFolder: '/Users/someone' })).toBe(
      '/Users/someone/Library/Application Support/Holdfast',
    );
    expect(findDataFolder(null, { platform: 'win32', env: { APPDATA: 'C:\\Roaming' }, userFolder: 'C:\\u' })).toBe(
      'C:\\Roaming\\Holdfast',
    );
  });
});

describe('preparing the data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'holdfast-folder-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('makes it for its owner alone', () => {
    const wanted = path.join(folder, 'deep', 'er');
    expect(prepareDataFolder(wanted)).toEqual({ ok: true, value: wanted });
    if (process.platform !== 'win32') expect(statSync(wanted).mode & 0o777).toBe(0o700);
  });
  it('refuses a file, a place inside one, and a link that leads nowhere, and makes nothing there', () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    const link = path.join(folder, 'link');
    symlinkSync(path.join(folder, 'gone'), link);
    const refusal = (reason: string) => ({
      ok: false,
      error: { code: 'data_folder_not_writable', detail: { reason } },
    });
    expect(prepareDataFolder(file)).toMatchObject(refusal('ENOTDIR'));
    expect(prepareDataFolder(path.join(file, 'inside'))).toMatchObject(refusal('ENOTDIR'));
    expect(prepareDataFolder(link)).toMatchObject(refusal('ENOENT'));
    expect(prepareDataFolder(path.join(link, 'inside'))).toMatchObject(refusal('ENOENT'));
    expect(readdirSync(folder).sort()).toEqual(['file', 'link']);
  });
  it('takes a link that leads to a folder', () => {
    const real = path.join(folder, 'real');
    mkdirSync(real);
    symlinkSync(real, path.join(folder, 'link'));
    expect(prepareDataFolder(path.join(folder, 'link'))).toMatchObject({ ok: true });
    expect(readdirSync(real)).toEqual([]);
  });
  it.runIf(process.platform === 'linux')('ends at once where the system lets nobody make anything', () => {
    expect(prepareDataFolder('/proc/x')).toMatchObject({ ok: false, error: { code: 'data_folder_not_writable' } });
    expect(prepareDataFolder('/proc/x/y/z')).toMatchObject({ ok: false, error: { code: 'data_folder_not_writable' } });
    expect(prepareDataFolder('/proc')).toMatchObject({ ok: false, error: { code: 'data_folder_not_writable' } });
  });
});
