// A Chatbox session: `messages` is the shown conversation, `messageForksHash` the other ways on after a message, `threads` earlier
// conversations of the same session. `contentParts` count; `content` is a copy of them for older versions. Ids of messages repeat
// across sessions, so they mean something within one conversation only.

import { asModelId } from '../ids.ts';
import type { Attachment, MessagePayload } from '../transcript/entry.ts';
import { type AnswerSteps, createAnswerSteps } from './answer-steps.ts';
import { readParts, splitThinking } from './content-parts.ts';
import { type Imported, imported, type ImportedConversation, skipped } from './imported-conversation.ts';
import {
  asRecord,
  describeMembers,
  idMember,
  isBlank,
  type JsonRecord,
  listMember,
  member,
  recordMember,
  recordsOf,
  textMember,
} from './json-value.ts';
import { buildTree, type TreeNode } from './message-tree.ts';
import { parseTime } from './source-time.ts';

export function importChatbox(session: JsonRecord): Imported {
  if (!Array.isArray(member(session, 'messages')))
    return skipped('unknown_shape', `messages; ${describeMembers(session)}`);
  const id = idMember(session, 'id');
  const name = textMember(session, 'name');
  const threads = recordsOf(listMember(session, 'threads')).map((thread, index) =>
    readThread(thread, {
      sourceId: id === null ? null : `${id}/${idMember(thread, 'id') ?? index}`,
      title: textMember(thread, 'name') || name,
      pinned: false,
      forks: null,
    }),
  );
  const shown = readThread(session, {
    sourceId: id,
    title: textMember(session, 'threadName') || name,
    pinned: member(session, 'starred') === true,
    forks: recordMember(session, 'messageForksHash'),
  });
  return imported(shown, ...threads);
}

type About = Pick<ImportedConversation, 'sourceId' | 'title' | 'pinned'> & { readonly forks: JsonRecord | null };

function readThread(thread: JsonRecord, { forks, ...about }: About): ImportedConversation {
  const messages = recordsOf(listMember(thread, 'messages'));
  const collected = collectNodes(messages, forks);
  const system = messages.find((message) => textMember(message, 'role') === 'system');
  const times = collected.nodes.map(({ createdAt }) => createdAt).filter((time) => time !== null);
  return {
    format: 'chatbox',
    ...about,
    createdAt: parseTime(member(thread, 'createdAt')) ?? times[0] ?? null,
    updatedAt: times.at(-1) ?? null,
    systemPrompt: system === undefined ? '' : readParts(wordsSource(system)).text,
    ...buildTree(collected.nodes, collected.last),
  };
}

/** The shown messages in a row, then the other ways on after any of them (and of those, if they fork again). */
function collectNodes(messages: readonly JsonRecord[], forks: JsonRecord | null) {
  const nodes: TreeNode[] = [];
  const keyOf = new Map<string, string>();
  const used = new Set<string>();
  const addRow = (row: readonly JsonRecord[], from: string | null): string | null => {
    let parentKey = from;
    for (const message of row) {
      const id = idMember(message, 'id');
      const key = id === null || keyOf.has(id) ? `${id ?? 'message'}\n${nodes.length}` : id;
      if (id !== null && !keyOf.has(id)) keyOf.set(id, key);
      nodes.push({ key, parentKey, createdAt: parseTime(member(message, 'timestamp')), steps: readMessage(message) });
      parentKey = key;
    }
    return parentKey;
  };
  const last = addRow(messages, null);
  // Each round may bring messages that fork themselves.
  for (let found = true; found && forks !== null; ) {
    found = false;
    for (const forkId of Object.keys(forks)) {
      const parentKey = keyOf.get(forkId);
      if (parentKey === undefined || used.has(forkId)) continue;
      used.add(forkId);
      found = true;
      for (const list of recordsOf(listMember(asRecord(forks[forkId]), 'lists'))) {
        addRow(recordsOf(listMember(list, 'messages')), parentKey);
      }
    }
  }
  return { nodes, last };
}

const wordsSource = (message: JsonRecord): unknown =>
  listMember(message, 'contentParts').length > 0 ? member(message, 'contentParts') : member(message, 'content');

function readMessage(message: JsonRecord): readonly MessagePayload[] {
  const role = textMember(message, 'role');
  if (role === 'system') return [];
  const steps = role === 'user' ? createAnswerSteps('user') : createAnswerSteps('assistant', aboutAnswer(message));
  steps.thinking(role === 'user' ? '' : textMember(message, 'reasoningContent'));
  const parts = recordsOf(listMember(message, 'contentParts'));
  let hasWords = false;
  for (const part of parts) hasWords = readPart(part, steps, message) || hasWords;
  // Parts without a word: the older copy may have them.
  if (!hasWords && !parts.some((part) => textMember(part, 'type') === 'tool-call'))
    addWords(textMember(message, 'content'), steps, role);
  const files = recordsOf(listMember(message, 'files')).map(
    (file): Attachment => ({
      name: textMember(file, 'name') || 'file',
      mediaType: textMember(file, 'fileType') || 'application/octet-stream',
      text: textMember(file, 'content'),
    }),
  );
  const finished = steps.finish(files);
  if (finished.length > 0 || role === 'user') return finished;
  steps.text(textMember(message, 'error'));
  return steps.finish();
}

function aboutAnswer(message: JsonRecord) {
  const model = textMember(message, 'model');
  return {
    ...(model === '' ? {} : { modelId: asModelId(model) }),
    ...(member(message, 'generating') === true ? { status: 'interrupted' as const } : {}),
    ...(textMember(message, 'error') === '' ? {} : { stopReason: 'error' as const }),
  };
}

function addWords(text: string, steps: AnswerSteps, role: string): void {
  const split = role === 'user' ? { thinking: '', text } : splitThinking(text);
  steps.thinking(split.thinking);
  steps.text(split.text);
}

function readPart(part: JsonRecord, steps: AnswerSteps, message: JsonRecord): boolean {
  switch (textMember(part, 'type')) {
    case 'reasoning':
      if (textMember(message, 'reasoningContent') === '') steps.thinking(textMember(part, 'text'));
      return false;
    case 'info':
      return false;
    case 'tool-call': {
      const id = idMember(part, 'toolCallId');
      steps.call(id, textMember(part, 'toolName'), member(part, 'args'));
      const result = member(part, 'result');
      if (result != null) steps.result(id, { text: typeof result === 'string' ? result : JSON.stringify(result) });
      return false;
    }
    default: {
      const { text, raw } = readParts(part);
      addWords(text, steps, textMember(message, 'role'));
      for (const one of raw) steps.raw(one);
      return !isBlank(text) && raw.length === 0;
    }
  }
}
