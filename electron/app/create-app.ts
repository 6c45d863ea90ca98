// The application without a window: wires the runners to the ports and answers commands. Both shells and the scenario runner use it.

import { COMMAND_SCHEMAS, type CommandName, type InvokeCommand } from '../contract/commands.ts';
import type { AppEvent } from '../contract/events.ts';
import type { ConversationSnapshot } from '../contract/snapshot.ts';
import { appError } from '../core/errors.ts';
import { err } from '../core/result.ts';
import { createBackgroundTasks } from './background-tasks.ts';
import { type Backups, createBackups } from './backups.ts';
import { type Checkpoints, createCheckpoints } from './checkpoints.ts';
import { createHandlers } from './commands/create-handlers.ts';
import { createDrafter } from './compaction-drafter.ts';
import { createPlanner } from './compaction-planner.ts';
import { createCompactionRunner } from './compaction-runner.ts';
import { createConversationEvents, type ConversationEvents } from './conversation-events.ts';
import { createConversationStates } from './conversation-state.ts';
import { createEngineKeeper } from './engine-keeper.ts';
import { createExtensions, type Extensions } from './extensions.ts';
import { createFitnessRunner } from './fitness-runner.ts';
import { createFlushRunner } from './flush-runner.ts';
import { asBackground, IdleCompactor } from './idle-compactor.ts';
import { createMirrorRunner } from './mirror-runner.ts';
import { inBackground } from './in-background.ts';
import { createModelLoader, type ModelLoader } from './model-loader.ts';
import { createOperationQueue } from './operation-queue.ts';
import { createOperations, type Operations } from './operations.ts';
import { wellFormed } from '../core/transcript/well-formed.ts';
import type { Ports } from './ports.ts';
import { createPreparedCompactions, type PreparedCompactions } from './prepared-compactions.ts';
import { createPreviews } from './previews.ts';
import { createReplyRunner } from './reply-runner.ts';
import { settleInterrupted } from './settle-interrupted.ts';
import { type AppInfo, createSnapshots } from './snapshots.ts';
import { createStepLine, createStepModels, type StepLine } from './step-models.ts';
import { createSummarizer } from './summarizer.ts';
import { createTurnRunner, type TurnDeps } from './turn-runner.ts';

export interface App {
  readonly invoke: InvokeCommand;
  subscribe(listener: (event: AppEvent) => void): () => void;
  /** Settles what an earlier process left unfinished and loads the model of the last start. */
  start(): Promise<void>;
  /** Stops what runs, waits for it, closes the model and the store. */
  close(): Promise<void>;
  /** Operations with their outcomes as values, for callers without a window. */
  readonly operations: Operations;
  readonly checkpoints: Checkpoints;
  readonly events: ConversationEvents;
  readonly models: ModelLoader;
  readonly backups: Backups;
  /** Resolves when no operation waits or runs. */
  idle(): Promise<void>;
  /** Counts a request that left the machine. */
  countNetworkRequest(): void;
}

export interface AppOptions {
  /** Quiet for so long before the next compaction is prepared. */
  readonly quietMs?: number;
}

