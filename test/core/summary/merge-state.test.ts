import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildLedger } from '../../../electron/core/safeguard/ledger.ts';
import { EMPTY_LEDGER, type Ledger } from '../../../electron/core/safeguard/ledger-items.ts';
import { asEntryId } from '../../../electron/core/ids.ts';
import { fitState } from '../../../electron/core/summary/fit-budget.ts';
import { type MergeInput, mergeState } from '../../../electron/core/summary/merge-state.ts';
import { pickQuotes, type Quote } from '../../../electron/core/summary/quotes.ts';
import {
  EMPTY_STATE_SUMMARY,
  STATE_CATEGORIES,
  type StateCategory,
  type StateItem,
  type StateSummary,
} from '../../../electron/core/summary/state-summary.ts';
import { transcript } from '../../support/transcript-dsl.ts';

const item = (text: string, more: Partial<StateItem> = {}): StateItem => ({
  text,
  sources: [asEntryId('s1')],
  layer: 'written',
  ...more,
});
const state = (part: Partial<StateSummary>): StateSummary => ({ ...EMPTY_STATE_SUMMARY, ...part });
const quote = (category: StateCategory, text: string, weight = 1, source = 's1'): Quote => ({
  category,
  item: { text, sources: [asEntryId(source)], layer: 'quote' },
  weight,
  order: 0,
});
const request = (
  text: string,
  more: { sourceId?: string; status?: 'superseded' } = {},
): Ledger['pendingRequests'][number] => ({
  text,
  sourceId: asEntryId(more.sourceId ?? 'u1'),
  ...(more.status === undefined ? {} : { status: more.status }),
});
/** Category by category: `[status] text`. */
function merged(input: Partial<MergeInput>): Partial<Record<StateCategory, readonly string[]>> {
  const after = mergeState({ previous: null, ledger: EMPTY_LEDGER, quotes: [], written: null, ...input });
  const shown = STATE_CATEGORIES.filter((category) => after[category].length > 0).map((category) => [
    category,
    after[category].map(
      ({ text, status, layer }) => `${layer === 'written' ? '' : `${layer}: `}${status ? `[${status}] ` : ''}${text}`,
    ),
  ]);
  return Object.fromEntries(shown) as Partial<Record<StateCategory, readonly string[]>>;
}

