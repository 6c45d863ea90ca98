// Appends without end and prints each id once its commit is done: the process that kill.test.ts kills.
import { writeSync } from 'node:fs';
import { asEntryId, type EntryId } from '../../../electron/core/ids.ts';
import { openTranscriptStore } from '../../../native/sqlite/open-transcript-store.ts';

const HOME = 'home' as Parameters<ReturnType<typeof openStore>['readConversation']>[0];

function openStore() {
  const result = openTranscriptStore({ folder: process.argv[2] ?? '' });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const store = openStore();
let parentId: EntryId | null = store.readConversation(HOME)?.activeLeafId ?? null;
for (let index = 0; ; index++) {
  const id: EntryId = asEntryId(`${process.argv[3]}-${index}`);
  const text = `entry ${index} `.repeat(index % 40);
  const reply = {
    entryId: asEntryId('reply'),
    conversationId: HOME,
    parentId: id,
    modelId: null,
    startedAt: 1,
    text,
    thinking: '',
  };
  const appended = store.append({
    id,
    conversationId: HOME,
    parentId,
    createdAt: index,
    payload: { type: 'message', role: 'user', text },
  });
  const kept = store.checkpointReply(reply);
  if (!appended.ok || !kept.ok) throw new Error('a write was refused');
  writeSync(1, `${id}\n`);
  parentId = id;
}
