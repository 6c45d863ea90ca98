import { describe, expect, it } from 'vitest';
import { buildLedger } from '../../../electron/core/safeguard/ledger.ts';
import { mergeState } from '../../../electron/core/summary/merge-state.ts';
import type { StateSummary } from '../../../electron/core/summary/state-summary.ts';
import { findAnswered, findUnanswered } from '../../../electron/core/transcript/turn.ts';
import { isMessage } from '../../../electron/core/transcript/entry.ts';
import { transcript } from '../../support/transcript-dsl.ts';

const { entries } = transcript(
  'u1 Water the tulips in the hall. | a2 Done. | u3 Count the chairs in the hall. | a4{k1} | t5{k1} 40 | a6 There are forty chairs. | u7 And the tables?',
);
const messages = entries.filter(isMessage);
const foldFirst = (count: number, previous: StateSummary | null = null): StateSummary =>
  mergeState({
    previous,
    ledger: buildLedger({
      messages: messages.slice(0, count),
      previous,
      unansweredIds: findUnanswered(entries).map(({ id }) => id),
      answeredIds: findAnswered(entries).map(({ id }) => id),
      pins: [],
    }),
    quotes: [],
    written: null,
  });
const texts = (items: StateSummary['goal']): readonly string[] => items.map(({ text }) => text);

describe('a request whose answer lies in the kept part', () => {
  it('is in progress, neither pending nor done', () => {
    const state = foldFirst(5);
    expect(texts(state.inProgress)).toEqual(['Count the chairs in the hall.']);
    expect(state.pendingRequests).toEqual([]);
    expect(state.completed).toEqual([]);
  });

  it('is done once its answer is folded too', () => {
    const state = mergeState({
      previous: foldFirst(5),
      ledger: buildLedger({
        messages: messages.slice(5, 6),
        previous: foldFirst(5),
        unansweredIds: findUnanswered(entries).map(({ id }) => id),
        answeredIds: findAnswered(entries).map(({ id }) => id),
        pins: [],
      }),
      quotes: [],
      written: null,
    });
    expect(texts(state.completed)).toEqual(['Count the chairs in the hall.']);
    expect(state.inProgress).toEqual([]);
    expect(state.pendingRequests).toEqual([]);
  });

  it('an unanswered one stays pending', () => {
    expect(texts(foldFirst(7).pendingRequests)).toEqual(['And the tables?']);
  });
});

describe('a message in the kept part that takes back an earlier request', () => {
  const said = transcript(
    'u1 Compare the two options for the room layout. | a2 I begin with option one. | u3 Stop that. Keep only the rollout notes and send me the dates.',
  ).entries.filter(isMessage);

  it('marks it as replaced and stands above it while it is unanswered', () => {
    const ledger = buildLedger({
      messages: said.slice(0, 2),
      keptMessages: said.slice(2),
      previous: null,
      unansweredIds: findUnanswered(said).map(({ id }) => id),
      answeredIds: findAnswered(said).map(({ id }) => id),
      pins: [],
    });
    expect(ledger.pendingRequests.map(({ text, status }) => [text, status])).toEqual([
      ['Stop that. Keep only the rollout notes and send me the dates.', undefined],
      ['Compare the two options for the room layout.', 'superseded'],
    ]);
  });
});
