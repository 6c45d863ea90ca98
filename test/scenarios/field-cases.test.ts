// What `expect` cannot say about the field cases: that a text holds or lacks something, that an order holds, that nothing changed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runScenario } from '../support/scenario/run-scenario.ts';
import { type Scenario, scenarioSchema } from '../support/scenario/schema.ts';

interface Output {
  readonly actions: readonly {
    readonly outcome: string;
    readonly viewHash: string;
    readonly content?: string;
    readonly results?: readonly { readonly snippet: string }[];
    readonly compactions?: readonly { readonly entry?: { readonly text: string; readonly tokensAfter: number } }[];
  }[];
  readonly entries: readonly {
    readonly id: string;
    readonly type: string;
    readonly text?: string;
    readonly hash: string;
  }[];
  readonly view: readonly { readonly segment: string; readonly role: string; readonly text: string }[];
  readonly requests: readonly { readonly for: string; readonly text: string; readonly tokens: number }[];
  readonly notes: Readonly<Record<string, string>>;
  readonly events: readonly { readonly type: string; readonly phase?: string }[];
}

const load = (name: string): Scenario => {
  const file = path.join(import.meta.dirname, `${name}.json`);
  return scenarioSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
};
const run = async (scenario: Scenario): Promise<Output> => (await runScenario(scenario)) as unknown as Output;
const requestsFor = (output: Output, purpose: string): readonly string[] =>
  output.requests.filter((request) => request.for === purpose).map(({ text }) => text);
const summaryTexts = (output: Output): readonly string[] =>
  output.entries.filter(({ type }) => type === 'compaction').map(({ text }) => text ?? '');
const times = (text: string, part: string): number => text.split(part).length - 1;

describe('what the summariser is given', () => {
  test('the whole message of the person, head and tail of a long result', async () => {
    const scenario = load('b55-long-user-text-is-read-whole');
    const output = await run({ ...scenario, contextWindow: 2050 });
    const [request = ''] = requestsFor(output, 'summary');
    const [said] = scenario.transcript;
    expect(request).toContain(said !== undefined && 'text' in said ? said.text : '?');
    expect(request).toContain('upload finished, receipt R-5521');
    expect(request).toMatch(/\d+ characters/u);
  });

  test('head, tail and the number left out of a result bigger than the window; the stored one is whole', async () => {
    const output = await run(load('b23-tool-result-bigger-than-the-window'));
    const [request = ''] = requestsFor(output, 'summary');
    expect(request).toContain('first line of the list');
    expect(request).toContain('last line of the list');
    expect(request).toMatch(/\d+ characters/u);
    expect(output.entries.find(({ id }) => id === 't3')?.text).toContain('rope peg tent');
    expect(output.entries.find(({ id }) => id === 't3')?.text?.length).toBeGreaterThan(40_000);
  });

  test('exactly one opening and one closing mark, whatever the chat holds', async () => {
    const output = await run(load('b46-closing-tag-inside-the-chat-ends-nothing'));
    for (const request of [...requestsFor(output, 'summary'), ...requestsFor(output, 'flush')]) {
      expect(times(request, '<conversation>')).toBe(1);
      expect(times(request, '</conversation>')).toBe(1);
    }
  });

  test('what the compaction before it kept', async () => {
    const output = await run(load('b56-what-the-first-compaction-kept-is-in-the-second'));
    expect(requestsFor(output, 'summary')[1]).toContain('plum-14');
  });

  test('whole pairs in each part', async () => {
    const output = await run(load('b60-summary-in-parts-that-fit'));
    const requests = requestsFor(output, 'summary');
    expect(requests.length).toBeGreaterThan(5);
    for (const request of requests) expect(times(request, '[assistant calls')).toBe(times(request, '[result of'));
    for (const { for: purpose, tokens } of output.requests)
      if (purpose === 'summary') expect(tokens).toBeLessThan(4096);
  });

  test.each([
    [
      'Portuguese',
      'Por favor, organize as atas da reunião e escreva primeiro a parte do orçamento.',
      /Portuguese|language of the user/u,
    ],
    ['Japanese when asked for', 'Put the meeting minutes in order. Reply in Japanese from now on.', /Japanese/u],
    ['Chinese', '请帮我整理会议记录，重点写预算部分。', /Chinese/u],
  ])('the language to write in: %s', async (_name, text, named) => {
    const output = await run({
      ...load('b26-nothing-to-compact-is-a-notice'),
      transcript: scenarioSchema.parse({
        name: 'language',
        transcript: [
          { id: 'u1', role: 'user', text, tokens: 300 },
          { id: 'a2', role: 'assistant', text: 'Ok.', tokens: 300 },
        ],
      }).transcript,
      actions: [{ do: 'compact', keep: 'nothing' }],
    });
    expect(requestsFor(output, 'summary')[0]).toMatch(named);
  });
});

describe('secrets', () => {
  test('stay in the transcript alone', async () => {
    const scenario = load('b42-secrets-reach-neither-summariser-nor-summary-nor-notes');
    const output = await run(scenario);
    const shown = JSON.stringify([output.actions, output.requests, output.notes, output.events, summaryTexts(output)]);
    for (const secret of ['sk-demo-', 'blue-Kettle-77', 'eyJhbGciOiJIUzI1NiJ9', 'geheim12', '482913'])
      expect(shown).not.toContain(secret);
    expect(requestsFor(output, 'summary')[0]).toContain('4f2a9c1d7e');
    expect(summaryTexts(output)[0]).toContain('4f2a9c1d7e');
    expect(summaryTexts(output)[0]).toContain('/srv/app/report_v2.txt');
    const stored = scenario.transcript.find(({ id }) => id === 't3');
    expect(output.entries.find(({ id }) => id === 't3')?.text).toBe(stored && 'text' in stored ? stored.text : '?');
  });

  test('a word that looks like one stays', async () => {
    const output = await run(load('b44-one-secret-blocks-nothing'));
    expect(requestsFor(output, 'summary')[0]).toContain('Donaudampfschifffahrtsgesellschaftskapitaen');
    expect(summaryTexts(output)[0]).not.toContain('sk-demo-');
  });
});