describe('updating the state', () => {
  it('constraints, requests and identifiers are the ledger’s, lifted and replaced ones marked', () => {
    const ledger: Ledger = {
      constraints: [
        { kind: 'prohibition', text: '先别动数据库', sourceId: asEntryId('u1'), liftedBy: asEntryId('u5') },
        { kind: 'lift', text: '现在可以动数据库了', sourceId: asEntryId('u5') },
      ],
      pendingRequests: [
        request('Send me the dates.', { sourceId: 'u9' }),
        request('Compare the layouts.', { status: 'superseded' }),
      ],
      identifiers: [{ text: '/srv/app', kind: 'path', sourceIds: [asEntryId('u1')], mentions: 1, namedByUser: true }],
    };
    const previous = state({ constraints: [item('invented', { layer: 'written' })] });
    expect(merged({ ledger, previous, written: state({ constraints: [item('also invented')] }) })).toEqual({
      constraints: ['ledger: [lifted] 先别动数据库', 'ledger: 现在可以动数据库了'],
      pendingRequests: ['ledger: Send me the dates.', 'ledger: [superseded] Compare the layouts.'],
      identifiers: ['ledger: /srv/app'],
    });
  });

  it('a request that is no longer open moves to completed (B39)', () => {
    const previous = state({ pendingRequests: [item('Rename the folder draft to final.', { layer: 'ledger' })] });
    expect(merged({ previous })).toEqual({ completed: ['quote: Rename the folder draft to final.'] });
  });

  it('… once: not where a completed item says so already', () => {
    const previous = state({ pendingRequests: [item('Rename the folder draft to final.', { layer: 'ledger' })] });
    expect(merged({ previous, written: state({ completed: [item('Renamed folder draft to final')] }) })).toEqual({
      completed: ['Renamed folder draft to final'],
    });
  });

  it('a former step that is now done leaves the open lists', () => {
    const previous = state({
      nextActions: [item('Add an RSS feed'), item('Set up backups')],
      inProgress: [item('Writing the about page')],
    });
    expect(
      merged({ previous, written: state({ completed: [item('Added the RSS feed'), item('Wrote about page')] }) }),
    ).toEqual({
      completed: ['Added the RSS feed', 'Wrote about page'],
      nextActions: ['Set up backups'],
    });
  });

  it('a goal that is done as a whole is no goal any more (B39), a goal done in part is', () => {
    const goal = [item('Rename the folder draft to final'), item('Build the garden site with feed and search')];
    const completed = [item('Renamed the folder draft to final'), item('Built the garden site')];
    expect(merged({ written: state({ goal, completed }) }).goal).toEqual([
      'Build the garden site with feed and search',
    ]);
  });

  it.each([
    ['by the opposite', 'Use Hugo for the blog', 'Do not use Hugo for the blog'],
    ['by "instead of"', 'Run the blog in Docker', 'Run the blog under systemd instead of Docker'],
    ['by another figure', 'Serve the blog on port 4321', 'Serve the blog on port 8080'],
    ['in Chinese', '博客采用静态模板', '博客改用动态模板'],
  ])('a decision taken back %s is marked', (_, before, after) => {
    expect(
      merged({ previous: state({ decisions: [item(before)] }), written: state({ decisions: [item(after)] }) }),
    ).toEqual({
      decisions: [`[superseded] ${before}`, after],
    });
  });

  it('another decision about something else is not', () => {
    const previous = state({ decisions: [item('Table 1 has 3 seats')] });
    expect(merged({ previous, written: state({ decisions: [item('Table 2 has 4 chairs')] }) })).toEqual({
      decisions: ['Table 1 has 3 seats', 'Table 2 has 4 chairs'],
    });
  });

  it('the goal of a replaced request is marked', () => {
    const ledger: Ledger = {
      ...EMPTY_LEDGER,
      pendingRequests: [request('Send dates.', { sourceId: 'u9' }), request('Compare.', { status: 'superseded' })],
    };
    expect(
      merged({ ledger, previous: state({ goal: [item('Compare the room layouts', { sources: [asEntryId('u1')] })] }) })
        .goal,
    ).toEqual(['[superseded] Compare the room layouts']);
  });
});

describe('doubles', () => {
  it.each([
    ['exact but for case and full stop', 'Sent the dates', 'sent the dates.', ['Sent the dates']],
    ['in other words of the same', 'Sent the dates to Ana', 'The dates were sent to Ana', ['Sent the dates to Ana']],
    [
      'another number is another fact',
      'Table has 12 rows',
      'Table has 13 rows',
      ['Table has 13 rows', 'Table has 12 rows'],
    ],
    [
      'a "not" is another fact',
      'The feed is valid',
      'The feed is not valid',
      ['The feed is not valid', 'The feed is valid'],
    ],
  ])('%s', (_, written, former, expected) => {
    expect(
      merged({ previous: state({ toolFindings: [item(former)] }), written: state({ toolFindings: [item(written)] }) })
        .toolFindings,
    ).toEqual(expected);
  });

  it('a quote gives way to a written line from the same entry, and stays beside one from another', () => {
    const written = state({ completed: [item('Wrote src/about.md with 203 words')] });
    const said = 'Done: src/about.md has 203 words, as wished.';
    expect(merged({ written, quotes: [quote('completed', said)] })).toEqual({
      completed: ['Wrote src/about.md with 203 words'],
    });
    expect(merged({ written, quotes: [quote('completed', `${said} It is online.`, 1, 's2')] }).completed?.length).toBe(
      2,
    );
  });

  it('what a constraint in force says is not said again', () => {
    const ledger: Ledger = {
      ...EMPTY_LEDGER,
      constraints: [{ kind: 'prohibition', text: "Don't touch the database today", sourceId: asEntryId('u1') }],
    };
    expect(merged({ ledger, written: state({ decisions: [item('Do not touch the database')] }) })).toEqual({
      constraints: ["ledger: Don't touch the database today"],
    });
  });
});

