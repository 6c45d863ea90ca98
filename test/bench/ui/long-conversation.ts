// Conversations of any length with the same end, and a long reply with everything replies have.
import type { TranscriptStore } from '../../../electron/app/ports.ts';
import { asConversationId, asEntryId } from '../../../electron/core/ids.ts';
import { EMPTY_STATE_SUMMARY } from '../../../electron/core/summary/state-summary.ts';
import { renderSummaryText } from '../../../electron/core/summary/summary-text.ts';
import type { EntryPayload, NewEntry } from '../../../electron/core/transcript/entry.ts';

/** Newest messages after the boundary, the same in each conversation. */
const KEPT = 40;
const BATCH = 2000;

const question = (place: number): string => `Question ${place}: what about part ${place} of the plan? needle${place}x`;
const answer = (place: number): string =>
  place % 10 === 1
    ? `Answer ${place}:\n\n\`\`\`ts\n${Array.from({ length: 12 }, (_, line) => `const value${line} = ${line};`).join('\n')}\n\`\`\`\n`
    : `Answer ${place} with **bold** and a list:\n\n- one\n- two\n\nA paragraph that goes on for a while, so that it wraps once.`;

export function fillConversation(store: TranscriptStore, id: string, entries: number): void {
  const conversationId = asConversationId(id);
  const created = store.createConversation({
    id: conversationId,
    title: id,
    createdAt: 1,
    updatedAt: 1,
    pinned: false,
    trashedAt: null,
    activeLeafId: null,
    systemPrompt: '',
    draft: '',
    modelId: null,
    pins: [],
  });
  if (!created.ok) throw new Error(created.error.code);
  const idAt = (place: number) => asEntryId(`${id}-${place}`);
  const boundary = entries - KEPT;
  let batch: NewEntry[] = [];
  let lastHash = '';
  const flush = (): void => {
    const stored = store.appendAll(batch);
    if (!stored.ok) throw new Error(stored.error.code);
    lastHash = stored.value.at(-1)?.hash ?? lastHash;
    batch = [];
  };
  for (let place = 0; place < entries; place += 1) {
    // Counted from the end, so that the last messages are the same whatever came before.
    const name = place < boundary ? place : place - entries;
    if (place === boundary) flush();
    const payload = place === boundary ? compaction(id, boundary, lastHash) : message(place, name);
    const parentId = place === 0 ? null : idAt(place - 1);
    batch.push({ id: idAt(place), conversationId, parentId, createdAt: 1000 + place, payload });
    if (batch.length === BATCH) flush();
  }
  flush();
  const moved = store.updateConversation(conversationId, { activeLeafId: idAt(entries - 1) });
  if (!moved.ok) throw new Error(moved.error.code);
}

const message = (place: number, name: number): EntryPayload =>
  place % 2 === 0
    ? { type: 'message', role: 'user', text: question(name) }
    : { type: 'message', role: 'assistant', text: answer(name), status: 'complete', stopReason: 'stop' };

function compaction(id: string, boundary: number, hash: string): EntryPayload {
  const sources = [asEntryId(`${id}-0`)];
  const summary = { ...EMPTY_STATE_SUMMARY, goal: [{ text: question(0), sources, layer: 'quote' as const }] };
  return {
    type: 'compaction',
    summary,
    text: renderSummaryText(summary),
    firstKeptEntryId: asEntryId(`${id}-${boundary + 1}`),
    carriedEntryIds: [],
    coveredRange: { fromId: asEntryId(`${id}-0`), toId: asEntryId(`${id}-${boundary - 1}`), hash },
    tokensBefore: 9000,
    tokensAfter: 900,
    reason: 'threshold',
    provider: 'built-in',
    writer: 'quotes',
    strategy: 'quotes',
    promptVersion: 1,
    audit: { ok: true, findings: [] },
    redactions: [],
    quotedItems: 1,
    writtenItems: 0,
    messagesFolded: boundary,
    notesWritten: 0,
    durationsMs: {},
  };
}

/** A reply of so many tokens: prose in two languages, lists, tables, code, formulas. */
export function longReply(tokens: number): readonly string[] {
  const section = (part: number): string =>
    [
      `## Part ${part}\n\n`,
      `This part looks at **step ${part}** and at what follows from it; see [the notes](https://example.org/${part}) and \`config.ts\`. `.repeat(
        3,
      ),
      `\n\n第 ${part} 步：**先检查**配置文件，再运行测试（不要改动数据库），然后把结果写进文档。`.repeat(2),
      `\n\n- one thing about ${part}\n- another thing, with \`code\`\n- a third one\n\n`,
      `| Name | Value |\n| --- | ---: |\n| a${part} | ${part} |\n| b${part} | ${part * 2} |\n\n`,
      '```ts\n',
      ...Array.from(
        { length: 30 },
        (_, line) => `export const value${line} = compute(${line}, "step ${part}"); // why\n`,
      ),
      '```\n\n',
      `The cost is $c_{${part}} = \\sum_{i=1}^{n} x_i$ in the end.\n\n`,
    ].join('');
  const pieces: string[] = [];
  for (let part = 1; pieces.length < tokens; part += 1)
    pieces.push(...(section(part).match(/\s?[^\s]{1,5}|\s/gu) ?? []));
  return pieces.slice(0, tokens);
}
