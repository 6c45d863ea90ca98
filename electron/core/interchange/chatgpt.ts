// A ChatGPT conversation: `mapping` holds a tree by node id (which is not the message's id, and whose order in the file means nothing),
// `current_node` the leaf that was shown. Reads parents and children both, for each may be missing; never sorts by time.

import { readChatGptMessage } from './chatgpt-content.ts';
import { type Imported, type ImportNotice, imported, skipped } from './imported-conversation.ts';
import {
  type JsonRecord,
  asRecord,
  describeMembers,
  idMember,
  listMember,
  member,
  recordMember,
  textMember,
} from './json-value.ts';
import { buildTree, type TreeNode } from './message-tree.ts';
import { parseTime } from './source-time.ts';

export function importChatGpt(conversation: JsonRecord): Imported {
  const mapping = recordMember(conversation, 'mapping');
  if (mapping === null) return skipped('unknown_shape', `mapping; ${describeMembers(conversation)}`);
  const nodes: TreeNode[] = [];
  let systemPrompt = '';
  let badNodes = 0;
  for (const key of Object.keys(mapping)) {
    const node = asRecord(mapping[key]);
    if (node === null) {
      badNodes += 1;
      continue;
    }
    const message = recordMember(node, 'message');
    const shown = message === null ? { steps: [] } : readChatGptMessage(message, key);
    if (systemPrompt === '' && shown.systemPrompt !== undefined) systemPrompt = shown.systemPrompt;
    nodes.push({
      key,
      parentKey: idMember(node, 'parent'),
      childKeys: listMember(node, 'children').filter((child) => typeof child === 'string'),
      createdAt: parseTime(member(message, 'create_time')),
      steps: shown.steps,
      ...(shown.thinking === undefined ? {} : { thinking: shown.thinking }),
      ...(shown.hidden === undefined ? {} : { hidden: shown.hidden }),
    });
  }
  const tree = buildTree(nodes, idMember(conversation, 'current_node'));
  const bad: readonly ImportNotice[] = badNodes === 0 ? [] : [{ code: 'bad_message', count: badNodes }];
  return imported({
    format: 'chatgpt',
    sourceId: idMember(conversation, 'conversation_id') ?? idMember(conversation, 'id'),
    title: textMember(conversation, 'title'),
    createdAt: parseTime(member(conversation, 'create_time')),
    updatedAt: parseTime(member(conversation, 'update_time')),
    systemPrompt,
    pinned: member(conversation, 'is_starred') === true,
    ...tree,
    notices: [...bad, ...tree.notices],
  });
}
