// Turns: a user message and everything up to the next one. Says which turn an entry belongs to and which user messages still wait
// for an answer. Reads roles, tool calls and stop reasons; never judges what a text says.

import { type Entry, isAssistant, isUser, type UserEntry } from './entry.ts';

/**
 * Is this an assistant message that ends its turn? One that calls tools does not: it waits for results. One that was stopped or
 * failed ends it only when it left some text.
 */
export function isFinalAnswer(entry: Entry): boolean {
  if (!isAssistant(entry)) return false;
  const { toolCalls, status, stopReason, text } = entry.payload;
  if (toolCalls !== undefined && toolCalls.length > 0) return false;
  const brokenOff = status === 'interrupted' || stopReason === 'aborted' || stopReason === 'error';
  return !brokenOff || text.trim() !== '';
}

/** Index after the newest final answer: from here on nothing is answered yet. 0 when there is none. */
export function findOpenStart(branch: readonly Entry[]): number {
  for (let index = branch.length - 1; index >= 0; index--) {
    const entry = branch[index];
    if (entry !== undefined && isFinalAnswer(entry)) return index + 1;
  }
  return 0;
}

/** The user messages that no later assistant message without tool calls answers, oldest first. */
export const findUnanswered = (branch: readonly Entry[]): readonly UserEntry[] =>
  branch.slice(findOpenStart(branch)).filter(isUser);

/** The other user messages: those that some later answer stands for, oldest first. */
export const findAnswered = (branch: readonly Entry[]): readonly UserEntry[] =>
  branch.slice(0, findOpenStart(branch)).filter(isUser);

/** Index of the user message that opened the turn of the entry at `index` (itself when it is one); -1 when none lies before. */
export function findTurnStart(branch: readonly Entry[], index: number): number {
  for (let at = Math.min(index, branch.length - 1); at >= 0; at--) {
    const entry = branch[at];
    if (entry !== undefined && isUser(entry)) return at;
  }
  return -1;
}
