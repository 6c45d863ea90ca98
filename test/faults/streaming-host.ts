// The scripted model, answering slowly enough to be interrupted: word by word, with a pause every few words.
import { setTimeout as pause } from 'node:timers/promises';
import type { LlamaHost } from '../../electron/app/ports.ts';
import { appError } from '../../electron/core/errors.ts';
import { err, ok } from '../../electron/core/result.ts';
import { createScriptedHost } from '../support/scripted-host.ts';
import type { Random } from './random.ts';

/** The n-th word of every answer: whatever is stored of one must be a beginning of these. */
export const answerWord = (index: number): string => `word${index} `;
export const answerText = (words: number): string =>
  Array.from({ length: words }, (_, index) => answerWord(index)).join('');

/** A sentence that the memory flush finds worth keeping. */
export const KEEPSAKE = 'Please always keep the garden key under the blue pot.';

export function createStreamingHost(random: Random): LlamaHost {
  const host = createScriptedHost({
    windowTokens: 1500,
    replies: [{ for: 'flush', match: KEEPSAKE, repeat: true, json: { notes: [{ text: KEEPSAKE }] } }],
  });
  return {
    ...host,
    async generate(request, options) {
      if (request.purpose !== 'chat') {
        await pause(random.between(0, 6));
        return host.generate(request, options);
      }
      const words = random.between(5, 160);
      const breaksAt = random.next() < 0.05 ? random.between(0, words) : null;
      let text = '';
      for (let index = 0; index < words; index++) {
        if (index === breaksAt) return err(appError('host_crashed'));
        if (index % 12 === 0) await pause(1);
        if (options.signal.aborted) break;
        text += answerWord(index);
        options.onText?.({ text: answerWord(index), thinking: '', tokens: 1 });
      }
      const stopReason = options.signal.aborted ? 'aborted' : 'stop';
      const spent = { promptTokens: 100, replyTokens: words, reusedTokens: 0 };
      return ok({ text, thinking: '', toolCalls: [], stopReason, ...spent });
    },
  };
}
