// The small ports every shell fills the same way: time, ids, and the tools people do not have yet.
import { uuidv7 } from 'uuidv7';
import type { Clock, NewId, ToolRunner } from '../app/ports.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  localDay() {
    const now = new Date();
    const twoDigits = (part: number): string => String(part).padStart(2, '0');
    return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
  },
};

/** Time-ordered, so that rows written together lie together. */
export const newId: NewId = uuidv7;

export const noTools: ToolRunner = {
  definitions: '',
  run: async (call) => ({ text: `There is no tool named ${call.name}.`, isError: true }),
};
