// A model that writes a prepared reply at a steady pace, and tells when each quarter of it is out.
import type { LlamaHost } from '../../../electron/app/ports.ts';
import { ok } from '../../../electron/core/result.ts';
import { createScriptedHost } from '../../support/scripted-host.ts';

export interface StreamPlan {
  readonly tokens: readonly string[];
  readonly tokensPerSecond: number;
  /** Called after 0, 25, 50, 75 and 100 % of the tokens; writing waits for it. */
  readonly onQuarter: (quarter: number) => Promise<void>;
}

export interface StreamHost extends LlamaHost {
  next(plan: StreamPlan): void;
}

const TICK_MS = 10;

export function createStreamHost(path: string): StreamHost {
  const host = createScriptedHost({ windowTokens: 131_072 });
  let plan: StreamPlan | null = null;
  return {
    ...host,
    loaded: () => {
      const model = host.loaded();
      return model === null ? null : { ...model, path };
    },
    next: (given) => void (plan = given),
    async generate(request, call) {
      if (request.purpose !== 'chat' || plan === null) return host.generate(request, call);
      const { tokens, tokensPerSecond, onQuarter } = plan;
      plan = null;
      await onQuarter(0);
      let out = 0;
      let quarter = 1;
      while (out < tokens.length && !call.signal.aborted) {
        const due = Math.min(tokens.length, out + Math.max(1, Math.round((tokensPerSecond * TICK_MS) / 1000)));
        const text = tokens.slice(out, due).join('');
        call.onText?.({ text, thinking: '', tokens: due - out });
        out = due;
        if (out >= (tokens.length * quarter) / 4) {
          await onQuarter(quarter);
          quarter += 1;
        }
        await new Promise((resolve) => setTimeout(resolve, TICK_MS));
      }
      return ok({
        text: tokens.slice(0, out).join(''),
        thinking: '',
        toolCalls: [],
        stopReason: call.signal.aborted ? 'aborted' : 'stop',
        promptTokens: 100,
        replyTokens: out,
        reusedTokens: 0,
      });
    },
  };
}
