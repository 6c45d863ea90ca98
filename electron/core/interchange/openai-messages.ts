// Messages as OpenAI's chat API has them: one conversation (`{"messages": […]}`), or messages that belong together (one a line). The
// system message becomes the system prompt. Content may be a text, parts, or missing beside tool calls; arguments are a JSON text; ids
// of calls repeat from turn to turn, and pairs are found by occurrence.

import { asModelId } from '../ids.ts';
import type { MessagePayload } from '../transcript/entry.ts';
import { createAnswerSteps } from './answer-steps.ts';
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
import { buildTree, chainNodes, distinctKeys, type TreeNode } from './message-tree.ts';
import { parseTime } from './source-time.ts';

/** @param about what stands beside the messages: id, title, model, times */
export function importOpenAiMessages(list: readonly unknown[], about: JsonRecord | null): Imported {
  const messages = recordsOf(list);
  const model = textMember(about, 'model');
  const { keys, repeated } = distinctKeys(messages.map((message) => idMember(message, 'id')));
  let systemPrompt = '';
  let bad = list.length - messages.length;
  const nodes = messages.map((message, index): Omit<TreeNode, 'parentKey' | 'childKeys'> => {
    const place = { key: keys[index] ?? '', createdAt: parseTime(timeOf(message)) };
    const role = textMember(message, 'role');
    if (role === 'system' || role === 'developer') {
      const { text } = readParts(member(message, 'content'));
      if (systemPrompt !== '' && !isBlank(text)) return { ...place, steps: [], hidden: JSON.stringify(message) };
      systemPrompt = text;
      return { ...place, steps: [] };
    }
    const steps = readMessage(message, role, model);
    if (steps === null) bad += 1;
    return steps === null ? { ...place, steps: [], hidden: JSON.stringify(message) } : { ...place, steps };
  });
  const tree = buildTree(chainNodes(nodes), nodes.at(-1)?.key ?? null);
  const notices: readonly ImportNotice[] = [
    { code: 'bad_message', count: bad },
    { code: 'duplicate_message_id', count: repeated },
    ...tree.notices,
  ];
  return imported({
    format: 'openai_messages',
    sourceId:
      ['id', 'conversation_id', 'conversationId', 'chat_id', 'uuid']
        .map((key) => idMember(about, key))
        .find((id) => id !== null) ?? null,
    title: textMember(about, 'title') || textMember(about, 'name'),
    createdAt: parseTime(timeOf(about)),
    updatedAt: parseTime(member(about, 'updated_at') ?? member(about, 'updatedAt')),
    systemPrompt,
    pinned: false,
    ...tree,
    notices: notices.filter(({ count }) => count > 0),
  });
}

const timeOf = (record: JsonRecord | null): unknown =>
  ['created_at', 'createdAt', 'created', 'create_time', 'timestamp']
    .map((key) => member(record, key))
    .find((time) => time != null);

/** Null for a role nobody knows. */
function readMessage(message: JsonRecord, role: string, conversationModel: string): readonly MessagePayload[] | null {
  const { text, raw } = readParts(member(message, 'content'));
  switch (role) {
    case 'user':
    case 'human': {
      const steps = createAnswerSteps('user');
      steps.text(text);
      for (const one of raw) steps.raw(one);
      return steps.finish();
    }
    case 'tool':
    case 'function': {
      const steps = createAnswerSteps('assistant');
      steps.result(idMember(message, 'tool_call_id'), { text, ...(raw.length === 0 ? {} : { imported: { raw } }) });
      return steps.finish();
    }
    case 'assistant':
    case 'model':
      return readAnswer(message, { text, raw, model: textMember(message, 'model') || conversationModel });
    default:
      return null;
  }
}

function readAnswer(
  message: JsonRecord,
  { text, raw, model }: { readonly text: string; readonly raw: readonly string[]; readonly model: string },
): readonly MessagePayload[] {
  const steps = createAnswerSteps('assistant', model === '' ? {} : { modelId: asModelId(model) });
  const given =
    textMember(message, 'reasoning_content') || textMember(message, 'reasoning') || textMember(message, 'thinking');
  const split = isBlank(given) ? splitThinking(text) : { thinking: given, text };
  steps.thinking(split.thinking);
  steps.text(split.text);
  steps.text(textMember(message, 'refusal'));
  for (const one of raw) steps.raw(one);
  for (const call of recordsOf(listMember(message, 'tool_calls'))) {
    const about = recordMember(call, 'function') ?? call;
    steps.call(idMember(call, 'id'), textMember(about, 'name'), member(about, 'arguments') ?? member(about, 'input'));
  }
  const legacy = recordMember(message, 'function_call');
  if (legacy !== null) steps.call(null, textMember(legacy, 'name'), member(legacy, 'arguments'));
  return steps.finish();
}