export function createApp(given: Omit<Ports, 'publish'>, info: AppInfo, options: AppOptions = {}): App {
  const listeners = new Set<(event: AppEvent) => void>();
  const publish = (event: AppEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const ports: Ports = { ...given, publish };
  let requests = 0;
  const parts = wire(ports, info, { networkRequests: () => requests, ...options });
  const { queue, operations, checkpoints, events, models, tasks, backups, extensions, keeper, idle } = parts;
  const mirror = createMirrorRunner(ports);
  listeners.add(mirror.onEvent);
  listeners.add(followEvents(ports, parts));

  return {
    invoke: (name, params) => invoke(ports, parts, name, params),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async start() {
      settleInterrupted(ports);
      indexNotes(ports);
      await extensions.load();
      await models.loadRemembered();
    },
    async close() {
      keeper.close();
      idle.close();
      operations.close();
      backups.close();
      await Promise.all([queue.idle(), tasks.close()]);
      mirror.close();
      await ports.host.close();
      await Promise.all([ports.host.close(), ports.secondHost?.close()]);
      ports.store.close();
    },
    operations,
    checkpoints,
    events,
    models,
    backups,
    idle: () => queue.idle(),
    countNetworkRequest() {
      requests += 1;
      publish({ type: 'network_changed', requests });
    },
  };
}

/** What other parts do about something that happened. */
function followEvents(
  ports: Ports,
  { extensions, operations, keeper, idle }: ReturnType<typeof wire>,
): (event: AppEvent) => void {
  return (event) => {
    if (event.type === 'settings_changed' && event.settings.extensions.folder !== extensions.view().folder)
      inBackground(ports, extensions.load());
    if (event.type === 'host_changed' && event.host.kind === 'ready') operations.modelReady();
    keeper.onEvent(event);
    idle.onEvent(event);
  };
}

/** Notes are files anyone may edit: search learns at start what changed while the app was closed. */
function indexNotes({ notes, store, log }: Ports): void {
  if (store.readOnly) return;
  for (const file of notes.list()) {
    const indexed = store.indexNote(file, notes.read(file));
    if (!indexed.ok) log('warn', 'note_not_indexed', { code: indexed.error.code });
  }
}

/** Everything below the commands, each part given what it needs. */
function wire(ports: Ports, info: AppInfo, options: AppOptions & { readonly networkRequests: () => number }) {
  const states = createConversationStates();
  const queue = createOperationQueue(() => idle.noticed());
  const events = createConversationEvents(ports, states);
  const fitness = createFitnessRunner(ports);
  const stepLine = createStepLine();
  const stepModels = createStepModels(ports, stepLine);
  const extensions = createExtensions(ports);
  const planner = createPlanner(ports);
  const summarizer = createSummarizer({ fitness, models: stepModels });
  const drafter = createDrafter({ ports, extensions, summarizer });
  const flush = createFlushRunner({ ports, states, events, fitness, models: stepModels });
  const compactions = createCompactionRunner({ ports, states, events, planner, flush, drafter, extensions });
  const replies = createReplyRunner({ ports, states, events });
  const prepared = createBackgroundCompactions({ ports, states, events, compactions, extensions, stepLine });
  const idle = new IdleCompactor({ ports, states, queue, prepared, extensions, ...options });
  const keeper = createEngineKeeper(ports, queue);
  const turns = createTurnRunner({ ports, states, events, compactions, replies, prepared });
  const operations = createOperations({ ports, queue, states, events, turns, compactions });
  const checkpoints = createCheckpoints(ports, states, events);
  const previews = createPreviews({ ports, planner, drafter, compactions });
  const models = createModelLoader(ports);
  const tasks = createBackgroundTasks(ports);
  const backups = createBackups(ports, tasks);
  const snapshots = createSnapshots({
    ports,
    info,
    states,
    events,
    checkpoints,
    models,
    networkRequests: options.networkRequests,
  });
  const handlers = createHandlers({
    ports,
    info,
    states,
    events,
    operations,
    checkpoints,
    previews,
    snapshots,
    models,
    tasks,
    backups,
    extensions,
  });
  return { queue, operations, checkpoints, events, models, tasks, backups, handlers, extensions, keeper, idle };
}

/** The same parts as for any compaction, but that every request of theirs gives way. */
function createBackgroundCompactions(
  deps: Pick<TurnDeps, 'ports' | 'states' | 'events' | 'compactions'> & {
    readonly extensions: Extensions;
    readonly stepLine: StepLine;
  },
): PreparedCompactions {
  const ports = asBackground(deps.ports);
  const fitness = createFitnessRunner(ports);
  const models = createStepModels(ports, deps.stepLine);
  return createPreparedCompactions({
    ports,
    states: deps.states,
    compactions: deps.compactions,
    planner: createPlanner(ports),
    flush: createFlushRunner({ ports, states: deps.states, events: deps.events, fitness, models }),
    drafter: createDrafter({ ports, extensions: deps.extensions, summarizer: createSummarizer({ fitness, models }) }),
  });
}

const isCommand = (name: unknown): name is CommandName =>
  typeof name === 'string' && Object.hasOwn(COMMAND_SCHEMAS, name);

/** Checks name and parameters, answers every failure as a value. A bug is logged by name and answered as `internal`. */
async function invoke(
  ports: Ports,
  { handlers, idle, keeper }: Pick<ReturnType<typeof wire>, 'handlers' | 'idle' | 'keeper'>,
  name: unknown,
  params: unknown,
): ReturnType<InvokeCommand> {
  if (!isCommand(name)) return err(appError('invalid_request'));
  const parsed = COMMAND_SCHEMAS[name].safeParse(params);
  if (!parsed.success)
    return err(appError('invalid_request', { command: name, at: parsed.error.issues[0]?.path.join('.') ?? '' }));
  if (name === 'context.count' || name === 'conversation.setDraft') idle.noticed();
  const handler = handlers[name] as (checked: unknown) => ReturnType<InvokeCommand>;
  try {
    const answer = await handler(wellFormed(parsed.data));
    if (name === 'conversation.open' && answer.ok)
      keeper.opened((answer.value as ConversationSnapshot).conversation.id);
    return answer;
  } catch (error) {
    ports.log('error', 'command_threw', { command: name, name: error instanceof Error ? error.name : 'unknown' });
    return err(appError('internal', { command: name }));
  }
}
