// An LM Studio conversation: each message has versions and says which one is selected. The selected one stands in the conversation, the
// others beside it as branches. Steps that only tell the state of things are noise. The file holds no id and no times of messages.

import { asModelId } from '../ids.ts';
import type { Attachment, MessagePayload } from '../transcript/entry.ts';
import { type AnswerSteps, createAnswerSteps } from './answer-steps.ts';
import { readParts, splitThinking } from './content-parts.ts';
import { type Imported, imported } from './imported-conversation.ts';
import { idMember, type JsonRecord, listMember, member, recordMember, recordsOf, textMember } from './json-value.ts';
import { buildTree, type TreeNode } from './message-tree.ts';
import { parseTime } from './source-time.ts';

export function importLmStudio(conversation: JsonRecord): Imported {
  const nodes: TreeNode[] = [];
  let parentKey: string | null = null;
  recordsOf(listMember(conversation, 'messages')).forEach((message, index) => {
    const versions = recordsOf(listMember(message, 'versions'));
    const selected = selectedVersion(message, versions.length);
    versions.forEach((version, at) => {
      nodes.push({ key: `${index}.${at}`, parentKey, createdAt: null, steps: readVersion(version) });
    });
    if (versions.length > 0) parentKey = `${index}.${selected}`;
  });
  return imported({
    format: 'lm_studio',
    sourceId: null,
    title: textMember(conversation, 'name'),
    createdAt: parseTime(member(conversation, 'createdAt')),
    updatedAt:
      parseTime(member(conversation, 'userLastMessagedAt')) ??
      parseTime(member(conversation, 'assistantLastMessagedAt')),
    systemPrompt: textMember(conversation, 'systemPrompt'),
    pinned: member(conversation, 'pinned') === true,
    ...buildTree(nodes, parentKey),
  });
}

function selectedVersion(message: JsonRecord, count: number): number {
  const selected = member(message, 'currentlySelected');
  const isThere = typeof selected === 'number' && Number.isInteger(selected) && selected >= 0 && selected < count;
  return isThere ? selected : count - 1;
}

function readVersion(version: JsonRecord): readonly MessagePayload[] {
  const role = textMember(version, 'role');
  if (role === 'system') return [];
  if (role === 'user') {
    const steps = createAnswerSteps('user');
    const files: Attachment[] = [];
    for (const part of recordsOf(listMember(version, 'content'))) readUserPart(part, steps, files);
    return steps.finish(files);
  }
  const steps = createAnswerSteps('assistant', aboutModel(version));
  for (const step of recordsOf(listMember(version, 'steps'))) {
    if (textMember(step, 'type') === 'contentBlock') readBlock(step, steps);
  }
  // Older files: one step, its content beside the role.
  readBlock(version, steps);
  return steps.finish();
}

function readUserPart(part: JsonRecord, steps: AnswerSteps, files: Attachment[]): void {
  if (textMember(part, 'type') !== 'file') {
    const { text, raw } = readParts(part);
    steps.text(text);
    for (const one of raw) steps.raw(one);
    return;
  }
  const name = textMember(part, 'name') || textMember(part, 'fileIdentifier') || 'file';
  files.push({ name, mediaType: textMember(part, 'fileType') || 'application/octet-stream', text: '' });
  steps.raw(JSON.stringify(part));
}

function aboutModel(version: JsonRecord) {
  const info = recordsOf(listMember(version, 'steps'))
    .map((step) => recordMember(step, 'genInfo'))
    .find((found) => found !== null);
  const name =
    textMember(info ?? null, 'identifier') ||
    textMember(info ?? null, 'indexedModelIdentifier') ||
    textMember(recordMember(version, 'senderInfo'), 'senderName');
  return name === '' ? {} : { modelId: asModelId(name) };
}

function readBlock(block: JsonRecord, steps: AnswerSteps): void {
  const isThinking = textMember(recordMember(block, 'style'), 'type') === 'thinking';
  for (const part of recordsOf(listMember(block, 'content'))) {
    switch (textMember(part, 'type')) {
      case 'toolCallRequest':
        steps.call(callId(part), textMember(part, 'name'), member(part, 'parameters') ?? member(part, 'arguments'));
        break;
      case 'toolCallResult': {
        const content = member(part, 'content');
        steps.result(callId(part), { text: typeof content === 'string' ? content : readParts(content).text });
        break;
      }
      default:
        readWords(part, steps, isThinking);
    }
  }
}

function readWords(part: JsonRecord, steps: AnswerSteps, isThinking: boolean): void {
  const { text, raw } = readParts(part);
  const split = isThinking ? { thinking: text, text: '' } : splitThinking(text);
  steps.thinking(split.thinking);
  steps.text(split.text);
  for (const one of raw) steps.raw(one);
}

const callId = (part: JsonRecord): string | null => idMember(part, 'callId') ?? idMember(part, 'toolCallRequestId');
