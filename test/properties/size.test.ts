// I1 Size: what decides is the size of the next request against the window really loaded; no threshold at or below zero, no guess of a
// window, no figure older than the latest compaction.
import fc from 'fast-check';
import { expect } from 'vitest';
import {
  type CompactionSettings,
  DEFAULT_COMPACTION_SETTINGS,
  resolveCompactionSettings,
} from '../../electron/core/compaction/settings.ts';
import { decideCompaction } from '../../electron/core/compaction/trigger.ts';
import { buildContextView, withDraft } from '../../electron/core/context/context-view.ts';
import { estimateTokens } from '../../electron/core/context/estimate-tokens.ts';
import { checkProperty } from './check-property.ts';
import { compactTalk } from './compact-talk.ts';
import { Chat } from './random-chat.ts';

const size = fc.integer({ min: 0, max: 1_200_000 });
const window = fc.oneof(fc.constantFrom(null, 0), fc.integer({ min: 1, max: 1_000_000 }));
const settings: fc.Arbitrary<CompactionSettings> = fc
  .record({
    reserve: fc.option(size, { nil: undefined }),
    keep: fc.option(size, { nil: undefined }),
    enabled: fc.boolean(),
  })
  .map(({ reserve, keep, enabled }) => ({
    ...DEFAULT_COMPACTION_SETTINGS,
    enabled,
    ...(reserve === undefined ? {} : { reserveTokens: reserve }),
    ...(keep === undefined ? {} : { keepRecentTokens: keep }),
  }));
const decide = (given: CompactionSettings, windowTokens: number | null, usedTokens: number, fixedTokens = 0) =>
  decideCompaction({
    usedTokens,
    fixedTokens,
    effective: resolveCompactionSettings(given, windowTokens),
    activeBytes: 0,
    pausedAt: null,
    settingsKey: '',
  });

checkProperty(
  'I1: a request compacts exactly when it is over the window less the reserve in force, which leaves at least half of the window',
  fc.property(settings, window, size, (given, windowTokens, usedTokens) => {
    const decision = decide(given, windowTokens, usedTokens);
    const { reserveInForceTokens } = resolveCompactionSettings(given, windowTokens);
    if (windowTokens === null || windowTokens === 0) {
      expect(decision).toMatchObject({ kind: 'none', thresholdTokens: null, windowTokens: null });
      return;
    }
    const reserve = reserveInForceTokens ?? Number.NaN;
    expect(windowTokens - reserve).toBeGreaterThanOrEqual(windowTokens / 2);
    expect(decision.kind).toBe(given.enabled && usedTokens > windowTokens - reserve ? 'compact' : 'none');
    if (given.reserveTokens !== undefined && given.reserveTokens <= windowTokens / 2)
      expect(reserve).toBe(given.reserveTokens);
    expect(decide(given, windowTokens, windowTokens - reserve).kind).toBe('none');
  }),
);

checkProperty(
  'I1: where the fixed part alone is over the limit nothing is tried, and the reason is said',
  fc.property(fc.integer({ min: 1000, max: 100_000 }), size, (windowTokens, fixedTokens) => {
    const decision = decide(
      { ...DEFAULT_COMPACTION_SETTINGS, enabled: true },
      windowTokens,
      fixedTokens + 50,
      fixedTokens,
    );
    if (fixedTokens > (decision.thresholdTokens ?? 0))
      expect(decision).toMatchObject({ kind: 'none', why: 'fixed_part_too_large' });
    else expect(decision.why).toBeUndefined();
  }),
);

checkProperty(
  'I1: after a compaction the size is that of the new view, whatever usage older replies report',
  fc.property(
    fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 900_000 })), {
      minLength: 3,
      maxLength: 12,
    }),
    fc.string({ maxLength: 30 }),
    (turns, draft) => {
      const chat = new Chat();
      for (const [words, totalTokens] of turns) {
        const text = 'word '.repeat(words).trim();
        chat.append({ type: 'message', role: 'user', text }, estimateTokens(text));
        const usage = { promptTokens: totalTokens, replyTokens: 0, totalTokens };
        chat.append({ type: 'message', role: 'assistant', text, status: 'complete', usage }, estimateTokens(text));
      }
      compactTalk(chat, { keep: 20, lines: null });
      const view = buildContextView({ system: 'S', tools: '', branch: chat.branch, compaction: chat.inForce() });
      const sizeOf = (segments: readonly { readonly text: string }[]): number =>
        segments.reduce((sum, { text }) => sum + estimateTokens(text), 0);
      const kept = chat.liveMessages().map(({ payload }) => payload);
      const parts = [
        { text: 'S' },
        { text: chat.inForce()?.payload.text ?? '' },
        ...kept,
        { text: draft.trim() === '' ? '' : draft },
      ];
      expect(sizeOf(withDraft(view, draft).segments)).toBe(sizeOf(parts));
    },
  ),
);
