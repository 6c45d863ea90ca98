// A foreign tree of messages as entries of ours, parents first. Decides from ids, parent links and lists of children alone (both
// directions, for each may be missing), never from times. A node that shows nothing is passed over and what hangs below it is kept;
// cycles are cut; what a passed-over node held goes, as raw JSON, to its nearest neighbour.

import type { AssistantMessage, MessagePayload } from '../transcript/entry.ts';
import type { ImportedConversation, ImportedEntry, ImportNotice } from './imported-conversation.ts';

/** A foreign message. */
export interface TreeNode {
  readonly key: string;
  readonly parentKey: string | null;
  readonly childKeys?: readonly string[];
  readonly createdAt: number | null;
  /** What it becomes, in order; nothing = passed over. A tool result with an empty `callId` answers the oldest open call before it. */
  readonly steps: readonly MessagePayload[];
  /** Thinking that stands in a node of its own: it belongs to the next answer below. */
  readonly thinking?: string;
  /** What was hidden in the source, as JSON text. */
  readonly hidden?: string;
}

type Tree = Pick<ImportedConversation, 'entries' | 'activeKey' | 'notices'>;

/** Where an entry was put while its fields may still grow. */
interface Draft {
  readonly entry: ImportedEntry;
  hidden: string[];
}

/** What a node learns from those above it. */
interface Above {
  readonly draft: Draft | null;
  readonly thinking: string;
  readonly hidden: readonly string[];
  readonly openCalls: readonly string[];
}

const NOTHING_ABOVE: Above = { draft: null, thinking: '', hidden: [], openCalls: [] };

/** @param activeKey the node shown last; null or unknown: the last child of the last child, from the last root on */
export function buildTree(nodes: readonly TreeNode[], activeKey: string | null): Tree {
  const links = linkNodes(nodes);
  const drafts: Draft[] = [];
  /** The nearest entry at or above each node. */
  const shown = new Map<string, Draft | null>();
  const waiting: { readonly node: TreeNode; readonly above: Above }[] = [];
  for (const node of links.roots.toReversed()) waiting.push({ node, above: NOTHING_ABOVE });
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, above } = next;
    const children = links.childrenOf.get(node.key) ?? [];
    const below = placeNode(node, above, { isLeaf: children.length === 0, drafts });
    shown.set(node.key, below.draft);
    for (const child of children.toReversed()) waiting.push({ node: child, above: below });
  }
  const wanted = activeKey === null ? undefined : shown.get(activeKey);
  const active = wanted ?? lastLeaf(links, shown) ?? drafts.at(-1);
  const notices = [...links.notices];
  if (activeKey !== null && wanted === undefined) notices.push({ code: 'active_leaf_missing', count: 1 });
  return { entries: drafts.map(finish), activeKey: active?.entry.key ?? null, notices };
}

// ---- one node ---------------------------------------------------------------------------------------------------------

function placeNode(
  node: TreeNode,
  above: Above,
  { isLeaf, drafts }: { readonly isLeaf: boolean; readonly drafts: Draft[] },
): Above {
  let { draft } = above;
  let thinking = joinTexts(above.thinking, node.thinking ?? '');
  let hidden = above.hidden;
  if (node.hidden !== undefined) {
    if (draft === null) hidden = [...hidden, node.hidden];
    else draft.hidden.push(node.hidden);
  }
  let steps = node.steps;
  // An answer that broke off while it was still thought about.
  if (isLeaf && thinking !== '' && !steps.some(isAnswer)) steps = [...steps, thoughtOnly()];
  const openCalls = [...above.openCalls];
  steps.forEach((step, index) => {
    const key = index === 0 ? node.key : `${node.key}\n${index}`;
    const parentKey = draft?.entry.key ?? null;
    const payload = takeCalls(isAnswer(step) ? withThinking(step, thinking) : step, openCalls, key);
    if (isAnswer(step)) thinking = '';
    const createdAt = node.createdAt ?? draft?.entry.createdAt ?? null;
    draft = { entry: { key, parentKey, sourceKey: node.key, createdAt, payload }, hidden: [...hidden] };
    hidden = [];
    drafts.push(draft);
  });
  return { draft, thinking, hidden, openCalls };
}

const isAnswer = (step: MessagePayload): step is AssistantMessage => step.role === 'assistant';

const thoughtOnly = (): AssistantMessage => ({ type: 'message', role: 'assistant', text: '', status: 'complete' });

const withThinking = (step: AssistantMessage, thinking: string): AssistantMessage =>
  thinking === '' ? step : { ...step, thinking: joinTexts(thinking, step.thinking ?? '') };

const joinTexts = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n');

