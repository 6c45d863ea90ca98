// What the Electron shell lets through, decided from addresses alone: which frame may command the app, which requests may leave,
// which links may be handed to the person's browser.

/** The window's own address. `app://holdfast` is served by this process and by nothing else. */
export const APP_SCHEME = 'app';
export const APP_ORIGIN = 'app://holdfast';

export interface FrameLike {
  readonly parent: unknown;
  readonly url: string;
}

/** Only the top frame of our own page commands the app. */
export function isOwnFrame(frame: FrameLike | null): boolean {
  return frame !== null && frame.parent === null && isOwnAddress(frame.url);
}

export function isOwnAddress(address: string): boolean {
  const url = parse(address);
  return url !== null && url.protocol === `${APP_SCHEME}:` && url.host === 'holdfast';
}

/** A window has no business on the network: everything but its own files and what it made in memory is cancelled. */
export function mayRequest(address: string): boolean {
  const url = parse(address);
  if (url === null) return false;
  return isOwnAddress(address) || url.protocol === 'data:' || url.protocol === `blob:`;
}

/** Links the window may hand to the person's browser or mail program, after it has shown them where they lead. */
export function mayOpenOutside(address: string): boolean {
  const url = parse(address);
  return url !== null && ['https:', 'http:', 'mailto:'].includes(url.protocol);
}

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}
