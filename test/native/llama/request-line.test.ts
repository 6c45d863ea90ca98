import { describe, expect, it } from 'vitest';

import { createRequestLine, type Rank } from '../../../native/llama/request-line.ts';

/** Starts each rank in the order given behind a first one that is under way; tells the order they were served in. */
async function serve(ranks: readonly Rank[]): Promise<readonly string[]> {
  const line = createRequestLine();
  const served: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = line.run('chat', () => gate.promise);
  const rest = ranks.map((rank, index) => line.run(rank, async () => void served.push(`${rank}${index}`)));
  gate.resolve();
  await Promise.all([first, ...rest]);
  return served;
}

describe('the line of requests', () => {
  it('serves replies before summaries before background, and equals as they came', async () => {
    expect(await serve(['background', 'summary', 'chat', 'summary', 'chat'])).toEqual([
      'chat2',
      'chat4',
      'summary1',
      'summary3',
      'background0',
    ]);
  });
  it('lets nothing overtake a load', async () => {
    expect(await serve(['background', 'load', 'chat'])).toEqual(['background0', 'load1', 'chat2']);
  });
  it('tells background work to give way as soon as anything else comes, and nothing else', async () => {
    const line = createRequestLine();
    const told: string[] = [];
    const until = (name: string) => (yielding: AbortSignal) =>
      new Promise<void>((resolve) => {
        yielding.addEventListener('abort', () => {
          told.push(name);
          resolve();
        });
        if (name === 'summary') setImmediate(resolve);
      });
    const background = line.run('background', until('background'));
    await Promise.all([background, line.run('summary', until('summary')), line.run('chat', async () => undefined)]);
    expect(told).toEqual(['background']);
  });
  it('runs one thing at a time and goes on after a failure', async () => {
    const line = createRequestLine();
    let running = 0;
    const work = async (): Promise<number> => {
      running += 1;
      const seen = running;
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return seen;
    };
    const failing = line.run('chat', () => Promise.reject(new Error('broken')));
    const results = Promise.all(Array.from({ length: 20 }, () => line.run('chat', work).then((seen) => seen)));
    await expect(failing).rejects.toThrow('broken');
    expect(new Set(await results)).toEqual(new Set([1]));
  });
});
