// What a window is given when it opens something: assembled from the store, the counted view and what is running.

import type { AppSnapshot, ConversationSnapshot, InspectorView, ShownEntry } from '../contract/snapshot.ts';
import { buildWindowLedger } from '../core/compaction/window-ledger.ts';
import { findActiveWindow, windowMessages } from '../core/context/active-window.ts';
import type { ContextUsage } from '../core/context/token-usage.ts';
import type { ConversationId, EntryId } from '../core/ids.ts';
import { redactEntries } from '../core/safeguard/redact-entries.ts';
import type { Checkpoints } from './checkpoints.ts';
import { countNextRequest, readContext, viewWithDraft } from './context-reader.ts';
import { type ConversationEvents, showEntry } from './conversation-events.ts';
import type { ConversationStates } from './conversation-state.ts';
import { createDraftCount, type DraftCount } from './draft-count.ts';
import type { ModelLoader } from './model-loader.ts';
import type { Ports } from './ports.ts';

export interface AppInfo {
  readonly shell: 'electron' | 'browser' | 'command-line';
  readonly version: string;
  readonly dataFolder: string;
  readonly systemLocale: string;
  readonly totalMemoryBytes: number;
}

/** Entries in the first page of a conversation. */
const PAGE = 100;

interface SnapshotDeps {
  readonly ports: Ports;
  readonly info: AppInfo;
  readonly states: ConversationStates;
  readonly events: ConversationEvents;
  readonly checkpoints: Checkpoints;
  readonly models: ModelLoader;
  readonly networkRequests: () => number;
}

export function createSnapshots(deps: SnapshotDeps) {
  const { ports, info } = deps;
  const drafts = createDraftCount(ports);
  return {
    app(): AppSnapshot {
      const { settings, problems } = ports.settings.read();
      return {
        shell: info.shell,
        version: info.version,
        dataFolder: info.dataFolder,
        readOnly: ports.store.readOnly,
        systemLocale: info.systemLocale,
        settings,
        settingsProblems: problems,
        conversations: ports.store.listConversations({ trashed: false }),
        trashed: ports.store.listConversations({ trashed: true }),
        host: deps.models.state(),
        network: { requests: deps.networkRequests() },
      };
    },
    page: (id: ConversationId, beforeSeq: number, limit: number) => readPage(ports, id, { beforeSeq, limit }),
    around: (id: ConversationId, entryId: EntryId, limit: number) => readAround(ports, id, { entryId, limit }),
    conversation: (id: ConversationId) => conversationSnapshot(deps, id),
    inspect: (id: ConversationId, draft: string) => inspect(deps, id, draft),
    count: (...draft: Parameters<DraftCount['of']>): Promise<ContextUsage> => drafts.of(...draft),
    countAttachments: drafts.ofAttachments,
  };
}

function readPage(
  ports: Ports,
  id: ConversationId,
  page: { beforeSeq?: number; limit: number },
): { entries: readonly ShownEntry[]; hasOlder: boolean } {
  const leafId = ports.store.readConversation(id)?.activeLeafId ?? null;
  if (leafId === null) return { entries: [], hasOlder: false };
  const entries = ports.store.readBranchPage(leafId, { ...page, limit: page.limit + 1 });
  const hasOlder = entries.length > page.limit;
  const shown = hasOlder ? entries.slice(1) : entries;
  return { entries: shown.map((entry) => showEntry(ports, entry)), hasOlder };
}

/** Null where the entry is not on the branch that is shown. */
function readAround(
  ports: Ports,
  id: ConversationId,
  { entryId, limit }: { entryId: EntryId; limit: number },
): (ReturnType<typeof readPage> & { readonly hasNewer: boolean }) | null {
  const { store } = ports;
  const leafId = store.readConversation(id)?.activeLeafId ?? null;
  const entry = store.readEntry(entryId);
  if (leafId === null || entry === null || entry.conversationId !== id || !store.isOnBranch(entryId, leafId))
    return null;
  const page = readPage(ports, id, { beforeSeq: entry.seq + Math.floor(limit / 2) + 1, limit });
  return { ...page, hasNewer: page.entries.at(-1)?.entry.id !== leafId };
}

async function conversationSnapshot(
  { ports, states, events }: SnapshotDeps,
  id: ConversationId,
): Promise<ConversationSnapshot> {
  const figures = await events.figures(id);
  const conversation = ports.store.readConversation(id);
  if (!conversation) throw new Error(`no conversation ${id}`);
  const state = states.of(id);
  return {
    conversation,
    ...readPage(ports, id, { limit: PAGE }),
    ...figures,
    queued: ports.store.listQueued(id),
    operation: state.operation,
    waiting: state.waiting,
    streaming: state.streaming,
    prepared: state.prepared,
    failure: state.failure,
  };
}

async function inspect(
  { ports, checkpoints, states }: SnapshotDeps,
  id: ConversationId,
  draft: string,
): Promise<InspectorView> {
  const context = readContext(ports, id);
  const counted = await countNextRequest(ports, viewWithDraft(context.view, draft));
  const { view } = counted;
  const rendered = ports.host.loaded() ? await ports.host.render(view.segments) : null;
  const { branch, compaction } = context;
  const ledger = buildWindowLedger({
    branch,
    covered: redactEntries(windowMessages(findActiveWindow(branch, compaction))).messages,
    kept: [],
    carriedEntryIds: [],
    previous: compaction?.payload.summary ?? null,
    pins: context.conversation.pins,
  });
  return {
    segments: view.segments.map((segment, index) => ({ segment, tokens: counted.segmentTokens[index] ?? null })),
    prompt: rendered?.ok ? rendered.value.text : null,
    usage: counted.usage,
    ledger,
    compactions: checkpoints.list(id),
    reuse: states.of(id).reuse,
  };
}

export type Snapshots = ReturnType<typeof createSnapshots>;
