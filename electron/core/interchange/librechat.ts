// A LibreChat conversation: messages nested in `children` or flat with parent ids and several roots. It shows the last of siblings, so
// the active leaf is the last child of the last child.

import { asModelId } from '../ids.ts';
import type { Attachment, MessagePayload } from '../transcript/entry.ts';
import { type AnswerSteps, createAnswerSteps } from './answer-steps.ts';
import { readParts, splitThinking } from './content-parts.ts';
import { type Imported, imported, type ImportNotice, skipped } from './imported-conversation.ts';
import {
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
import { buildTree, distinctKeys, type TreeNode } from './message-tree.ts';
import { parseTime } from './source-time.ts';

export function importLibreChat(conversation: JsonRecord): Imported {
  const lists = [listMember(conversation, 'messagesTree'), listMember(conversation, 'messages')];
  const list = lists.find((one) => one.length > 0);
  if (list === undefined && !Array.isArray(member(conversation, 'messages'))) {
    return skipped('unknown_shape', `messages; ${describeMembers(conversation)}`);
  }
  const { nodes, repeated } = readNodes(recordsOf(list ?? []));
  const options = recordMember(conversation, 'options');
  const tree = buildTree(nodes, null);
  const notices: readonly ImportNotice[] = repeated === 0 ? [] : [{ code: 'duplicate_message_id', count: repeated }];
  return imported({
    format: 'librechat',
    sourceId: idMember(conversation, 'conversationId'),
    title: textMember(conversation, 'title'),
    createdAt: parseTime(member(conversation, 'createdAt')),
    updatedAt: parseTime(member(conversation, 'updatedAt')),
    systemPrompt: textMember(options, 'promptPrefix') || textMember(options, 'system'),
    pinned: false,
    ...tree,
    notices: [...notices, ...tree.notices],
  });
}

interface Found {
  readonly message: JsonRecord;
  /** The message it is nested in; null: it stands at the top, where its own word about a parent counts. */
  readonly outer: number | null;
}

/** Both layouts as one list, without recursion: a chain of a thousand answers is nested two thousand deep. */
function readNodes(top: readonly JsonRecord[]): { readonly nodes: readonly TreeNode[]; readonly repeated: number } {
  const found: Found[] = [];
  const waiting: Found[] = top.map((message) => ({ message, outer: null })).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const outer = found.push(next) - 1;
    const children = recordsOf(listMember(next.message, 'children'));
    waiting.push(...children.map((message) => ({ message, outer })).toReversed());
  }
  const { keys, repeated } = distinctKeys(found.map(({ message }) => idMember(message, 'messageId')));
  const nodes = found.map(({ message, outer }, index): TreeNode => {
    const parentKey = outer === null ? idMember(message, 'parentMessageId') : (keys[outer] ?? null);
    return {
      key: keys[index] ?? '',
      parentKey,
      createdAt: parseTime(member(message, 'createdAt')),
      steps: readMessage(message),
    };
  });
  return { nodes, repeated };
}

function readMessage(message: JsonRecord): readonly MessagePayload[] {
  const byPerson = member(message, 'isCreatedByUser');
  const isUser = typeof byPerson === 'boolean' ? byPerson : textMember(message, 'sender').toLowerCase() === 'user';
  const model = textMember(message, 'model') || textMember(message, 'endpoint');
  const steps = isUser
    ? createAnswerSteps('user')
    : createAnswerSteps('assistant', {
        ...(model === '' ? {} : { modelId: asModelId(model) }),
        ...(member(message, 'unfinished') === true ? { status: 'interrupted' as const } : {}),
        ...(member(message, 'error') === true ? { stopReason: 'error' as const } : {}),
      });
  const parts = recordsOf(listMember(message, 'content'));
  let hasWords = false;
  for (const part of parts) hasWords = readPart(part, steps) || hasWords;
  if (!hasWords) {
    const split = isUser
      ? { thinking: '', text: textMember(message, 'text') }
      : splitThinking(textMember(message, 'text'));
    steps.thinking(split.thinking);
    steps.text(split.text);
  }
  return steps.finish(readFiles(message));
}

/** Did the part bring words? */
function readPart(part: JsonRecord, steps: AnswerSteps): boolean {
  switch (textMember(part, 'type')) {
    case 'think':
      steps.thinking(wordsOf(member(part, 'think')));
      return false;
    case 'tool_call': {
      const call = recordMember(part, 'tool_call');
      const id = idMember(call, 'id');
      const about = recordMember(call, 'function');
      steps.call(
        id,
        textMember(call, 'name') || textMember(about, 'name'),
        member(call, 'args') ?? member(about, 'arguments'),
      );
      const output = member(call, 'output') ?? member(about, 'output');
      if (output != null) steps.result(id, { text: typeof output === 'string' ? output : readParts(output).text });
      return false;
    }
    case 'error':
      steps.text(wordsOf(member(part, 'error')) || textMember(part, 'text'));
      return true;
    default: {
      const { text, raw } = readParts(part);
      steps.text(text);
      for (const one of raw) steps.raw(one);
      return !isBlank(text) && raw.length === 0;
    }
  }
}

const wordsOf = (value: unknown): string => readParts(typeof value === 'string' ? value : { text: value }).text;

function readFiles(message: JsonRecord): readonly Attachment[] {
  return recordsOf(listMember(message, 'files')).map((file) => ({
    name: textMember(file, 'filename') || textMember(file, 'file_id') || 'file',
    mediaType: textMember(file, 'type') || 'application/octet-stream',
    text: textMember(file, 'text'),
  }));
}
