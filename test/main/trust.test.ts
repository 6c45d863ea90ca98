import { describe, expect, it } from 'vitest';
import { isOwnFrame, mayOpenOutside, mayRequest } from '../../electron/main/trust.ts';

describe('which frame may command the app', () => {
  const top = { parent: null, url: 'app://holdfast/index.html' };
  it('is the top frame of our own page alone', () => {
    expect(isOwnFrame(top)).toBe(true);
    expect(isOwnFrame(null)).toBe(false);
    expect(isOwnFrame({ ...top, parent: top })).toBe(false);
    for (const url of [
      'app://other/',
      'app://holdfast.evil.test/',
      'https://holdfast/',
      'file:///index.html',
      'about:blank',
      '',
    ])
      expect(isOwnFrame({ ...top, url })).toBe(false);
  });
});

describe('which requests may be made', () => {
  it.each(['app://holdfast/a.js', 'data:image/png;base64,AA==', 'blob:app://holdfast/1'])('%s', (address) => {
    expect(mayRequest(address)).toBe(true);
  });
  it.each([
    'https://example.com/',
    'http://127.0.0.1/',
    'ws://127.0.0.1/',
    'file:///etc/passwd',
    'app://other/',
    'devtools://x/',
    'nonsense',
  ])('not %s', (address) => expect(mayRequest(address)).toBe(false));
});

describe('which links may leave the window', () => {
  it.each(['https://example.com/', 'http://example.com/', 'mailto:a@example.com'])('%s', (address) => {
    expect(mayOpenOutside(address)).toBe(true);
  });
  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'smb://server/share', 'ms-settings:', 'app://holdfast/', ''])(
    'not %j',
    (address) => expect(mayOpenOutside(address)).toBe(false),
  );
});
