// A Claude conversation: `chat_messages`, each with a plain `text` and a list of `content` blocks that disagree in every way. Blocks that
// hold something count, the text only where no block has words; never both. Tool results may stand in human messages; newer exports
// name the parent of each message, older ones are a plain sequence.

import type { Attachment, MessagePayload } from '../transcript/entry.ts';
import { type AnswerSteps, createAnswerSteps } from './answer-steps.ts';
import { readParts, withRaw } from './content-parts.ts';
import { type Imported, type ImportNotice, imported, skipped } from './imported-conversation.ts';
import {
  type JsonRecord,
  describeMembers,
  idMember,
  isBlank,
  listMember,
  member,
  recordsOf,
  textMember,
} from './json-value.ts';
import { buildTree, distinctKeys, type TreeNode } from './message-tree.ts';
import { parseTime } from './source-time.ts';

/** The parent of a first message. */
const NO_PARENT = '00000000-0000-4000-8000-000000000000';

export function importClaude(conversation: JsonRecord): Imported {
  if (!Array.isArray(member(conversation, 'chat_messages'))) {
    return skipped('unknown_shape', `chat_messages; ${describeMembers(conversation)}`);
  }
  const list = listMember(conversation, 'chat_messages');
  const messages = recordsOf(list);
  const { keys, repeated } = distinctKeys(messages.map((message) => idMember(message, 'uuid')));
  const { parents, missing } = findParents(messages, keys);
  const nodes = messages.map((message, index): TreeNode => {
    const key = keys[index] ?? '';
    const createdAt = parseTime(member(message, 'created_at'));
    return { key, parentKey: parents[index] ?? null, createdAt, steps: readMessage(message) };
  });
  const tree = buildTree(nodes, idMember(conversation, 'current_leaf_message_uuid') ?? nodes.at(-1)?.key ?? null);
  const notices: readonly ImportNotice[] = [
    { code: 'bad_message', count: list.length - messages.length },
    { code: 'duplicate_message_id', count: repeated },
    { code: 'parent_missing', count: missing },
    ...tree.notices,
  ];
  return imported({
    format: 'claude',
    sourceId: idMember(conversation, 'uuid'),
    title: textMember(conversation, 'name'),
    createdAt: parseTime(member(conversation, 'created_at')),
    updatedAt: parseTime(member(conversation, 'updated_at')),
    systemPrompt: '',
    pinned: member(conversation, 'is_starred') === true,
    ...tree,
    notices: notices.filter(({ count }) => count > 0),
  });
}

/** Without any parent the messages are a sequence; a parent that is not there stands for the message before. */
function findParents(messages: readonly JsonRecord[], keys: readonly string[]) {
  const known = new Set(keys);
  let missing = 0;
  const named = messages.some((message) => known.has(idMember(message, 'parent_message_uuid') ?? ''));
  const parents = messages.map((message, index): string | null => {
    const parent = idMember(message, 'parent_message_uuid');
    if (parent !== null && known.has(parent)) return parent;
    if (parent === NO_PARENT && named) return null;
    if (parent !== null && parent !== NO_PARENT && index > 0) missing += 1;
    return keys[index - 1] ?? null;
  });
  return { parents, missing };
}

function readMessage(message: JsonRecord): readonly MessagePayload[] {
  const sender = textMember(message, 'sender') || textMember(message, 'role');
  const fromPerson = sender === 'human' || sender === 'user';
  const steps = createAnswerSteps(fromPerson ? 'user' : 'assistant');
  const blocks = recordsOf(listMember(message, 'content'));
  let plain = plainText(message, blocks);
  for (const block of blocks) {
    // What was thought comes before what was said, and a call after it.
    if (textMember(block, 'type') !== 'thinking') {
      steps.text(plain);
      plain = '';
    }
    readBlock(block, steps);
  }
  steps.text(plain);
  return steps.finish(readAttachments(message));
}

/** The text beside the blocks, where none of them has words and it is no copy of what was thought. */
function plainText(message: JsonRecord, blocks: readonly JsonRecord[]): string {
  if (blocks.some((block) => textMember(block, 'type') === 'text' && !isBlank(textMember(block, 'text')))) return '';
  const thought = blocks.map((block) => textMember(block, 'thinking')).join('');
  const text = textMember(message, 'text').replace(UNSUPPORTED, '\n');
  return text.trim() === thought.trim() ? '' : text;
}

/** Stands in `text` for each block that is none. */
const UNSUPPORTED = /\n?```\s*\nThis block is not supported on your current device yet\.\s*\n```\n?/g;

function readBlock(block: JsonRecord, steps: AnswerSteps): void {
  switch (textMember(block, 'type')) {
    case 'text':
      return steps.text(textMember(block, 'text'));
    case 'thinking':
      return steps.thinking(textMember(block, 'thinking'));
    case 'redacted_thinking':
    case 'token_budget':
    case 'flag':
      return steps.raw(JSON.stringify(block));
    case 'tool_use':
    case 'server_tool_use':
      return steps.call(idMember(block, 'id'), textMember(block, 'name'), member(block, 'input') ?? {});
    case 'tool_result':
    case 'web_search_tool_result': {
      const { text, raw } = readParts(member(block, 'content'));
      const isError = member(block, 'is_error') === true;
      return steps.result(idMember(block, 'tool_use_id'), { text, isError, ...withRaw(raw) });
    }
    default: {
      const { text, raw } = readParts(block);
      steps.text(text);
      for (const one of raw) steps.raw(one);
    }
  }
}

/** The extracted text is the only copy of an attachment; a file without one is still named. */
function readAttachments(message: JsonRecord): readonly Attachment[] {
  const attachments = recordsOf(listMember(message, 'attachments')).map((file) => ({
    name: textMember(file, 'file_name') || 'attachment',
    mediaType: textMember(file, 'file_type') || 'text/plain',
    text: textMember(file, 'extracted_content'),
  }));
  const known = new Set(attachments.map(({ name }) => name));
  const files = recordsOf([...listMember(message, 'files'), ...listMember(message, 'files_v2')])
    .map((file) => textMember(file, 'file_name'))
    .filter((name) => name !== '' && !known.has(name));
  return [
    ...attachments,
    ...[...new Set(files)].map((name) => ({ name, mediaType: 'application/octet-stream', text: '' })),
  ];
}
