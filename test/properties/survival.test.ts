// I5 to I9 over random talk with compactions, undos and new branches: what was forbidden, asked and named is in the next request word for
// word; no secret is in anything made for a model or made by one; no text of the conversation ends its block; the state stays flat and bounded.
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { DATA_CLOSE, DATA_OPEN } from '../../electron/core/compaction/serialize-conversation.ts';
import { buildContextView, type ContextView } from '../../electron/core/context/context-view.ts';
import { estimateTokens } from '../../electron/core/context/estimate-tokens.ts';
import { pickNoteQuotes } from '../../electron/core/notes/memory-flush.ts';
import { redactSecrets } from '../../electron/core/safeguard/redact.ts';
import { STATE_CATEGORIES } from '../../electron/core/summary/state-summary.ts';
import { parseSummaryText, SUMMARY_CLOSE, SUMMARY_OPEN } from '../../electron/core/summary/summary-text.ts';
import { isMessage, isUser, type EntryPayload } from '../../electron/core/transcript/entry.ts';
import { findUnanswered } from '../../electron/core/transcript/turn.ts';
import { checkProperty } from './check-property.ts';
import { compactTalk, TALK_WINDOW, type TalkCompaction } from './compact-talk.ts';
import { Chat } from './random-chat.ts';
import { NAMES, type Rule, RULES, type Secret, type TalkStep, talkStep } from './random-talk.ts';

/** Times are data, not names. */
const TIMES = /^\d{4}-\d\d-\d\dT/u;

class Talk {
  readonly chat = new Chat();
  readonly secrets: Secret[] = [];
  compactions = 0;

  /** Rules said on the branch, each with the place of its last lift there, if one came after it. */
  rules(): readonly Rule[] {
    const said = this.chat.branch.flatMap((entry) => (isMessage(entry) && isUser(entry) ? [entry.payload.text] : []));
    return RULES.filter((rule) => said.some((text) => text.includes(rule.says)));
  }

  lifts(): readonly Rule[] {
    const said = this.chat.branch.flatMap((entry) => (isMessage(entry) && isUser(entry) ? [entry.payload.text] : []));
    return RULES.filter((rule) => said.includes(rule.lift));
  }

  named(): readonly string[] {
    const said = this.chat.branch.flatMap((entry) => (isMessage(entry) && isUser(entry) ? [entry.payload.text] : []));
    return NAMES.filter((name) => !TIMES.test(name) && said.some((text) => text.includes(name)));
  }

  view(): ContextView {
    return buildContextView({ system: '', tools: '', branch: this.chat.branch, compaction: this.chat.inForce() });
  }

  add(payload: EntryPayload): void {
    const text = 'text' in payload ? payload.text : '';
    this.chat.append(payload, estimateTokens(text));
  }
}

const say = (talk: Talk, role: 'user' | 'assistant', text: string): void =>
  role === 'user'
    ? talk.add({ type: 'message', role, text })
    : talk.add({ type: 'message', role, text, status: 'complete', stopReason: 'stop' });

function callTools(talk: Talk, ids: readonly string[], answered: number, text: string): void {
  const toolCalls = ids.map((id) => ({ id, name: 'read_file', arguments: '{"path":"/srv/app/notes.md"}' }));
  talk.add({ type: 'message', role: 'assistant', text: '', toolCalls, status: 'complete', stopReason: 'tool_use' });
  for (const callId of ids.slice(0, answered)) talk.add({ type: 'message', role: 'tool_result', callId, text });
}

function runStep(talk: Talk, step: TalkStep): TalkCompaction | null {
  switch (step.do) {
    case 'rule':
      say(talk, 'user', step.lead + step.rule.says);
      return null;
    case 'lift': {
      const rule = talk.rules().at(-1);
      if (rule !== undefined) say(talk, 'user', rule.lift);
      return null;
    }
    case 'ask':
      say(talk, 'user', step.text);
      return null;
    case 'secret':
      talk.secrets.push(step.secret);
      if (step.by === 'user') say(talk, 'user', step.secret.says);
      else callTools(talk, ['s'], 1, step.secret.says);
      return null;
    case 'say':
      say(talk, step.by, step.text);
      return null;
    case 'tool':
      callTools(talk, step.ids, step.answered, step.text);
      return null;
    case 'compact':
      return talk.compactions++ < 5 ? compactTalk(talk.chat, step) : null;
    case 'undo': {
      const inForce = talk.chat.inForce();
      if (inForce !== null) talk.chat.append({ type: 'compaction_undone', compactionId: inForce.id });
      return null;
    }
    case 'edit':
      talk.chat.branch = talk.chat.branch.slice(0, Math.max(1, talk.chat.branch.length - step.back));
      return null;
    default:
      return step satisfies never;
  }
}

