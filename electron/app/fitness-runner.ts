// What a model is fit for: known from the host or the cache, else found by a short self-test before its first summary.

import { appError } from '../core/errors.ts';
import { asConversationId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import { buildFitnessRequests, FITNESS_VERSION, judgeFitness } from '../core/summary/fitness.ts';
import { type CallEnd, callModel } from './model-call.ts';
import type { LlamaHost, ModelFitness, Ports } from './ports.ts';

export interface FitnessRunner {
  /** What the host's model is fit for. A self-test that was aborted or failed says nothing about the model and is not remembered. */
  of(host: LlamaHost, signal: AbortSignal): Promise<Result<ModelFitness, CallEnd>>;
}

const STALL_MS = 60_000;

export function createFitnessRunner(ports: Pick<Ports, 'fitness'>): FitnessRunner {
  return {
    async of(host, signal) {
      const model = host.loaded();
      if (model === null) return err({ kind: 'failed', error: appError('no_model') });
      if (model.fitness) return ok(model.fitness);
      const key = `${model.modelId}:${FITNESS_VERSION}`;
      const known = ports.fitness.read(key);
      if (known) return ok(known);
      const replies: string[] = [];
      for (const request of buildFitnessRequests()) {
        const reply = await callModel(
          { host },
          {
            purpose: 'fitness',
            conversationId: asConversationId('fitness'),
            segments: request.segments,
            maxTokens: request.maxTokens,
            grammar: request.grammar,
            temperature: 0,
          },
          { signal, timeoutMs: STALL_MS },
        );
        if (!reply.ok) return reply;
        replies.push(reply.value.text);
      }
      const fitness = judgeFitness(replies);
      ports.fitness.write(key, fitness);
      return ok(fitness);
    },
  };
}
