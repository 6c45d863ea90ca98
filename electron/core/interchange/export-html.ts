// Conversations as one HTML page to read and print: no scripts, no outside resource, light and dark by the reader's system. Everything a
// person, a model or a file wrote stands in it as text: escaped here, in one place, and never as markup. Reads; decides nothing.

import { type Region, regionOf } from '../context/region.ts';
import type { Entry, EntryPayload } from '../transcript/entry.ts';
import { toWellFormed } from '../transcript/clip-text.ts';
import type { ExportInput } from '../transcript/export-transcript.ts';

/** The page up to its first conversation. */
export const htmlStart = (title: string): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
`;

export const htmlEnd = (): string => '</body>\n</html>\n';

/** One conversation: the branch that is shown, both regions marked, every state in its place. */
export function exportHtml({ conversation, branch, keptFromSeq, carriedIds, formatTime }: ExportInput): string {
  const parts = [
    `<main>\n<h1 dir="auto">${escapeHtml(conversation.title === '' ? 'Conversation' : conversation.title)}</h1>`,
  ];
  if (conversation.systemPrompt !== '') parts.push(details('System prompt', conversation.systemPrompt));
  let region: Region | null = null;
  for (const entry of branch) {
    const article = articleOf(entry, formatTime(entry.createdAt));
    if (article === null) continue;
    const now = regionOf(entry, { keptFromSeq, carriedIds });
    if (keptFromSeq !== null && now !== region) {
      parts.push(`<p class="region">${now === 'summarized' ? 'Summarized for the model' : 'Kept verbatim'}</p>`);
    }
    region = now;
    parts.push(article);
  }
  parts.push('</main>');
  return `${parts.join('\n')}\n`;
}

function articleOf(entry: Entry, time: string): string | null {
  const { payload } = entry;
  switch (payload.type) {
    case 'message':
      return article(payload.role, time, messageHtml(payload));
    case 'compaction': {
      const figures = `${payload.tokensBefore} → ${payload.tokensAfter} tokens (${payload.reason})`;
      return article('compaction', time, `<p>${escapeHtml(figures)}</p>${block(payload.text)}`);
    }
    case 'label':
      return article('label', time, block(payload.text));
    case 'compaction_undone':
    case 'compaction_redone':
    case 'memory_flush':
    case 'model_change':
      return null;
    default:
      return payload satisfies never;
  }
}

const SPEAKERS = {
  user: 'You',
  assistant: 'Assistant',
  tool_result: 'Tool result',
  compaction: 'Compaction',
  label: 'Label',
} as const;

const article = (kind: keyof typeof SPEAKERS, time: string, content: string): string =>
  `<article class="${kind}"><h2>${SPEAKERS[kind]} <time>${escapeHtml(time)}</time></h2>${content}</article>`;

function messageHtml(payload: Extract<EntryPayload, { type: 'message' }>): string {
  switch (payload.role) {
    case 'user':
      return block(payload.text) + (payload.attachments ?? []).map((file) => details(file.name, file.text)).join('');
    case 'assistant': {
      const thinking = payload.thinking === undefined ? '' : details('Thinking', payload.thinking);
      const calls = (payload.toolCalls ?? []).map((call) => details(`Calls ${call.name}`, call.arguments)).join('');
      const mark = payload.status === 'interrupted' ? '<p class="region">interrupted</p>' : '';
      return thinking + block(payload.text) + calls + mark;
    }
    case 'tool_result':
      return block(payload.text);
    default:
      return payload satisfies never;
  }
}

const block = (text: string): string => (text === '' ? '' : `<div class="text" dir="auto">${escapeHtml(text)}</div>`);

const details = (summary: string, text: string): string =>
  `<details><summary dir="auto">${escapeHtml(summary)}</summary>${block(text)}</details>`;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that can be nothing but text, between tags and inside quotes. Characters HTML forbids become U+FFFD. */
export const escapeHtml = (text: string): string =>
  toWellFormed(text)
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
    .replace(/[\0-\x08\x0b\x0e-\x1f\x7f]/g, '\uFFFD');

const STYLE = `
:root { color-scheme: light dark; --ink: #1d1d1f; --quiet: #63636b; --line: #d9d9de; --paper: #fff; --you: #f2f4f8; --state: #fbf6e6; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ececf1; --quiet: #a0a0aa; --line: #3a3a42; --paper: #17171a; --you: #23252c; --state: #2b281c; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.5rem; }
h2 { margin: 0 0 .3rem; font-size: .85rem; }
time { color: var(--quiet); font-weight: 400; }
article { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
article.user { background: var(--you); }
article.compaction { background: var(--state); }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
.tool_result .text, details .text { font: .85rem/1.5 ui-monospace, monospace; }
summary { color: var(--quiet); font-size: .85rem; cursor: pointer; }
.region { color: var(--quiet); font-size: .85rem; text-align: center; }
@media print { article { break-inside: avoid-page; } main { max-width: none; padding: 0; } main + main { break-before: page; } }
`;
