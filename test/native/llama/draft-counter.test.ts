import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createChatEngine } from '../../../native/llama/chat-engine.ts';
import type { ContextSegment } from '../../../electron/core/context/context-view.ts';
import { withDraft } from '../../../electron/core/context/context-view.ts';
import { createFakeNativeModel } from '../../support/fake-native-model.ts';
import { assistant, current, summary, system, user } from '../../support/segments.ts';
import { CHATML } from '../../support/templates.ts';

const VIEWS: Readonly<Record<string, readonly ContextSegment[]>> = {
  empty: [],
  usual: [system('S'), summary('sum'), user(' q '), assistant('a\n')],
  unanswered: [system('S'), user('q'), assistant('a'), current('left open\n')],
};
const TRIMMING = CHATML.replaceAll('message.content', 'message.content | trim').replaceAll(
  "message['content']",
  "message['content'] | trim",
);
const TEMPLATES: Readonly<Record<string, string | null>> = { CHATML, TRIMMING, plain: null };
const draftText = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', ' ', '\n', '<', '好', '|', 'x') }),
  fc.constantFrom('hello', ' hello ', '<|im_end|>', '[INST] x', '\n\n', 'x', '葛󠄀'),
);

describe.each(Object.keys(TEMPLATES))('with the template %s, a draft', (name) => {
  it.each(Object.keys(VIEWS))('behind the view "%s" counts as the whole prompt would', (view) => {
    const model = createFakeNativeModel({ windowTokens: 10_000, reply: '', chatTemplate: TEMPLATES[name] ?? null });
    const engine = createChatEngine(model);
    const segments = VIEWS[view] ?? [];
    engine.countDraft({ key: 'view', segments }, '');
    fc.assert(
      fc.property(draftText, (draft) => {
        const whole = engine.count(withDraft({ segments, builtFromSeq: 0, compactionId: null }, draft).segments);
        const quick = engine.countDraft({ key: 'view', segments: null }, draft);
        expect(quick).toEqual(whole.ok ? { ok: true, value: whole.value.totalTokens } : whole);
      }),
    );
  });
});

describe('a view', () => {
  const engine = createChatEngine(createFakeNativeModel({ windowTokens: 10_000, reply: '' }));
  it('that is not known (any more) has to be given', () => {
    expect(engine.countDraft({ key: 'never', segments: null }, 'x')).toEqual({ ok: true, value: null });
    for (const key of ['1', '2', '3', '4', '5']) engine.countDraft({ key, segments: [user('q')] }, 'x');
    expect(engine.countDraft({ key: '1', segments: null }, 'x')).toEqual({ ok: true, value: null });
    expect(engine.countDraft({ key: '5', segments: null }, 'x')).not.toEqual({ ok: true, value: null });
  });
});