describe('the next request', () => {
  test('holds no instructions given after /compact', async () => {
    const output = await run(load('b40-instructions-are-no-message'));
    expect(requestsFor(output, 'summary')[0]).toContain('seating plan');
    expect(requestsFor(output, 'chat')[0]).not.toContain('seating plan');
    expect(output.entries.some(({ type, text }) => type === 'message' && text?.includes('seating plan'))).toBe(false);
  });

  test('holds nothing of the folded part but the summary', async () => {
    const output = await run(load('b65-the-next-request-is-built-from-the-summary'));
    const [request = ''] = requestsFor(output, 'chat');
    expect(request).not.toContain('Fact 3 is noted');
    expect(request).toBe(
      output.view
        .slice(0, -1)
        .map(({ role, text }) => `${role}: ${text}`)
        .join('\n\n'),
    );
  });

  test('holds no bare copy of a finished request', async () => {
    const output = await run(load('b39-finished-request-is-done-not-open'));
    expect(requestsFor(output, 'chat')[0]).not.toContain('user: Rename');
  });
});

describe('ten compactions', () => {
  test('one flat state, each heading once, within the budget, the first fact still there', async () => {
    const output = await run(load('b57-ten-compactions-stay-one-flat-state'));
    const texts = summaryTexts(output);
    expect(texts).toHaveLength(10);
    for (const text of texts) {
      const headings = text.match(/^## .+$/gmu) ?? [];
      expect(new Set(headings).size).toBe(headings.length);
      expect(text).toContain('Imra');
      expect(times(text, '<earlier_conversation>')).toBe(1);
      expect(text.length).toBeLessThan(2000);
    }
  });
});

describe('the flush', () => {
  test.each(['threshold', 'overflow', 'manual'])(
    'sees the old part, before the summary and the commit: %s',
    async (reason) => {
      const output = await run(
        load(`b87-flush-before-${reason === 'manual' ? 'a' : reason === 'overflow' ? 'an' : 'a'}-${reason}-compaction`),
      );
      expect(requestsFor(output, 'flush')[0]).toContain('locker number 118');
      const phases = output.events.flatMap(({ type, phase }) => (type === 'compaction_phase' ? [phase] : []));
      expect(phases).toEqual(['flushing', 'summarizing', 'auditing', 'committing']);
    },
  );
});

describe('nothing is rewritten', () => {
  test('rows stay as they were through automatic, overflow, manual, cancelled and failed compactions', async () => {
    const scenario = load('b69-history-is-never-rewritten');
    const before = await run({ ...scenario, actions: [] });
    const after = await run(scenario);
    for (const entry of before.entries) expect(after.entries.find(({ id }) => id === entry.id)?.hash).toBe(entry.hash);
    const [, , cancelled, , failed, , compacted, undone] = after.actions;
    expect(cancelled?.viewHash).toBe(after.actions[0]?.viewHash);
    expect(failed?.viewHash).toBe(after.actions[0]?.viewHash);
    expect(undone?.viewHash).toBe(after.actions[5]?.viewHash);
    expect(compacted?.viewHash).not.toBe(undone?.viewHash);
  });

  test.each(['error', 'empty', 'spaces', 'error-text', 'crash'])(
    'the view is the same after a summary that is none: %s',
    async (name) => {
      const output = await run(load(`b51-${name}-is-no-summary`));
      expect(output.actions[1]?.viewHash).toBe(output.actions[0]?.viewHash);
      expect(output.events.map(({ type }) => type)).not.toContain('compaction_committed');
      expect(output.events.filter(({ type }) => type === 'compaction_failed')).toHaveLength(1);
    },
  );

  test.each(['error', 'host-exit', 'empty-reply', 'failed-audit', 'a-stall'])(
    'progress has an end: %s',
    async (name) => {
      const output = await run(load(`b97-progress-ends-after-${name}`));
      const after = output.events.slice(output.events.findIndex(({ type }) => type === 'compaction_failed'));
      expect(after[1]).toMatchObject({ type: 'operation_changed', phase: null });
    },
  );

  test('a file of the order in which things were said, whatever the clock', async () => {
    const output = await run(load('b79-order-is-by-sequence-not-time'));
    const ids = (output.actions[1]?.content ?? '').split('\n').filter((line) => line !== '');
    const places = ['z9', 'm5', 'b2', 'a1', 'q0', 'x1'].map((id) => ids.findIndex((line) => line.includes(`"${id}"`)));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
  });
});

describe('characters', () => {
  test('are never cut in half, in any text that is stored, sent or shown', async () => {
    const scenario = load('b105-no-character-is-cut-in-half');
    const output = await run({ ...scenario, contextWindow: 4400 });
    const texts = [
      ...output.requests.map(({ text }) => text),
      ...output.entries.map(({ text }) => text ?? ''),
      ...output.view.map(({ text }) => text),
      ...output.actions.flatMap(({ results }) => (results ?? []).map(({ snippet }) => snippet)),
    ];
    expect(texts.every((text) => text.isWellFormed())).toBe(true);
  });
});