/** Plays the steps and calls back after each compaction that was made, and with null at the end. */
function play(steps: readonly TalkStep[], check: (talk: Talk, made: TalkCompaction | null) => void): void {
  const talk = new Talk();
  for (const step of steps) {
    const made = runStep(talk, step);
    if (made !== null) check(talk, made);
  }
  check(talk, null);
}

const talks = fc.array(talkStep, { minLength: 4, maxLength: 22 });
const whole = ({ segments }: ContextView): string => segments.map(({ text }) => text).join('\n\n');
const times = (text: string, part: string): number => text.split(part).length - 1;

describe('over random talk', () => {
  checkProperty(
    'I4: what code alone makes passes the audit, and so does what a model adds after grounding',
    fc.property(talks, (steps) => {
      play(steps, (_talk, made) => expect(made?.audit.findings ?? []).toEqual([]));
    }),
  );

  checkProperty(
    'I5: unanswered messages stand in the next request word for word, in order, as the last of the person',
    fc.property(talks, (steps) => {
      play(steps, (talk) => {
        const open = findUnanswered(talk.chat.branch).map(({ id }) => id);
        const users = talk.view().segments.filter(({ role }) => role === 'user');
        expect(users.slice(users.length - open.length).map(({ entryId }) => entryId)).toEqual(open);
        for (const { entryId, text } of users)
          expect(text).toBe(talk.chat.branch.find(({ id }) => id === entryId)?.payload['text' as never]);
      });
    }),
  );

  checkProperty(
    'I6: every rule of the person is in the next request word for word, a lifted one with its lift, and nothing is turned round or made up',
    fc.property(talks, (steps) => {
      let trimmed = false;
      play(steps, (talk, made) => {
        const text = whole(talk.view());
        // A lift takes the rules of one sentence apart: each keeps its words.
        for (const rule of talk.rules()) for (const words of rule.words.split('，')) expect(text).toContain(words);
        for (const rule of talk.lifts()) expect(text).toContain(rule.lift.replace(/[.。]$/u, ''));
        // Where one was trimmed for want of room the text said so, and later ones know nothing of it.
        trimmed ||= /left out\]/u.test(text);
        if (!trimmed) for (const name of talk.named()) expect(text).toContain(name);
        if (made === null) return;
        const { state } = made.fitted;
        expect(state.completed.map((item) => item.text)).not.toContain('Deployed to Fly');
        expect(made.text).not.toContain('ZX-4711');
        const told = state.constraints.map((item) => item.text).join('\n');
        expect(told).not.toMatch(/never deploy on Fridays|delete everything|wipe the disk|open the door/u);
      });
    }),
  );

  checkProperty(
    'I7: no secret is in a request to a summariser, a summary, its state or a note; ordinary names stay',
    fc.property(talks, (steps) => {
      play(steps, (talk, made) => {
        const shown = made === null ? [] : [...made.requests, made.text, JSON.stringify(made.fitted.state)];
        const notes = pickNoteQuotes(talk.chat.branch.filter(isMessage)).map((note) => note.text);
        for (const { value } of talk.secrets)
          for (const text of [...shown, ...notes]) expect(text).not.toContain(value);
      });
      for (const name of NAMES) expect(redactSecrets(`It is ${name} here.`).text).toContain(name);
    }),
  );

  checkProperty(
    'I8: a request and a summary hold their opening and closing mark once, whatever was said, and the text reads back as its state',
    fc.property(talks, (steps) => {
      play(steps, (_talk, made) => {
        if (made === null) return;
        for (const request of made.requests)
          for (const mark of [DATA_OPEN, DATA_CLOSE]) expect(times(request, mark)).toBe(1);
        for (const mark of [SUMMARY_OPEN, SUMMARY_CLOSE]) expect(times(made.text, mark)).toBe(1);
        const read = parseSummaryText(made.text);
        expect(read.ok).toBe(true);
        if (!read.ok) return;
        for (const category of STATE_CATEGORIES)
          expect(read.value.state[category].map(({ text }) => text)).toEqual(
            made.fitted.state[category].map(({ text }) => text),
          );
      });
    }),
  );

  checkProperty(
    'I9: after any number of compactions one flat state, each heading and each statement once, within its allowance',
    fc.property(talks, (steps) => {
      play(steps, (_talk, made) => {
        if (made === null) return;
        const headings = made.text.match(/^## .+$/gmu) ?? [];
        expect(new Set(headings).size).toBe(headings.length);
        for (const category of STATE_CATEGORIES) {
          const texts = made.fitted.state[category].map(({ text, status }) => `${status ?? ''} ${text}`);
          expect(new Set(texts).size).toBe(texts.length);
        }
        expect(made.fitted.tokens).toBeLessThanOrEqual(made.fitted.allowedTokens);
        expect(made.fitted.allowedTokens).toBeLessThanOrEqual(TALK_WINDOW / 4);
      });
    }),
  );
});
