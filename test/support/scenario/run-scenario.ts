// Runs one scenario: actions in order, cancels and faults where they were ordered, everything that came of it as one value.

import type { AppEvent } from '../../../electron/contract/events.ts';
import { isAssistant, isMessage } from '../../../electron/core/transcript/entry.ts';
import { loadTranscript } from './load-transcript.ts';
import { type ActionOutput, describeEnd, type ScenarioOutput, describeOutput } from './output.ts';
import { type ActionResult, performAction } from './perform-action.ts';
import { ProcessEnded } from './faults.ts';
import { openSession, type Session } from './session.ts';
import type { Scenario, ScenarioAction, ScenarioPhase } from './schema.ts';

interface ArmedCancel {
  readonly at: ScenarioPhase;
  nth: number;
}

interface Running {
  readonly index: number;
  readonly done: Promise<void>;
}

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

async function runActions(session: Session, actions: readonly ScenarioAction[]): Promise<readonly ActionOutput[]> {
  const outputs: ActionOutput[] = [];
  const cancels: ArmedCancel[] = [];
  const background: Running[] = [];
  for (let index = 0; index < actions.length; ) {
    const action = actions[index];
    if (!action) break;
    const followers = followersOf(actions, index);
    const running = runWithFollowers(session, { actions, index, followers, cancels, outputs });
    if (action.wait === false) background.push(running);
    else await running.done;
    index += followers.length + 1;
  }
  await Promise.all(background.map(({ done }) => done));
  return outputs;
}

/** The actions after this one that start while it runs. */
function followersOf(actions: readonly ScenarioAction[], index: number): readonly number[] {
  const followers: number[] = [];
  for (let next = index + 1; actions[next]?.during !== undefined; next += 1) followers.push(next);
  return followers;
}

interface ActionRun {
  readonly actions: readonly ScenarioAction[];
  readonly index: number;
  readonly followers: readonly number[];
  readonly cancels: ArmedCancel[];
  readonly outputs: ActionOutput[];
}

function runWithFollowers(session: Session, run: ActionRun): Running {
  const { actions, index, cancels, outputs } = run;
  const action = actions[index];
  if (!action) throw new Error('no such action');
  const waiting = new Set(run.followers);
  const started: Promise<void>[] = [];
  const start = (at: number): void => {
    const follower = actions[at];
    if (!follower || !waiting.delete(at)) return;
    const ran = runOne(session, follower, cancels).then((output) => {
      outputs[at] = output;
    });
    started.push(ran);
  };
  const watch = (event: AppEvent): void => {
    const phase = phaseOf(event);
    noteReplySize(session, event);
    if (phase === null) return;
    for (const at of [...waiting]) if (actions[at]?.during === phase) start(at);
    cancelAt(session, phase, cancels);
  };
  const done = (async () => {
    const before = session.onEvent;
    session.onEvent = (event) => {
      before(event);
      watch(event);
    };
    outputs[index] = await runOne(session, action, cancels);
    session.onEvent = before;
    for (const at of [...waiting]) {
      const follower = actions[at];
      if (follower) outputs[at] = { do: follower.do, outcome: 'failed', error: { code: 'phase_not_reached' } };
    }
    await Promise.all(started);
    if (action.do !== 'cancel' && action.do !== 'fail') cancels.length = 0;
  })();
  return { index, done };
}

async function runOne(session: Session, action: ScenarioAction, cancels: ArmedCancel[]): Promise<ActionOutput> {
  if (action.do === 'cancel') {
    cancels.push({ at: action.at, nth: action.nth ?? 1 });
    return describeEnd(session, action, { outcome: 'ok' });
  }
  if (action.do === 'fail') {
    session.faults.arm(action.at, action.error, action.times ?? 1);
    return describeEnd(session, action, { outcome: 'ok' });
  }
  const result = await untilEnd(session, performAction(session, action));
  return describeEnd(session, action, result);
}

/** The action's own end, or the end of the process: then the folder is opened again. */
async function untilEnd(session: Session, running: Promise<ActionResult>): Promise<ActionResult> {
  try {
    return await Promise.race([running, session.faults.ended()]);
  } catch (error) {
    if (!(error instanceof ProcessEnded)) throw error;
    running.catch(() => undefined);
    if (session.faults.crashed()) await session.reopen();
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

function cancelAt(session: Session, phase: ScenarioPhase, cancels: ArmedCancel[]): void {
  const armed = cancels.find(({ at }) => at === phase);
  if (!armed) return;
  armed.nth -= 1;
  if (armed.nth > 0) return;
  cancels.splice(cancels.indexOf(armed), 1);
  session.cancel(phase === 'generating' ? 'turn' : 'compaction');
}

/** A size scripted for a reply belongs to the entry made of it. */
function noteReplySize(session: Session, event: AppEvent): void {
  if (event.type !== 'entry_appended') return;
  const { entry } = event.shown;
  if (!isMessage(entry)) return;
  session.host.noteText(entry.id, entry.payload.text);
  const tokens = isAssistant(entry) ? session.host.takeReplyTokens() : null;
  if (tokens !== null) session.host.setTokens({ entryId: entry.id }, tokens);
  if (entry.payload.role === 'tool_result') session.host.adoptTextSize(entry.id, entry.payload.text);
}