describe('bounds and secrets', () => {
  it('what happened loses its oldest, what holds keeps its first and its newest', () => {
    const many = (name: string, length = 30): readonly StateItem[] =>
      Array.from({ length }, (_, index) => item(`${name} thing number ${index}`));
    const after = mergeState({
      previous: state({ completed: many('did', 46), environment: many('has', 80) }),
      ledger: EMPTY_LEDGER,
      quotes: [],
      written: null,
    });
    expect(after.completed.map(({ text }) => text)).toEqual(
      many('did', 46)
        .slice(14)
        .map(({ text }) => text),
    );
    expect(after.environment.map(({ text }) => text)).toEqual(
      [...many('has', 80).slice(0, 16), ...many('has', 80).slice(48)].map(({ text }) => text),
    );
  });

  it('no item holds a secret, whoever wrote it', () => {
    const secret = 'sk-demo-a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6';
    const after = mergeState({
      previous: state({ environment: [item(`Key is ${secret}`)] }),
      ledger: {
        ...EMPTY_LEDGER,
        constraints: [{ kind: 'requirement', text: `always use ${secret}`, sourceId: asEntryId('u1') }],
      },
      quotes: [quote('toolFindings', `found ${secret}`)],
      written: state({ goal: [item(`Use ${secret}`)] }),
    });
    expect(JSON.stringify(after)).not.toContain(secret);
  });
});

describe('ten compactions', () => {
  const RULES = [
    "Don't touch the database before Friday.",
    '先别动数据库，今天只改文档。',
    'Never mention prices in the flyer.',
    'Please keep every answer under 100 words.',
    'Do not send anything without asking me.',
  ];
  const TALK = [
    'I updated README.md.',
    'The build failed: no space left.',
    'Option B is off the table.',
    'Port is 8080 now.',
    '文档已更新。',
    'My colleague is called Imra.',
    'Next I will add the feed.',
  ];
  const step = fc.record({
    rule: fc.option(fc.constantFrom(...RULES), { nil: null }),
    talk: fc.array(fc.constantFrom(...TALK), { minLength: 1, maxLength: 4 }),
  });

  it('lose no constraint, hold each statement once, and stay bounded', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 10 }), (steps) => {
        let previous: StateSummary | null = null;
        const given: string[] = [];
        for (const [turn, { rule, talk }] of steps.entries()) {
          if (rule !== null) given.push(rule);
          const { messages } = transcript(`u${turn}a ${rule ?? 'Go on please.'} | a${turn}b ${talk.join(' ')}`);
          const ledger = buildLedger({ messages, previous, unansweredIds: [], pins: [] });
          const whole = mergeState({ previous, ledger, quotes: pickQuotes({ messages, previous }), written: null });
          const fitted = fitState(whole, {
            budgetTokens: 300,
            ledgerLimitTokens: 600,
            extraTokens: 0,
            fixedTokens: 20,
            lineTokens: (text) => text.length / 4,
          });
          if (!fitted.ok) throw new Error(fitted.error.code);
          previous = fitted.value.state;
          const told = previous.constraints.map(({ text }) => text).join('\n');
          for (const words of given) expect(told).toContain(words.split(/[.,，。]/u)[0]);
          for (const category of STATE_CATEGORIES) {
            const texts = previous[category].map(({ text }) => text);
            expect(new Set(texts).size).toBe(texts.length);
          }
          expect(JSON.stringify(previous).length).toBeLessThan(12_000);
        }
      }),
      { numRuns: 8 },
    );
  });
});
