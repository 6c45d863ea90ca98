// What an extension is given and may answer: plain data in, plain data out. docs/extensions.md explains it with an example.
// Nothing of the app itself is handed over; what comes back is checked against these schemas before it is used.
import { z } from 'zod';
import type { CompactionReason } from '../core/compaction/trigger.ts';
import { STATE_CATEGORIES, type StateCategory } from '../core/summary/state-summary.ts';

/** A folded message. Secrets are replaced, encoded data is a placeholder's matter of the reader. */
export interface ExtensionMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant' | 'tool_result';
  readonly text: string;
  readonly toolCalls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly callId?: string;
}

/** Lines by category of the state. */
export type ExtensionSummary = { readonly [Category in StateCategory]?: readonly string[] };

interface AboutCompaction {
  readonly conversationId: string;
  readonly reason: CompactionReason;
  /** What the person typed after /compact. */
  readonly instructions: string | null;
  /** Of the person: `en`, `zh` or another code. */
  readonly language: string;
  /** What is folded, oldest first. */
  readonly messages: readonly ExtensionMessage[];
  /** The state in force before, if any. */
  readonly previousSummary: ExtensionSummary | null;
}

export interface ProviderRequest extends AboutCompaction {
  readonly identifierPolicy: 'strict' | 'off' | 'custom';
  readonly identifierInstructions: string | null;
  /** Budget of the rendered summary. */
  readonly summaryTokens: number;
}

export interface BeforeCompaction extends AboutCompaction {
  readonly keptMessages: number;
  readonly tokensBefore: number;
}

export interface AfterCompaction {
  readonly conversationId: string;
  readonly compactionId: string;
  readonly reason: CompactionReason;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly writer: string;
  /** The summary as stored. */
  readonly text: string;
}

/** `signal` fires when the person cancels or the time is up. */
export interface CompactionProvider {
  compact(request: ProviderRequest, signal: AbortSignal): unknown;
}
export type BeforeHook = (event: BeforeCompaction, signal: AbortSignal) => unknown;
export type AfterHook = (event: AfterCompaction, signal: AbortSignal) => unknown;

/** What the default export of an extension is called with, once, when it is loaded. */
export interface ExtensionApi {
  registerCompactionProvider(name: string, provider: CompactionProvider): void;
  beforeCompaction(hook: BeforeHook): void;
  afterCompaction(hook: AfterHook): void;
}

const MAX_LINES = 200;
const line = z
  .string()
  .max(4000)
  .transform((text) => text.toWellFormed().replace(/\s+/gu, ' ').trim());
const lines = z
  .array(line)
  .max(MAX_LINES)
  .transform((all) => all.filter((text) => text !== ''));
const summary = z.strictObject(
  Object.fromEntries(STATE_CATEGORIES.map((category) => [category, lines.optional()])) as {
    readonly [Category in StateCategory]: z.ZodOptional<typeof lines>;
  },
);

/** A provider's answer; nothing at all means that it has none. */
export const providerAnswerSchema = z.strictObject({ summary }).nullish();

/** A hook before a compaction lets it go on, ends it with a reason, or brings the state along. */
export const beforeAnswerSchema = z
  .union([z.strictObject({ cancel: z.string().trim().min(1).max(500) }), z.strictObject({ summary })])
  .nullish();

export const PROVIDER_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u;

export interface ExtensionView {
  /** File name in the folder. */
  readonly file: string;
  readonly providers: readonly string[];
  readonly hooks: { readonly before: number; readonly after: number };
  /** Why it was not loaded. */
  readonly problem: string | null;
  /** The last time something of it failed in this run. */
  readonly lastFailure: { readonly at: ExtensionStep; readonly why: ExtensionWhy } | null;
}

export interface ExtensionsView {
  /** Null: extensions are off. */
  readonly folder: string | null;
  /** Why the folder was not read. */
  readonly problem: string | null;
  readonly extensions: readonly ExtensionView[];
}

export type ExtensionStep = 'before' | 'provider' | 'after';
export type ExtensionWhy = 'not_registered' | 'failed' | 'empty' | 'timeout' | 'invalid' | 'rejected';
