import { describe, expect, it } from 'vitest';
import { findChromium } from '../../electron/loopback/find-browser.mjs';
import { planWindow, type WindowSurroundings } from '../../electron/loopback/plan-window.ts';

const wish = {
  url: 'http://127.0.0.1:1/#code=c',
  fileUrl: 'file:///data/window/open.html',
  profileFolder: '/data/window/browser',
  open: true,
};
const desktop: WindowSurroundings = {
  platform: 'linux',
  env: { DISPLAY: ':0' },
  isRoot: false,
  browser: '/usr/bin/chromium',
};

describe('the window of the browser shell', () => {
  it('is an app window with a profile in the data folder, and without the browser’s own traffic', () => {
    const plan = planWindow(wish, desktop);
    expect(plan).toMatchObject({ kind: 'app-window', command: '/usr/bin/chromium' });
    const args = plan.kind === 'app-window' ? plan.args : [];
    expect(args).toContain('--app=file:///data/window/open.html');
    expect(JSON.stringify(plan)).not.toContain('code=');
    expect(args).toContain('--user-data-dir=/data/window/browser');
    expect(args).toContain('--disable-background-networking');
  });

  it('gives a snap, which cannot read the launch file, the address itself', () => {
    const plan = planWindow(wish, { ...desktop, browser: '/snap/bin/chromium' });
    expect(plan).toMatchObject({ opens: 'address', args: expect.arrayContaining([`--app=${wish.url}`]) as unknown });
  });

  it('never disables the sandbox', () => {
    for (const isRoot of [true, false])
      expect(JSON.stringify(planWindow(wish, { ...desktop, isRoot }))).not.toContain('sandbox');
  });

  it('is left to the person for root, without a display, and when they asked for it', () => {
    expect(planWindow(wish, { ...desktop, isRoot: true })).toEqual({ kind: 'address', why: 'root' });
    expect(planWindow(wish, { ...desktop, env: {} })).toEqual({ kind: 'address', why: 'no_display' });
    expect(planWindow({ ...wish, open: false }, desktop)).toEqual({ kind: 'address', why: 'asked' });
  });

  it('shows in Wayland, macOS and Windows without DISPLAY', () => {
    expect(planWindow(wish, { ...desktop, env: { WAYLAND_DISPLAY: 'wayland-0' } }).kind).toBe('app-window');
    expect(planWindow(wish, { ...desktop, platform: 'darwin', env: {} }).kind).toBe('app-window');
    expect(planWindow(wish, { ...desktop, platform: 'win32', env: {} }).kind).toBe('app-window');
  });

  it('falls back to the default browser', () => {
    const commandOn = (platform: NodeJS.Platform): unknown => planWindow(wish, { ...desktop, platform, browser: null });
    expect(commandOn('linux')).toMatchObject({ kind: 'default-browser', command: 'xdg-open', args: [wish.fileUrl] });
    expect(JSON.stringify(commandOn('linux'))).not.toContain('code=');
    expect(commandOn('darwin')).toMatchObject({ command: 'open' });
    expect(commandOn('win32')).toMatchObject({ command: 'rundll32' });
  });
});

describe('finding a browser', () => {
  const on = (platform: NodeJS.Platform, env: Record<string, string>, present: readonly string[]): string | null =>
    findChromium({ platform, env, exists: (file) => present.includes(file) });

  it('takes CHROMIUM from the environment first', () => {
    expect(on('linux', { CHROMIUM: '/opt/c' }, [])).toBe('/opt/c');
  });
  it('looks through PATH and the usual folders', () => {
    expect(on('linux', { PATH: '/a:/b' }, ['/b/google-chrome', '/b/chromium-browser'])).toBe('/b/chromium-browser');
    expect(on('linux', {}, ['/snap/bin/chromium'])).toBe('/snap/bin/chromium');
  });
  it('knows where macOS and Windows keep theirs', () => {
    const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(on('darwin', {}, [chrome])).toBe(chrome);
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
    expect(on('win32', { 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' }, [edge])).toBe(edge);
  });
  it('finds none', () => {
    expect(on('linux', { PATH: '/a' }, [])).toBe(null);
  });
});
