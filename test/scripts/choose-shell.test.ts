import { describe, expect, it } from 'vitest';
import { chooseShell, type ShellState } from '../../scripts/launch/choose-shell.mjs';

const desktop: ShellState = { asked: null, open: true, hasDisplay: true, isRoot: false, electron: 'present' };
const choose = (change: Partial<ShellState>) => chooseShell({ ...desktop, ...change });

describe('npm start', () => {
  it('takes Electron where its program is there', () => {
    expect(choose({})).toEqual({ shell: 'electron' });
    expect(choose({ asked: 'electron' })).toEqual({ shell: 'electron' });
  });
  it('tries to download it once', () => {
    expect(choose({ electron: 'unknown' })).toEqual({ shell: 'download' });
  });
  it('says in one line why it takes the browser', () => {
    expect(choose({ electron: 'unavailable' })).toEqual({
      shell: 'browser',
      why: 'Using the browser shell: Electron could not be downloaded.',
    });
    expect(choose({ hasDisplay: false, electron: 'unknown' })).toEqual({
      shell: 'browser',
      why: 'Using the browser shell: there is no display.',
    });
    expect(choose({ isRoot: true })).toMatchObject({
      shell: 'browser',
      why: expect.stringContaining('root') as string,
    });
  });
  it('takes the browser without a word where it was asked for, or no window was', () => {
    expect(choose({ asked: 'browser' })).toEqual({ shell: 'browser', why: null });
    expect(choose({ open: false, electron: 'unknown' })).toEqual({ shell: 'browser', why: null });
  });
  it('does not put the browser in the place of an Electron asked for', () => {
    expect(choose({ asked: 'electron', electron: 'unavailable' })).toMatchObject({ shell: null });
    expect(choose({ asked: 'electron', hasDisplay: false })).toMatchObject({ shell: null });
    expect(choose({ asked: 'electron', open: false })).toMatchObject({ shell: null });
  });
});
