// An Open WebUI chat: `chat.history` holds the tree by id and the shown leaf (`currentId`, which may be an older one); the linear list
// beside it is a duplicate and is read only where there is no tree. Reasoning and tool calls stand as escaped `<details>` in the text and
// again in `output`: the structured ones count, else those in the text; never both.

import { asModelId } from '../ids.ts';
import type { Attachment, MessagePayload } from '../transcript/entry.ts';
import { type AnswerSteps, createAnswerSteps } from './answer-steps.ts';
import { readParts, splitThinking } from './content-parts.ts';
import { readDetails } from './escaped-details.ts';
import { type Imported, imported, type ImportNotice, skipped } from './imported-conversation.ts';
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
import { buildTree, chainNodes, distinctKeys, type TreeNode } from './message-tree.ts';
import { parseTime } from './source-time.ts';

/** @param outer the exported record, or a bare chat */
export function importOpenWebUi(outer: JsonRecord): Imported {
  const chat = recordMember(outer, 'chat') ?? outer;
  const history = recordMember(chat, 'history');
  const byId = recordMember(history, 'messages');
  const list = recordsOf(listMember(chat, 'messages'));
  if (byId === null && !Array.isArray(member(chat, 'messages'))) {
    return skipped('unknown_shape', `chat.history; ${describeMembers(chat)}`);
  }
  const { nodes, bad } = byId !== null && Object.keys(byId).length > 0 ? treeNodes(byId) : listNodes(list);
  const tree = buildTree(nodes, idMember(history, 'currentId') ?? (byId === null ? (nodes.at(-1)?.key ?? null) : null));
  const messages = byId === null ? list : recordsOf(Object.values(byId));
  const badNotice: readonly ImportNotice[] = bad === 0 ? [] : [{ code: 'bad_message', count: bad }];
  return imported({
    format: 'open_webui',
    sourceId: idMember(outer, 'id') ?? idMember(chat, 'id'),
    title: textMember(chat, 'title') || textMember(outer, 'title'),
    createdAt: parseTime(member(outer, 'created_at')) ?? parseTime(member(chat, 'timestamp')),
    updatedAt: parseTime(member(outer, 'updated_at')),
    systemPrompt: findSystemPrompt(chat, messages),
    pinned: member(outer, 'pinned') === true,
    ...tree,
    notices: [...badNotice, ...tree.notices],
  });
}

function treeNodes(byId: JsonRecord): { readonly nodes: readonly TreeNode[]; readonly bad: number } {
  const nodes: TreeNode[] = [];
  let bad = 0;
  for (const key of Object.keys(byId)) {
    const message = asRecord(byId[key]);
    if (message === null) {
      bad += 1;
      continue;
    }
    nodes.push({
      key,
      parentKey: idMember(message, 'parentId'),
      childKeys: listMember(message, 'childrenIds').filter((child) => typeof child === 'string'),
      createdAt: parseTime(member(message, 'timestamp')),
      steps: readMessage(message),
    });
  }
  return { nodes, bad };
}

function listNodes(list: readonly JsonRecord[]): { readonly nodes: readonly TreeNode[]; readonly bad: number } {
  const { keys } = distinctKeys(list.map((message) => idMember(message, 'id')));
  const nodes = list.map((message, index) => ({
    key: keys[index] ?? '',
    createdAt: parseTime(member(message, 'timestamp')),
    steps: readMessage(message),
  }));
  return { nodes: chainNodes(nodes), bad: 0 };
}

function findSystemPrompt(chat: JsonRecord, messages: readonly JsonRecord[]): string {
  const given = textMember(chat, 'system') || textMember(recordMember(chat, 'params'), 'system');
  if (!isBlank(given)) return given;
  const message = messages.find((one) => textMember(one, 'role') === 'system');
  return message === undefined ? '' : readParts(member(message, 'content')).text;
}

function readMessage(message: JsonRecord): readonly MessagePayload[] {
  const role = textMember(message, 'role');
  if (role === 'system') return [];
  if (role === 'user') {
    const steps = createAnswerSteps('user');
    addParts(member(message, 'content'), steps);
    return steps.finish(readFiles(message));
  }
  return readAnswer(message);
}

function readAnswer(message: JsonRecord): readonly MessagePayload[] {
  const model = textMember(message, 'model');
  const failure = recordMember(message, 'error');
  const steps = createAnswerSteps('assistant', {
    ...(model === '' ? {} : { modelId: asModelId(model) }),
    ...(member(message, 'done') === false ? { status: 'interrupted' as const } : {}),
    ...(failure === null ? {} : { stopReason: 'error' as const }),
  });
  const hasWords = readOutput(recordsOf(listMember(message, 'output')), steps);
  if (!hasWords.any) addContent(member(message, 'content'), steps, 'everything');
  else if (!hasWords.text) addContent(member(message, 'content'), steps, 'text');
  const finished = steps.finish();
  if (finished.length > 0 || failure === null) return finished;
  steps.text(textMember(failure, 'content') || textMember(failure, 'detail'));
  return steps.finish();
}

function addParts(content: unknown, steps: AnswerSteps): void {
  const { text, raw } = readParts(content);
  steps.text(text);
  for (const one of raw) steps.raw(one);
}

/** @param take what of the text counts: where the structured output has everything but words, the words alone */
function addContent(content: unknown, steps: AnswerSteps, take: 'everything' | 'text'): void {
  if (typeof content !== 'string') return addParts(content, steps);
  const { thinking, text } = splitThinking(content);
  if (take === 'everything') steps.thinking(thinking);
  for (const part of readDetails(text)) {
    if (part.kind === 'text') steps.text(part.text);
    else if (take === 'text') continue;
    else if (part.kind === 'thinking') steps.thinking(part.text);
    else {
      steps.call(part.id, part.name, part.arguments);
      if (part.result !== null) steps.result(part.id, { text: part.result });
    }
  }
}

function readOutput(
  items: readonly JsonRecord[],
  steps: AnswerSteps,
): { readonly any: boolean; readonly text: boolean } {
  let any = false;
  let text = false;
  for (const item of items) {
    const words = readParts(member(item, 'content')).text;
    switch (textMember(item, 'type')) {
      case 'reasoning': {
        const thought = words || readParts(listMember(item, 'summary')).text;
        steps.thinking(thought);
        any ||= !isBlank(thought);
        break;
      }
      case 'message':
        steps.text(words);
        any ||= !isBlank(words);
        text ||= !isBlank(words);
        break;
      case 'function_call':
        steps.call(
          idMember(item, 'call_id') ?? idMember(item, 'id'),
          textMember(item, 'name'),
          member(item, 'arguments'),
        );
        any = true;
        break;
      case 'function_call_output': {
        const output = member(item, 'output');
        const result = typeof output === 'string' ? { text: output } : { text: readParts(output).text };
        steps.result(idMember(item, 'call_id'), result);
        any = true;
        break;
      }
      default:
        steps.raw(JSON.stringify(item));
    }
  }
  return { any, text };
}

function readFiles(message: JsonRecord): readonly Attachment[] {
  return recordsOf(listMember(message, 'files')).map((item) => {
    const file = recordMember(item, 'file');
    return {
      name: textMember(item, 'name') || textMember(file, 'filename') || textMember(item, 'type') || 'file',
      mediaType:
        textMember(recordMember(file, 'meta'), 'content_type') ||
        (textMember(item, 'type') === 'image' ? 'image/*' : 'text/plain'),
      text: textMember(recordMember(file, 'data'), 'content'),
    };
  });
}
