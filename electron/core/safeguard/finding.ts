// Makes a finding fit to be shown and logged: one line, at most 120 characters, without secrets. Decides nothing.

import { clipEnd } from '../transcript/clip-text.ts';
import type { Finding, FindingCode } from './audit.ts';
import { redactSecrets } from './redact.ts';

/** @param about the text the finding is about, of any length; only a short redacted piece of it is kept. */
export function makeFinding(code: FindingCode, subject: string, about: string): Finding {
  const piece = redactSecrets(about.slice(0, 2000)).text.replace(/\s+/gu, ' ').trim();
  return { code, subject: redactSecrets(subject.slice(0, 400)).text, excerpt: clipEnd(piece, EXCERPT_CHARS) };
}

/** Shape given in safeguard/audit.ts. */
const EXCERPT_CHARS = 120;