/** Keeps the list of calls without a result; names the call a result without a name answers. */
function takeCalls(step: MessagePayload, openCalls: string[], key: string): MessagePayload {
  if (step.role === 'assistant') openCalls.push(...(step.toolCalls ?? []).map(({ id }) => id));
  if (step.role === 'user') openCalls.length = 0;
  if (step.role !== 'tool_result') return step;
  if (step.callId === '') return { ...step, callId: openCalls.shift() ?? key };
  const answered = openCalls.indexOf(step.callId);
  if (answered !== -1) openCalls.splice(answered, 1);
  return step;
}

function finish({ entry, hidden }: Draft): ImportedEntry {
  if (hidden.length === 0) return entry;
  const extras = { ...entry.payload.imported, hidden };
  return { ...entry, payload: { ...entry.payload, imported: extras } };
}

// ---- the links --------------------------------------------------------------------------------------------------------

interface Links {
  readonly roots: readonly TreeNode[];
  readonly childrenOf: ReadonlyMap<string, readonly TreeNode[]>;
  readonly notices: readonly ImportNotice[];
}

function linkNodes(nodes: readonly TreeNode[]): Links {
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const parentOf = findParents(nodes, byKey);
  const cut = cutCycles(nodes, parentOf);
  const childrenOf = new Map<string, TreeNode[]>();
  const addChild = (parentKey: string, child: TreeNode): void => {
    const known = childrenOf.get(parentKey);
    if (known === undefined) childrenOf.set(parentKey, [child]);
    else known.push(child);
  };
  const placed = new Set<string>();
  // Siblings stand in the order their parent lists them; those it does not list follow in the order of the file.
  for (const node of nodes) {
    for (const childKey of node.childKeys ?? []) {
      const child = byKey.get(childKey);
      if (child === undefined || placed.has(childKey) || parentOf.get(childKey) !== node.key) continue;
      placed.add(childKey);
      addChild(node.key, child);
    }
  }
  const roots: TreeNode[] = [];
  for (const node of byKey.values()) {
    if (placed.has(node.key)) continue;
    const parentKey = parentOf.get(node.key);
    if (parentKey === undefined) roots.push(node);
    else addChild(parentKey, node);
  }
  return { roots, childrenOf, notices: cut === 0 ? [] : [{ code: 'cycle_broken', count: cut }] };
}

/** A node's own word counts; without one, that of the node which lists it as a child. */
function findParents(nodes: readonly TreeNode[], byKey: ReadonlyMap<string, TreeNode>): Map<string, string> {
  const parentOf = new Map<string, string>();
  for (const { key, parentKey } of nodes) {
    if (parentKey !== null && parentKey !== key && byKey.has(parentKey)) parentOf.set(key, parentKey);
  }
  for (const { key, childKeys } of nodes) {
    for (const childKey of childKeys ?? []) {
      if (childKey !== key && byKey.has(childKey) && !parentOf.has(childKey)) parentOf.set(childKey, key);
    }
  }
  return parentOf;
}

/** Every node's way up ends at a root or is cut where it would meet itself. Linear: each node is walked once. */
function cutCycles(nodes: readonly TreeNode[], parentOf: Map<string, string>): number {
  const settled = new Set<string>();
  let cut = 0;
  for (const { key } of nodes) {
    const path = new Set<string>();
    let at: string | undefined = key;
    while (at !== undefined && !settled.has(at) && !path.has(at)) {
      path.add(at);
      at = parentOf.get(at);
    }
    if (at !== undefined && path.has(at)) {
      parentOf.delete(at);
      cut += 1;
    }
    for (const seen of path) settled.add(seen);
  }
  return cut;
}

/** Down the last children from the last root that leads to an entry. */
function lastLeaf(links: Links, shown: ReadonlyMap<string, Draft | null>): Draft | undefined {
  for (const root of links.roots.toReversed()) {
    let at: TreeNode | undefined = root;
    let found: Draft | undefined;
    while (at !== undefined) {
      found = shown.get(at.key) ?? found;
      at = links.childrenOf.get(at.key)?.at(-1);
    }
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Messages that simply follow each other: each is the child of the one before it. */
export const chainNodes = (messages: readonly Omit<TreeNode, 'parentKey' | 'childKeys'>[]): readonly TreeNode[] =>
  messages.map((message, index) => ({ ...message, parentKey: messages[index - 1]?.key ?? null }));

/** Ids that repeat within one conversation: each further one gets a number, so that no message is taken for another. */
export function distinctKeys(ids: readonly (string | null)[]): {
  readonly keys: readonly string[];
  readonly repeated: number;
} {
  const seen = new Map<string, number>();
  let repeated = 0;
  const keys = ids.map((id, index) => {
    const name = id ?? `message-${index}`;
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    if (before === 0) return name;
    repeated += 1;
    return `${name}\n~${before}`;
  });
  return { keys, repeated };
}
