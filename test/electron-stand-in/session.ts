// `electron.protocol` and `electron.session`: own schemes, the request filter, permissions.
import { EventEmitter } from 'node:events';
import { app } from './app.ts';
import { strict } from './strict.ts';

type Handler = (request: Request) => Response | Promise<Response>;
type RequestFilter = (details: { readonly url: string }, answer: (verdict: { cancel?: boolean }) => void) => void;

const schemes = new Map<string, Handler>();
let filter: RequestFilter = (_details, answer) => answer({});

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged: () => {
    if (app.started) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
  },
  handle: (scheme: string, handler: Handler) => {
    if (!app.started) throw new Error('protocol used before ready');
    schemes.set(scheme, handler);
  },
});

class StandInSession extends EventEmitter {
  readonly webRequest = strict('webRequest', {
    onBeforeRequest: (listener: RequestFilter) => {
      filter = listener;
    },
  });
  setPermissionRequestHandler(): void {}
  setPermissionCheckHandler(): void {}
  setDevicePermissionHandler(): void {}
  setSpellCheckerEnabled(): void {}
}
export const session = strict('session', { defaultSession: strict('session.defaultSession', new StandInSession()) });

/** `app://name/x` cannot be a scheme of Chromium here: the page sees `http://name.app.localhost/x`, main sees the former. */
export function toPageAddress(address: string): string {
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]+)(.*)$/i.exec(address);
  return parts?.[1] !== undefined && schemes.has(parts[1])
    ? `http://${parts[2]}.${parts[1]}.localhost${parts[3]}`
    : address;
}
export function toMainAddress(address: string): string {
  const parts = /^http:\/\/([^/]+)\.([a-z0-9+-]+)\.localhost(\/.*)?$/i.exec(address);
  return parts?.[2] !== undefined && schemes.has(parts[2]) ? `${parts[2]}://${parts[1]}${parts[3] ?? '/'}` : address;
}

export type Verdict = 'cancel' | 'network' | Handler;

/** What becomes of a request of a page; `address` as main sees it. */
export function decideRequest(address: string): Verdict {
  let cancelled = false;
  filter({ url: address }, (verdict) => {
    cancelled = verdict.cancel === true;
  });
  return cancelled ? 'cancel' : (schemes.get(address.split(':')[0] ?? '') ?? 'network');
}
