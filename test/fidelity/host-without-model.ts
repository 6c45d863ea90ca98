// Stands in for a model where none is given: writes nothing (the state is ledger and quotes) and counts as the app does without one,
// so that a window means here about what it means with a real tokenizer.
import type { LlamaHost } from '../../electron/app/ports.ts';
import type { ContextSegment } from '../../electron/core/context/context-view.ts';
import { estimateTokens } from '../../electron/core/context/estimate-tokens.ts';
import { ok } from '../../electron/core/result.ts';
import { createScriptedHost } from '../support/scripted-host.ts';

export function hostWithoutModel(windowTokens: number): LlamaHost {
  return {
    ...createScriptedHost({ windowTokens, fit: false }),
    count: async (segments) => {
      const segmentTokens = segments.map(tokensOf);
      return ok({ totalTokens: segmentTokens.reduce((sum, tokens) => sum + tokens, 0), segmentTokens });
    },
    countText: async (texts) => ok(texts.map(estimateTokens)),
  };
}

const tokensOf = ({ text, toolCalls }: ContextSegment): number =>
  estimateTokens(toolCalls && toolCalls.length > 0 ? `${text}${JSON.stringify(toolCalls)}` : text);
