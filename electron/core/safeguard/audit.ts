// The gate before a summary is stored: reads the exact text to be stored and says what is wrong with it. Fails closed.

export const FINDING_CODES = [
  'heading_missing',
  'heading_repeated',
  'heading_order',
  'pending_missing',
  'pending_order',
  'identifier_missing',
  'constraint_missing',
  'secret_present',
  'truncated',
  'empty',
  'thinking_text',
  'error_text',
  'tool_call',
  'wrong_language',
  'item_not_grounded',
  'not_smaller',
  'over_budget',
  'question_unanswered',
  'malformed',
  'markup_open',
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

export interface Finding {
  readonly code: FindingCode;
  /** What the finding is about: a category, an identifier, a question. */
  readonly subject: string;
  /** At most 120 characters, redacted. */
  readonly excerpt: string;
}
export interface AuditReport {
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}
