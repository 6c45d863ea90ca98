// What a finding of the audit is about, in words. The core names it in terms of its own; a person reads the names of the window.

import type { TFunction } from 'i18next';
import type { Finding } from '../../electron/core/safeguard/audit.ts';
import { STATE_CATEGORIES, type StateCategory } from '../../electron/core/summary/state-summary.ts';
import { STATE_HEADINGS } from '../../electron/core/summary/summary-text.ts';
import type { en } from '../locales/en.ts';

const QUESTIONS: Readonly<Record<string, StateCategory>> = {
  goal: 'goal',
  done: 'completed',
  'failed ways': 'failedApproaches',
  'next step': 'nextActions',
};
const TOKENS = /^(\d+) of (\d+) tokens$/;

const findCategory = (subject: string): StateCategory | undefined =>
  QUESTIONS[subject] ??
  STATE_CATEGORIES.find((category) => category === subject || STATE_HEADINGS[category] === subject);

const isSecretKind = (kind: string, kinds: (typeof en)['secret']): kind is keyof (typeof en)['secret'] =>
  Object.hasOwn(kinds, kind);

/** '' where the finding's own words, and the line it quotes, say everything. */
export function describeSubject(
  { code, subject }: Finding,
  {
    t,
    secrets,
    count,
  }: { readonly t: TFunction; readonly secrets: (typeof en)['secret']; count(value: number): string },
): string {
  if (code === 'identifier_missing') return subject;
  if (code === 'secret_present') return isSecretKind(subject, secrets) ? t(`secret.${subject}`) : '';
  const [, have, allowed] = TOKENS.exec(subject) ?? [];
  if (have !== undefined) return t('audit.tokens', { have: count(Number(have)), allowed: count(Number(allowed)) });
  const category = findCategory(subject);
  return category === undefined ? '' : t(`category.${category}`);
}
