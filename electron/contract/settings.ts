// settings.json: its schema (zod, from which the JSON schema in docs is made), and the type in force.
import { z } from 'zod';
import { type CompactionSettings, DEFAULT_COMPACTION_SETTINGS } from '../core/compaction/settings.ts';
import type { PruningSettings } from '../core/context/pruning.ts';

const tokens = z.int().min(0).max(10_000_000);
const bytes = z.union([z.int().positive(), z.string().regex(/^\s*\d+(\.\d+)?\s*(b|kb|mb|gb)\s*$/i)], {
  error: 'expected a number of bytes, or text such as "20mb"',
});

export const compactionSettingsSchema = z.object({
  enabled: z.boolean().describe('Compact before a request would not fit any more'),
  mode: z
    .enum(['default', 'safeguard'])
    .describe("'default' skips the audit's retry and model questions, never the ledger, secrets or size checks"),
  reserveTokens: tokens.optional().describe('Room kept for the reply and the summary; unset: 25 % of the window'),
  keepRecentTokens: tokens
    .optional()
    .describe('Newest part kept word for word; unset: automatic compaction keeps 25 % of the window, /compact nothing'),
  summaryTokens: tokens.optional().describe('Budget of the rendered summary; unset: 15 % of the window'),
  model: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Exact model for compaction (name, file name or path), with no fallback; unset: the chat model, then fallbackModels',
    ),
  writer: z
    .enum(['auto', 'model', 'quotes'])
    .describe('Who writes summary items: the model where it is fit to, the model always, or code with quotes alone'),
  provider: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .describe('Name of a provider that an extension registered; always with safeguard. Unset: the built-in summariser'),
  identifierPolicy: z
    .enum(['strict', 'off', 'custom'])
    .describe(
      'Whether exact identifiers have to be in a summary: all that are listed, none, or as identifierInstructions say',
    ),
  identifierInstructions: z.string().max(2000).optional().describe("Which identifiers matter, for the policy 'custom'"),
  qualityGuard: z.object({
    maxRetries: z.int().min(0).max(3).describe('How often a summary that failed its audit is written again'),
  }),
  maxActiveTranscriptBytes: bytes
    .optional()
    .describe(
      'Bytes of unfolded messages that start a compaction, such as "20mb"; unset: sizes in bytes do not matter',
    ),
  timeoutSeconds: z.number().positive().max(86_400).describe('A step without progress for so long has failed'),
  whenIdle: z
    .boolean()
    .describe('Prepare the next compaction in the background; it is applied at the next turn if it still holds'),
  memoryFlush: z.object({
    enabled: z.boolean().describe('Write durable facts to the notes before a compaction'),
    model: z.string().min(1).optional().describe('Exact model for it; unset: the compaction model'),
  }),
});

export const settingsSchema = z.object({
  language: z.enum(['system', 'en', 'zh-CN']).describe('Language of the window'),
  theme: z.enum(['system', 'light', 'dark']).describe('Colours of the window'),
  modelPath: z.string().optional().describe('The model loaded at start'),
  contextTokens: tokens.optional().describe('Context size to load; unset: what fits memory, at most 8,192'),
  systemPrompt: z.string().max(100_000).describe('System prompt of new conversations'),
  fallbackModels: z
    .array(z.string().min(1))
    .max(20)
    .describe('Models (name, file name or path) that do a step of a compaction when the chat model cannot, in order'),
  engineState: z.object({
    enabled: z
      .boolean()
      .describe('Keep engine states of recent conversations on disk, so that reopening reads nothing again'),
    maxBytes: bytes.describe('Room they may take together; the oldest go first'),
  }),
  pruning: z.object({
    enabled: z.boolean().describe('Shorten old tool results in a request that would not fit; never in what is stored'),
    toolResultTokens: tokens.describe('Size above which an old tool result is shortened'),
    keepLast: z.int().min(0).max(10_000).describe('Newest tool results that stay whole'),
  }),
  backups: z.object({
    enabled: z.boolean().describe('Back up daily, before a purge and before an update of the database'),
    keep: z.int().min(1).max(1000).describe('Backups kept of each kind'),
    folder: z.string().min(1).max(4096).optional().describe('Unset: backups/ in the data folder'),
  }),
  mirror: z.object({
    enabled: z.boolean().describe('Keep a Markdown copy of every conversation up to date; one way, never read back'),
    folder: z.string().min(1).max(4096).optional().describe('Unset: mirror/ in the data folder'),
  }),
  extensions: z.object({
    folder: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .describe('Absolute path of a folder whose .js and .mjs files are run inside the app; unset: extensions are off'),
  }),
  compaction: compactionSettingsSchema,
});

export interface Settings {
  readonly language: 'system' | 'en' | 'zh-CN';
  readonly theme: 'system' | 'light' | 'dark';
  readonly modelPath?: string;
  readonly contextTokens?: number;
  readonly systemPrompt: string;
  readonly fallbackModels: readonly string[];
  /** Saved engine states; `maxBytes` in bytes, or text such as "4gb". */
  readonly engineState: { readonly enabled: boolean; readonly maxBytes: number | string };
  readonly pruning: PruningSettings;
  readonly backups: { readonly enabled: boolean; readonly keep: number; readonly folder?: string };
  readonly mirror: { readonly enabled: boolean; readonly folder?: string };
  /** Extensions run only from a folder a person named. */
  readonly extensions: { readonly folder?: string };
  readonly compaction: CompactionSettings;
}

export const DEFAULT_SETTINGS: Settings = {
  language: 'system',
  theme: 'system',
  systemPrompt: '',
  fallbackModels: [],
  engineState: { enabled: true, maxBytes: '4gb' },
  pruning: { enabled: true, toolResultTokens: 1000, keepLast: 3 },
  backups: { enabled: true, keep: 7 },
  mirror: { enabled: false },
  extensions: {},
  compaction: DEFAULT_COMPACTION_SETTINGS,
};
