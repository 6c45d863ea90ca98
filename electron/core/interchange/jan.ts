// A thread of Jan: `thread.json` (title, assistant) and one message a line. The order of the lines is not the order in time (some
// versions write the newest first), so messages go by their time, those of the same time by their lines.

import { asModelId } from '../ids.ts';
import type { MessagePayload } from '../transcript/entry.ts';
import { type AnswerSteps, createAnswerSteps } from './answer-steps.ts';
import { readParts, splitThinking } from './content-parts.ts';
import { type Imported, imported, type ImportNotice } from './imported-conversation.ts';
import {
  idMember,
  isBlank,
  type JsonRecord,
  listMember,
  member,
  recordMember,
  recordsOf,
  textMember,
} from './json-value.ts';
import { buildTree, chainNodes, distinctKeys } from './message-tree.ts';
import { parseTime } from './source-time.ts';

/** @param thread null where only the messages are there */
export function importJan(thread: JsonRecord | null, messages: readonly JsonRecord[]): Imported {
  const ordered = inOrder(messages);
  const { keys, repeated } = distinctKeys(ordered.map((message) => idMember(message, 'id')));
  const assistant = recordsOf(listMember(thread, 'assistants'))[0] ?? null;
  const model = textMember(recordMember(assistant, 'model'), 'id');
  const nodes = ordered.map((message, index) => ({
    key: keys[index] ?? '',
    createdAt: parseTime(member(message, 'created_at')),
    steps: readMessage(message, model),
  }));
  const system = ordered.find((message) => textMember(message, 'role') === 'system');
  const tree = buildTree(chainNodes(nodes), nodes.at(-1)?.key ?? null);
  const notices: readonly ImportNotice[] = repeated === 0 ? [] : [{ code: 'duplicate_message_id', count: repeated }];
  return imported({
    format: 'jan',
    sourceId: idMember(thread, 'id') ?? idMember(ordered[0] ?? null, 'thread_id'),
    title: textMember(thread, 'title'),
    createdAt: parseTime(member(thread, 'created')) ?? parseTime(member(thread, 'created_at')),
    updatedAt: parseTime(member(thread, 'updated')) ?? parseTime(member(thread, 'updated_at')),
    systemPrompt: textMember(assistant, 'instructions') || readParts(member(system ?? null, 'content')).text,
    pinned: member(thread, 'isFavorite') === true,
    ...tree,
    notices: [...notices, ...tree.notices],
  });
}

function inOrder(messages: readonly JsonRecord[]): readonly JsonRecord[] {
  const timed = messages.map((message) => ({ message, at: parseTime(member(message, 'created_at')) }));
  // Without all times there is nothing to go by but the lines.
  if (timed.some(({ at }) => at === null)) return messages;
  const first = timed[0]?.at ?? 0;
  const last = timed.at(-1)?.at ?? 0;
  const lines = first > last ? timed.toReversed() : timed;
  return lines.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0)).map(({ message }) => message);
}

function readMessage(message: JsonRecord, threadModel: string): readonly MessagePayload[] {
  const role = textMember(message, 'role');
  if (role === 'system') return [];
  if (role === 'tool') {
    const steps = createAnswerSteps('assistant');
    steps.result(idMember(message, 'tool_call_id'), readParts(member(message, 'content')));
    return steps.finish();
  }
  const stopped = textMember(message, 'status') === 'stopped';
  const metadata = recordMember(message, 'metadata');
  const model = textMember(metadata, 'modelId') || textMember(message, 'model') || threadModel;
  const steps =
    role === 'user'
      ? createAnswerSteps('user')
      : createAnswerSteps('assistant', {
          ...(model === '' ? {} : { modelId: asModelId(model) }),
          ...(stopped ? { status: 'interrupted' as const } : {}),
        });
  const content = member(message, 'content');
  const parts = Array.isArray(content) ? (content as readonly unknown[]) : [content];
  if (role !== 'user') for (const call of recordsOf(listMember(metadata, 'tool_calls'))) readToolCall(call, steps);
  for (const part of parts) readPart(part, steps, role);
  return steps.finish();
}

function readPart(part: unknown, steps: AnswerSteps, role: string): void {
  const { text, raw } = readParts(part);
  const type =
    typeof part === 'object' && part !== null && !Array.isArray(part) ? textMember(part as JsonRecord, 'type') : '';
  if (type === 'reasoning') {
    const value = member(part as JsonRecord, 'text');
    return steps.thinking(readParts(typeof value === 'string' ? value : { text: value }).text);
  }
  const split = role === 'user' ? { thinking: '', text } : splitThinking(text);
  steps.thinking(split.thinking);
  steps.text(split.text);
  for (const one of raw) steps.raw(one);
}

/** Calls stand beside the words, each with the answer it got. */
function readToolCall(call: JsonRecord, steps: AnswerSteps): void {
  const tool = recordMember(call, 'tool');
  const about = recordMember(tool, 'function');
  const id = idMember(tool, 'id');
  steps.call(id, textMember(about, 'name'), member(about, 'arguments'));
  const response = recordMember(call, 'response');
  const { text } = readParts(member(response, 'content'));
  const failure = textMember(response, 'error');
  if (response !== null)
    steps.result(id, { text: isBlank(text) ? failure : text, isError: isBlank(text) && failure !== '' });
}
