// The order in which the engine serves: one thing at a time, a person's reply before a summary, a summary before what is done while
// nobody waits. Nothing overtakes a load. Background work is told to stop as soon as anything else comes.

export type Rank = 'load' | 'chat' | 'summary' | 'background';

export interface RequestLine {
  /** `yielding` fires for background work when something else waits. */
  run<Value>(rank: Rank, work: (yielding: AbortSignal) => Promise<Value>): Promise<Value>;
}

interface Waiting {
  readonly rank: Rank;
  start(): Promise<void>;
}

const ORDER: readonly Rank[] = ['chat', 'summary', 'background'];

export function createRequestLine(): RequestLine {
  const waiting: Waiting[] = [];
  let running: { readonly rank: Rank; readonly yielding: AbortController } | null = null;
  let serving = false;

  const serve = async (): Promise<void> => {
    if (serving) return;
    serving = true;
    for (let item = takeNext(waiting); item !== undefined; item = takeNext(waiting)) await item.start();
    serving = false;
  };

  return {
    run(rank, work) {
      const result = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
      const start = async (): Promise<void> => {
        const yielding = new AbortController();
        running = { rank, yielding };
        try {
          result.resolve(await work(yielding.signal));
        } catch (error) {
          result.reject(error);
        } finally {
          running = null;
        }
      };
      waiting.push({ rank, start });
      if (running?.rank === 'background' && rank !== 'background') running.yielding.abort();
      void serve();
      return result.promise;
    },
  };
}

/** A load is served where it stands; before it, the most urgent comes first, and among equals the oldest. */
function takeNext(waiting: Waiting[]): Waiting | undefined {
  const load = waiting.findIndex(({ rank }) => rank === 'load');
  if (load === 0) return waiting.shift();
  const open = load < 0 ? waiting : waiting.slice(0, load);
  for (const rank of ORDER) {
    const index = open.findIndex((item) => item.rank === rank);
    if (index >= 0) return waiting.splice(index, 1)[0];
  }
  return undefined;
}
