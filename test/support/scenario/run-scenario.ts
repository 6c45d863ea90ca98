// Runs one scenario: actions in order, cancels and faults where they were ordered, everything that came of it as one value.

import type { AppEvent } from '../../../electron/contract/events.ts';
import { isMessage } from '../../../electron/core/transcript/entry.ts';
import { createCancels, type Cancels } from './cancels.ts';
import { ProcessEnded } from './faults.ts';
import { loadTranscript } from './load-transcript.ts';
import { type ActionOutput, describeEnd, describeOutput, type ScenarioOutput } from './output.ts';
import { type ActionResult, performAction } from './perform-action.ts';
import { shownText } from './shown-text.ts';
import type { Scenario, ScenarioAction, ScenarioPhase } from './schema.ts';
import { openSession, type Session } from './session.ts';

export async function runScenario(scenario: Scenario): Promise<ScenarioOutput> {
  const session = await openSession(scenario);
  try {
    loadTranscript(session, scenario);
    const outputs = await runActions(session, scenario.actions);
    await session.app().idle();
    return await describeOutput(session, scenario.name, outputs);
  } finally {
    await session.close();
  }
}

interface Run {
  readonly session: Session;
  readonly actions: readonly ScenarioAction[];
  readonly outputs: ActionOutput[];
  readonly cancels: Cancels;
  /** Operations given to the app and not ended, in the order given: the first is the one at work. */
  readonly given: number[];
  /** For an action: those below it that still wait for a phase of it. */
  readonly waiting: Map<number, Set<number>>;
  /** What was started by a phase. */
  readonly started: Map<number, Promise<void>[]>;
}

async function runActions(session: Session, actions: readonly ScenarioAction[]): Promise<readonly ActionOutput[]> {
  const run: Run = {
    session,
    actions,
    outputs: [],
    cancels: createCancels((phase) => session.cancel(phase === 'generating' ? 'turn' : 'compaction')),
    given: [],
    waiting: new Map(),
    started: new Map(),
  };
  session.onEvent = (event) => {
    noteSize(session, event);
    const phase = phaseOf(event);
    if (phase !== null) reachPhase(run, phase);
  };
  const background: Promise<void>[] = [];
  for (const [index, action] of actions.entries()) {
    if (action.during !== undefined) continue;
    const done = runWithFollowers(run, index);
    if (action.wait === false) background.push(done);
    else await done;
  }
  await Promise.all(background);
  return run.outputs;
}

async function runWithFollowers(run: Run, index: number): Promise<void> {
  const followers = followersOf(run.actions, index);
  run.waiting.set(index, new Set(followers));
  run.started.set(index, []);
  await runOne(run, index);
  const late = run.waiting.get(index) ?? new Set();
  run.waiting.delete(index);
  for (const at of late) {
    const follower = run.actions[at];
    const error = { code: 'phase_not_reached' };
    if (follower) run.outputs[at] = await describeEnd(run.session, follower, { outcome: 'failed', error });
  }
  await Promise.all(run.started.get(index) ?? []);
  run.cancels.lapseWith(index);
}

/** The actions below this one that start while it runs. */
function followersOf(actions: readonly ScenarioAction[], index: number): readonly number[] {
  const followers: number[] = [];
  for (let next = index + 1; actions[next]?.during !== undefined; next += 1) followers.push(next);
  return followers;
}

function reachPhase(run: Run, phase: ScenarioPhase): void {
  const [current] = run.given;
  const waiting = current === undefined ? undefined : run.waiting.get(current);
  for (const at of [...(waiting ?? [])]) {
    if (current === undefined || run.actions[at]?.during !== phase) continue;
    waiting?.delete(at);
    run.started.get(current)?.push(runOne(run, at, current));
  }
  run.cancels.reach(phase);
}

/** @param base the action in whose phase this one starts */
async function runOne(run: Run, index: number, base?: number): Promise<void> {
  const { session, cancels } = run;
  const action = run.actions[index];
  if (!action) return;
  if (action.do === 'cancel') cancels.arm({ at: action.at, nth: action.nth ?? 1, base: base ?? null });
  if (action.do === 'fail') session.faults.arm(action.at, action.error, action.times ?? 1);
  const result =
    action.do === 'cancel' || action.do === 'fail'
      ? { outcome: 'ok' }
      : await untilEnd(run, action, () => performAction(session, action, follow(run, index)));
  run.outputs[index] = await describeEnd(session, action, result);
}

/** Knows from the first moment on that an operation was given, and that it has ended before the next one begins. */
function follow(run: Run, index: number) {
  return <Value>(operation: Promise<Value>): Promise<Value> => {
    const armedBefore = run.cancels.now();
    const end = (): void => {
      const place = run.given.indexOf(index);
      if (place < 0) return;
      run.given.splice(place, 1);
      run.cancels.lapse(armedBefore);
    };
    run.given.push(index);
    operation.then(end, end);
    return operation;
  };
}

/** The action's own end, or the end of the process: then the folder is opened again. */
async function untilEnd(run: Run, action: ScenarioAction, perform: () => Promise<ActionResult>): Promise<ActionResult> {
  const { session } = run;
  const ended = session.faults.ended();
  try {
    const performed = perform();
    performed.catch(() => undefined);
    return await Promise.race([performed, ended]);
  } catch (error) {
    if (!(error instanceof ProcessEnded)) throw error;
    run.given.length = 0;
    run.cancels.lapse(run.cancels.now());
    if (session.faults.crashed()) await session.reopen();
    if (session.leftWaiting.has(session.sentIds.get(action) ?? '')) return { outcome: 'queued' };
    return { outcome: 'failed', error: { code: 'crashed' } };
  }
}

function phaseOf(event: AppEvent): ScenarioPhase | null {
  if (event.type === 'compaction_committed') return 'afterCommit';
  if (event.type === 'compaction_phase') {
    const { phase } = event.operation;
    return phase === 'flushing' || phase === 'summarizing' || phase === 'auditing' || phase === 'committing'
      ? phase
      : null;
  }
  return event.type === 'operation_changed' && event.operation?.kind === 'turn' && event.operation.phase === 'writing'
    ? 'generating'
    : null;
}

/** A size scripted for a reply or a tool result belongs to the entry made of it. */
function noteSize({ host }: Session, event: AppEvent): void {
  if (event.type !== 'entry_appended') return;
  const { entry } = event.shown;
  if (!isMessage(entry)) return;
  host.noteText(entry.id, shownText(entry.payload));
  const { payload } = entry;
  if (payload.role === 'user') return;
  const tokens = host.takeScriptedTokens(payload.role === 'assistant' ? payload : { callId: payload.callId });
  if (tokens !== null) host.setTokens({ entryId: entry.id }, tokens);
}
