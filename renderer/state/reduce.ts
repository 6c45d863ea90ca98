// Folds one event of the app into the window's state. Pure: the same events give the same window, whatever the clock says.

import type { AppEvent, AppWideEvent, ConversationEvent } from '../../electron/contract/events.ts';
import type { AppSnapshot } from '../../electron/contract/snapshot.ts';
import type { TaskState } from '../../electron/contract/tasks.ts';
import type { Conversation } from '../../electron/core/transcript/conversation.ts';
import { reduceConversation } from './reduce-conversation.ts';
import { type DownloadState, type WindowState, withNotice } from './window-state.ts';

export function reduce(state: WindowState, event: AppEvent): WindowState {
  return isAppWide(event) ? reduceAppWide(state, event) : reduceInConversation(state, event);
}

const APP_WIDE = new Set<string>([
  'conversation_changed',
  'conversation_purged',
  'host_changed',
  'download_progress',
  'download_finished',
  'download_failed',
  'settings_changed',
  'notes_changed',
  'network_changed',
  'task_changed',
] satisfies AppWideEvent['type'][]);
const isAppWide = (event: AppEvent): event is AppWideEvent => APP_WIDE.has(event.type);

function reduceAppWide(state: WindowState, event: AppWideEvent): WindowState {
  switch (event.type) {
    case 'conversation_changed':
      return withConversation(state, event.conversation);
    case 'conversation_purged':
      return withoutConversation(state, event.conversationId);
    case 'host_changed':
      return withApp(state, { host: event.host });
    case 'settings_changed':
      return withApp(state, { settings: event.settings, settingsProblems: event.problems });
    case 'network_changed':
      return withApp(state, { network: { requests: event.requests } });
    case 'notes_changed':
      return { ...state, notesVersion: state.notesVersion + 1 };
    case 'download_progress':
      return withDownload(state, event.id, {
        kind: 'running',
        receivedBytes: event.receivedBytes,
        totalBytes: event.totalBytes,
      });
    case 'download_finished':
      return withDownload(state, event.id, { kind: 'finished', path: event.path });
    case 'download_failed':
      return withDownload(state, event.id, { kind: 'failed', error: event.error });
    case 'task_changed':
      return withTask(event.task.kind === 'verify' ? withVerifyProgress(state, event.task.done) : state, event.task);
    default:
      event satisfies never;
      return state;
  }
}

/** A task that has ended is forgotten: whoever started it has its answer. */
function withTask(state: WindowState, task: TaskState): WindowState {
  const { [task.taskId]: _before, ...others } = state.tasks;
  return { ...state, tasks: task.state === 'running' ? { ...others, [task.taskId]: task } : others };
}

const withApp = (state: WindowState, change: Partial<AppSnapshot>): WindowState =>
  state.app === null ? state : { ...state, app: { ...state.app, ...change } };

const withDownload = (state: WindowState, id: string, download: DownloadState): WindowState => ({
  ...state,
  downloads: { ...state.downloads, [id]: download },
});

const withVerifyProgress = (state: WindowState, entries: number): WindowState => ({
  ...state,
  notices: state.notices.map((notice) =>
    notice.body.kind === 'verifying' ? { ...notice, body: { ...notice.body, entries } } : notice,
  ),
});

/** A conversation is new, renamed, pinned, trashed or restored: it stands in exactly one of the two lists. */
export function withConversation(state: WindowState, conversation: Conversation): WindowState {
  const { app } = state;
  if (app === null) return state;
  const others = (list: readonly Conversation[]) => list.filter((other) => other.id !== conversation.id);
  const trashed = conversation.trashedAt !== null;
  const held = state.opened[conversation.id];
  return {
    ...state,
    app: {
      ...app,
      conversations: trashed ? others(app.conversations) : [...others(app.conversations), conversation],
      trashed: trashed ? [...others(app.trashed), conversation] : others(app.trashed),
    },
    opened: held === undefined ? state.opened : { ...state.opened, [conversation.id]: { ...held, conversation } },
  };
}

function withoutConversation(state: WindowState, id: Conversation['id']): WindowState {
  const { app } = state;
  const { [id]: _purged, ...opened } = state.opened;
  return {
    ...state,
    app:
      app === null
        ? null
        : {
            ...app,
            conversations: app.conversations.filter((other) => other.id !== id),
            trashed: app.trashed.filter((other) => other.id !== id),
          },
    opened,
    openOrder: state.openOrder.filter((other) => other !== id),
    openId: state.openId === id ? null : state.openId,
  };
}

function reduceInConversation(state: WindowState, event: ConversationEvent): WindowState {
  const held = state.opened[event.conversationId];
  const next = held === undefined ? held : reduceConversation(held, event);
  const changed =
    next === held || next === undefined
      ? state
      : { ...state, opened: { ...state.opened, [event.conversationId]: next } };
  return withEventNotice(withActivity(changed, event), event);
}

/** What the list of conversations shows beside a title: at work, failed, or something new to read. */
function withActivity(state: WindowState, event: ConversationEvent): WindowState {
  const mark = activityOf(event, state.openId);
  if (mark === undefined || state.activity[event.conversationId] === mark) return state;
  if (mark !== null) return { ...state, activity: { ...state.activity, [event.conversationId]: mark } };
  if (state.activity[event.conversationId] === undefined) return state;
  const { [event.conversationId]: _gone, ...activity } = state.activity;
  return { ...state, activity };
}

function activityOf(
  event: ConversationEvent,
  openId: string | null,
): 'working' | 'failed' | 'unread' | null | undefined {
  const shown = event.conversationId === openId;
  switch (event.type) {
    case 'turn_started':
    case 'compaction_started':
      return 'working';
    case 'turn_failed':
    case 'compaction_failed':
      return shown ? null : 'failed';
    case 'turn_finished':
      return event.stopReason === 'tool_use' ? undefined : shown ? null : 'unread';
    case 'compaction_committed':
    case 'compaction_aborted':
    case 'compaction_skipped':
      return null;
    case 'operation_changed':
      return event.operation === null ? (shown ? null : undefined) : 'working';
    default:
      return undefined;
  }
}

function withEventNotice(state: WindowState, event: ConversationEvent): WindowState {
  switch (event.type) {
    case 'compaction_committed':
      return withNotice(
        state,
        {
          kind: 'compacted',
          compactionId: event.compactionId,
          tokensBefore: event.tokensBefore,
          tokensAfter: event.tokensAfter,
        },
        event.conversationId,
      );
    case 'compaction_aborted':
      return withNotice(state, { kind: 'compaction_cancelled' }, event.conversationId);
    case 'compaction_skipped':
    case 'compaction_paused':
    case 'flush_failed':
      return withNotice(state, { kind: 'error', error: event.error }, event.conversationId);
    case 'notes_written':
      return event.count === 0
        ? state
        : withNotice(state, { kind: 'notes_written', count: event.count, file: event.file }, event.conversationId);
    default:
      return state;
  }
}
