// Gives code its colours without holding up the window: a worker does it, after the block is closed. Without one (an old browser,
// a language nobody knows) code stays as it is.

import type { ColourAnswer, ColouredLines, ColourRequest } from './colour-worker.ts';

/** Longer code is read, not admired. */
const MAX_CHARS = 60_000;
const HELD_RESULTS = 300;

const held = new Map<string, ColouredLines | null>();
const waiting = new Map<number, (lines: ColouredLines | null) => void>();
let worker: Worker | null | undefined;
let asked = 0;

export const heldColours = (language: string, code: string): ColouredLines | null =>
  held.get(keyOf(language, code)) ?? null;

/** Null where the language is not known. */
export async function colourCode(language: string, code: string): Promise<ColouredLines | null> {
  const key = keyOf(language, code);
  const known = held.get(key);
  if (known !== undefined) return known;
  worker ??= startWorker();
  if (language === '' || code.length > MAX_CHARS || worker === null) return null;
  asked += 1;
  const request: ColourRequest = { id: asked, language: language.toLowerCase(), code };
  const lines = await new Promise<ColouredLines | null>((resolve) => {
    waiting.set(request.id, resolve);
    worker?.postMessage(request);
  });
  held.set(key, lines);
  if (held.size > HELD_RESULTS) held.delete(held.keys().next().value ?? '');
  return lines;
}

const keyOf = (language: string, code: string): string => `${language}\n${code}`;

function startWorker(): Worker | null {
  if (typeof Worker === 'undefined') return null;
  const started = new Worker(new URL('./colour-worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<ColourAnswer>) => {
    waiting.get(data.id)?.(data.lines);
    waiting.delete(data.id);
  };
  started.onerror = () => {
    worker = null;
    for (const settle of waiting.values()) settle(null);
    waiting.clear();
  };
  return started;
}
