// Field cases about sizes that no scenario file shows: one counter for trigger and cut in every script, and the window really loaded.
import { describe, expect, test } from 'vitest';
import { findCutIndex } from '../../electron/core/compaction/cut-point.ts';
import { DEFAULT_COMPACTION_SETTINGS, resolveCompactionSettings } from '../../electron/core/compaction/settings.ts';
import { decideCompaction } from '../../electron/core/compaction/trigger.ts';
import { estimateTokens } from '../../electron/core/context/estimate-tokens.ts';
import type { EntryId } from '../../electron/core/ids.ts';
import { runScenario } from '../support/scenario/run-scenario.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { transcript } from '../support/transcript-dsl.ts';

describe('Chinese, Japanese or Korean text counted as four characters per token (B06)', () => {
  const SENTENCES = [
    ['Chinese', '请在周五之前整理会议记录并发给小组。'],
    ['Japanese', '金曜日までに会議の記録をまとめてください。'],
    ['Korean', '금요일까지 회의록을 정리해서 팀에 보내 주세요.'],
    ['ASCII', 'Please put the minutes in order before Friday. '],
  ] as const;

  test.each(SENTENCES)('the kept tail is at most the budget and one message: %s', (_name, sentence) => {
    const said = sentence.repeat(20).slice(0, 160);
    const { messages } = transcript(`u1 ${said} | a2 ${said} | u3 ${said} | a4 ${said}`);
    const tokensOf = (id: EntryId): number =>
      estimateTokens(messages.find((entry) => entry.id === id)?.payload.text ?? '');
    const sizes = messages.map(({ id }) => tokensOf(id));
    const keepTokens = 100;
    const cut = findCutIndex(messages, { keepTokens, tokensOf }) ?? 0;
    const kept = sizes.slice(cut).reduce((sum, size) => sum + size, 0);
    expect(kept).toBeLessThanOrEqual(keepTokens + Math.max(...sizes));
    expect(kept).toBeGreaterThanOrEqual(keepTokens);
  });

  test('a character of Chinese weighs about a token, never a quarter of one', () => {
    const [zh, ascii] = [SENTENCES[0][1], SENTENCES[3][1]].map((text) => estimateTokens(text.repeat(20).slice(0, 160)));
    expect(zh).toBeGreaterThanOrEqual(128);
    expect(zh).toBeLessThanOrEqual(320);
    expect(ascii).toBeLessThan(60);
  });

  test('the same figure decides when and where', () => {
    const said = SENTENCES[0][1].repeat(9);
    const usedTokens = estimateTokens(said);
    const effective = resolveCompactionSettings(
      { ...DEFAULT_COMPACTION_SETTINGS, reserveTokens: 100 },
      usedTokens + 99,
    );
    const input = { fixedTokens: 0, effective, activeBytes: 0, pausedAt: null, settingsKey: '' };
    expect(decideCompaction({ ...input, usedTokens }).kind).toBe('compact');
    expect(decideCompaction({ ...input, usedTokens: usedTokens - 1 }).kind).toBe('none');
  });
});

describe('configured window differs from the window really loaded (B10)', () => {
  const said = (id: string, role: string, tokens: number) => ({
    id,
    role,
    text: `Part ${id} of the handbook.`,
    tokens,
  });
  const run = async (contextWindow: number, actions: readonly object[]) => {
    const scenario = scenarioSchema.parse({
      name: 'window',
      contextWindow,
      settings: { compaction: { reserveTokens: 1024 } },
      transcript: [
        said('u1', 'user', 3000),
        said('a2', 'assistant', 3000),
        said('u3', 'user', 500),
        said('a4', 'assistant', 500),
      ],
      actions,
    });
    return (await runScenario(scenario)) as unknown as {
      readonly actions: readonly { readonly decision?: { readonly kind: string; readonly windowTokens: number } }[];
      readonly usage: { readonly windowTokens: number };
    };
  };
  const ask = { do: 'send', text: 'And the last part?', tokens: 200 };

  test('all figures come from the one loaded', async () => {
    const output = await run(8192, [ask]);
    expect(output.actions[0]?.decision).toMatchObject({ kind: 'compact', windowTokens: 8192 });
    expect(output.usage.windowTokens).toBe(8192);
  });

  test('another one counts as soon as it is loaded', async () => {
    const output = await run(32_768, [
      ask,
      { do: 'setWindow', contextWindow: 8192 },
      { ...ask, text: 'And the very last?' },
    ]);
    expect(output.actions[0]?.decision).toMatchObject({ kind: 'none', windowTokens: 32_768 });
    expect(output.actions[2]?.decision).toMatchObject({ kind: 'compact', windowTokens: 8192 });
  });
});
