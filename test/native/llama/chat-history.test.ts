import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { ContextSegment } from '../../../electron/core/context/context-view.ts';
import {
  buildChatMessages,
  type ChatMessage,
  contentOf,
  type TemplateTraits,
} from '../../../native/llama/chat-history.ts';
import { assistant, calling, current, summary, system, toolResult, user } from '../../support/segments.ts';

const FREE: TemplateTraits = { systemRole: true, toolRole: false, userFirst: false };
const TOOLS: TemplateTraits = { systemRole: true, toolRole: true, userFirst: false };
const STRICT: TemplateTraits = { systemRole: true, toolRole: false, userFirst: true };
const NO_SYSTEM: TemplateTraits = { systemRole: false, toolRole: false, userFirst: true };

const shape = (messages: readonly ChatMessage[]): readonly (readonly [string, string])[] =>
  messages.map((message) => [message.role, contentOf(message)]);
const build = (segments: readonly ContextSegment[], traits: TemplateTraits) =>
  shape(buildChatMessages(segments, traits));

describe('system prompt, tools and summary', () => {
  it('become one system message', () => {
    expect(build([system('S'), { ...system('T'), segment: 'tools' }, summary('M'), current('u')], FREE)).toEqual([
      ['system', 'S\n\nT\n\nM'],
      ['user', 'u'],
    ]);
  });
  it('go in front of the first user turn where the template has no system role', () => {
    expect(build([system('S'), summary('M'), current('u')], NO_SYSTEM)).toEqual([['user', 'S\n\nM\n\nu']]);
  });
  it('open the dialogue alone where the template has no system role and an answer comes first', () => {
    expect(build([system('S'), summary('M'), assistant('a'), current('u')], NO_SYSTEM)).toEqual([
      ['user', 'S\n\nM'],
      ['assistant', 'a'],
      ['user', 'u'],
    ]);
  });
});

describe('strict order', () => {
  it('takes the summary as the first user turn when an answer comes first', () => {
    expect(build([system('S'), summary('M'), assistant('a'), current('u')], STRICT)).toEqual([
      ['system', 'S'],
      ['user', 'M'],
      ['assistant', 'a'],
      ['user', 'u'],
    ]);
  });
  it('makes up an opening only when there is nothing else', () => {
    expect(build([assistant('a'), current('u')], STRICT)[0]?.[0]).toBe('user');
    expect(build([user('x'), assistant('a')], STRICT)).toEqual([
      ['user', 'x'],
      ['assistant', 'a'],
    ]);
  });
  it('joins two user messages in a row with a blank line', () => {
    expect(build([summary('M'), user('u1'), current('u2')], STRICT)).toEqual([
      ['system', 'M'],
      ['user', 'u1\n\nu2'],
    ]);
  });
});

describe('tool results', () => {
  const view = [
    system('S'),
    user('q'),
    calling('', 'k1', 'search_notes', '{"q":"x"}'),
    toolResult('k1', 'found'),
    current('u'),
  ];
  it('keep their role where the template has one', () => {
    const messages = buildChatMessages(view, TOOLS);
    expect(messages[2]).toMatchObject({ role: 'assistant', toolCalls: [{ id: 'k1', name: 'search_notes' }] });
    expect(messages[3]).toMatchObject({ role: 'tool', callId: 'k1', toolName: 'search_notes' });
  });
  it('become a delimited block of the user turn where it has none', () => {
    expect(build(view, FREE)).toEqual([
      ['system', 'S'],
      ['user', 'q'],
      ['assistant', 'Tool call search_notes: {"q":"x"}'],
      ['user', 'Tool result (search_notes):\n"""\nfound\n"""\nEnd of tool result.\n\nu'],
    ]);
  });
  it('belong to the newest call with a repeated id', () => {
    const repeated = [
      user('q'),
      calling('', 'k1', 'old', '{}'),
      toolResult('k1', 'r1'),
      calling('', 'k1', 'new', '{}'),
      toolResult('k1', 'r2'),
    ];
    expect(buildChatMessages(repeated, TOOLS).filter((message) => message.role === 'tool')).toMatchObject([
      { toolName: 'old' },
      { toolName: 'new' },
    ]);
  });
});

const anySegment = fc.oneof(
  fc.string().map(user),
  fc.string().map(assistant),
  fc.tuple(fc.string(), fc.constantFrom('k1', 'k2')).map(([text, id]) => calling(text, id, 'tool', '{}')),
  fc.tuple(fc.constantFrom('k1', 'k2'), fc.string()).map(([id, text]) => toolResult(id, text)),
);

it.each([FREE, TOOLS, STRICT, NO_SYSTEM])('holds every text once and in order, whatever the traits: %j', (traits) => {
  fc.assert(
    fc.property(fc.array(anySegment, { maxLength: 8 }), (dialogue) => {
      const segments = [system('S'), summary('M'), ...dialogue, current('the end')];
      const messages = buildChatMessages(segments, traits);
      const indexes = messages.flatMap((message) => message.parts.map((part) => part.segmentIndex));
      expect([...new Set(indexes)].toSorted((a, b) => a - b)).toEqual(segments.map((_, index) => index));
      for (const message of messages)
        for (const part of message.parts) expect(part.text).toContain(segments[part.segmentIndex]?.text ?? '');
      expect(messages.at(-1)?.role).toBe('user');
      const turns = messages.filter((message) => message.role !== 'tool' && message.toolCalls === undefined);
      const neighbours = turns
        .slice(1)
        .filter(
          (message, index) =>
            messages.indexOf(message) === messages.indexOf(turns[index] as ChatMessage) + 1 &&
            message.role === turns[index]?.role,
        );
      expect(neighbours).toEqual([]);
    }),
  );
});
