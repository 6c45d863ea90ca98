// What an import source holds, written down so that a test can compare it: a line for each conversation, its shown branch below it.
import { openImport } from '../../../native/interchange/open-import.ts';
import type { ImportItem } from '../../../electron/app/interchange-ports.ts';
import type { EntryPayload } from '../../../electron/core/transcript/entry.ts';

export async function readItems(place: string): Promise<readonly ImportItem[]> {
  const source = await openImport(place, 1_900_000_000_000);
  try {
    const items: ImportItem[] = [];
    for await (const item of source.items()) items.push(item);
    const fault = source.fault();
    if (fault !== null) throw new Error(`${fault.code} ${JSON.stringify(fault.detail ?? {})}`);
    return items;
  } finally {
    source.close();
  }
}

/** Title, then the shown branch: `u` user, `a` assistant, `t` tool result, with thinking, calls and attachments in brackets. */
export async function describeImport(place: string): Promise<Record<string, readonly string[]>> {
  const described: Record<string, readonly string[]> = {};
  for (const item of await readItems(place)) {
    if (item.kind === 'skip') described[item.place] = [`skipped: ${item.skip.code}`];
    if (item.kind !== 'conversation') continue;
    const { unit, figures } = item;
    const byId = new Map(unit.entries.map((entry) => [entry.id, entry]));
    const shown: string[] = [];
    for (let at = unit.conversation.activeLeafId; at !== null; at = byId.get(at)?.parentId ?? null) {
      const entry = byId.get(at);
      if (entry !== undefined) shown.unshift(describePayload(entry.payload));
    }
    const numbers = `${figures.messages} messages, ${figures.branches} branches, ${figures.activeMessages} shown`;
    described[unit.conversation.title] = [numbers, ...shown];
  }
  return described;
}

function describePayload(payload: EntryPayload): string {
  if (payload.type !== 'message') return payload.type;
  const extras = payload.imported === undefined ? '' : ` {${Object.keys(payload.imported).join()}}`;
  switch (payload.role) {
    case 'user': {
      const files = (payload.attachments ?? []).map(({ name, text }) => ` [${name}=${text}]`).join('');
      return `u ${payload.text}${files}${extras}`;
    }
    case 'assistant': {
      const thinking = payload.thinking === undefined ? '' : `(${payload.thinking}) `;
      const calls = (payload.toolCalls ?? []).map((call) => ` [${call.name} ${call.arguments}]`).join('');
      const broken = payload.status === 'interrupted' ? ' …' : '';
      return `a ${thinking}${payload.text}${calls}${broken}${extras}`;
    }
    case 'tool_result':
      return `t ${payload.text}${extras}`;
    default:
      return payload satisfies never;
  }
}
