// Who may talk to the browser shell. A launch code stands in an address (which other programs of this machine can see on a
// command line), so it is good once; it is exchanged for a session token, which only the tab's own storage knows.
import { randomBytes } from 'node:crypto';

/** Between starting a browser and its first request; a code nobody used by then is void. */
const LAUNCH_CODE_MS = 30_000;

export interface Sessions {
  /** A code for one window. `lasting` codes, printed for a person, wait until they are used. */
  createLaunchCode(options?: { readonly lasting?: boolean }): string;
  /** The token for a code, once; null for an unknown, used or expired one. */
  exchange(code: string): string | null;
  isToken(token: string): boolean;
}

export function createSessions(now: () => number): Sessions {
  const codes = new Map<string, { readonly expiresAt: number }>();
  const tokens = new Set<string>();
  return {
    createLaunchCode({ lasting = false } = {}) {
      const code = secret();
      codes.set(code, { expiresAt: lasting ? Number.POSITIVE_INFINITY : now() + LAUNCH_CODE_MS });
      return code;
    },
    exchange(code) {
      const known = codes.get(code);
      codes.delete(code);
      if (known === undefined || known.expiresAt < now()) return null;
      const token = secret();
      tokens.add(token);
      return token;
    },
    // 256 random bits as a key of a hash table: comparing them leaks nothing that could be guessed step by step.
    isToken: (token) => tokens.has(token),
  };
}

const secret = (): string => randomBytes(32).toString('base64url');
