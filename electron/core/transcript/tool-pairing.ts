// Which tool result belongs to which call. Ids repeat (small models count "1", "2" anew in every turn), results come late and in any
// order, calls run in parallel and some never get a result: so calls and results are paired by occurrence along the branch, a result
// going to the nearest earlier call of its id that still waits. Never looks at texts or times.

import { type Entry, isAssistant, isToolResult } from './entry.ts';

/** One assistant message with its calls, and the results they got. Indexes are places on the branch. */
export interface ToolGroup {
  readonly assistantIndex: number;
  /** The results of its calls, in order: at most one for each call. */
  readonly resultIndexes: readonly number[];
  /** Calls that got no result, in the order of the calls. */
  readonly missingCallIds: readonly string[];
  /** Where the group ends: its last result, further results for an answered call included; its own index when there is none. */
  readonly lastIndex: number;
}

interface OpenGroup {
  assistantIndex: number;
  resultIndexes: number[];
  waiting: string[];
  lastIndex: number;
}

/** Every assistant message that calls tools, in branch order, with its results. Linear in entries and calls. */
export function findToolGroups(branch: readonly Entry[]): readonly ToolGroup[] {
  const groups: OpenGroup[] = [];
  const waitingById = new Map<string, OpenGroup[]>();
  const newestById = new Map<string, OpenGroup>();
  for (let index = 0; index < branch.length; index++) {
    const entry = branch[index];
    if (entry === undefined) continue;
    if (isAssistant(entry) && entry.payload.toolCalls !== undefined && entry.payload.toolCalls.length > 0) {
      const callIds = entry.payload.toolCalls.map((call) => call.id);
      const group = { assistantIndex: index, resultIndexes: [], waiting: callIds, lastIndex: index };
      groups.push(group);
      for (const id of callIds) {
        const waiting = waitingById.get(id);
        if (waiting === undefined) waitingById.set(id, [group]);
        else waiting.push(group);
        newestById.set(id, group);
      }
    } else if (isToolResult(entry)) {
      const { callId } = entry.payload;
      const group = waitingById.get(callId)?.pop();
      if (group !== undefined) {
        group.resultIndexes.push(index);
        group.waiting.splice(group.waiting.indexOf(callId), 1);
        group.lastIndex = index;
      } else {
        // A second result for a call that has one: no pair, yet it must not be torn from the call it speaks of.
        const answered = newestById.get(callId);
        if (answered !== undefined) answered.lastIndex = index;
      }
    }
  }
  return groups.map(({ assistantIndex, resultIndexes, waiting, lastIndex }) => ({
    assistantIndex,
    resultIndexes,
    missingCallIds: waiting,
    lastIndex,
  }));
}

/** Would a cut before `index` leave every call on the same side as all its results? Says nothing about the role at `index`. */
export const isLegalCut = (groups: readonly ToolGroup[], index: number): boolean =>
  !groups.some((group) => group.assistantIndex < index && index <= group.lastIndex);

/**
 * For each place on the branch whether it may be the first of a kept part: a user or assistant message, no call before it with a
 * result at or after it. The same answer as `isLegalCut` for every index, in one linear pass.
 */
export function findLegalCuts(branch: readonly Entry[], groups: readonly ToolGroup[]): readonly boolean[] {
  let nextGroup = 0;
  let heldTo = -1;
  return branch.map((entry, index) => {
    for (
      let group = groups[nextGroup];
      group !== undefined && group.assistantIndex < index;
      group = groups[nextGroup]
    ) {
      heldTo = Math.max(heldTo, group.lastIndex);
      nextGroup++;
    }
    return index > heldTo && entry.payload.type === 'message' && entry.payload.role !== 'tool_result';
  });
}

/**
 * The newest place at or before `index` from which on every result has its call, so that pairs and legal cuts behind it need not be
 * known: `findToolGroups` of what follows gives the same groups as of the whole. Legal as a cut itself; 0 when there is none.
 */
export function findSettledStart(branch: readonly Entry[], index: number): number {
  const waiting = new Map<string, number>();
  let waitingCount = 0;
  for (let at = branch.length - 1; at > 0; at--) {
    const payload = branch[at]?.payload;
    if (payload?.type !== 'message') continue;
    if (payload.role === 'tool_result') {
      waiting.set(payload.callId, (waiting.get(payload.callId) ?? 0) + 1);
      waitingCount++;
      continue;
    }
    for (const { id } of payload.role === 'assistant' && waitingCount > 0 ? (payload.toolCalls ?? []) : []) {
      const results = waiting.get(id) ?? 0;
      if (results === 0) continue;
      waiting.set(id, results - 1);
      waitingCount--;
    }
    if (waitingCount === 0 && at <= index) return at;
  }
  return 0;
}
