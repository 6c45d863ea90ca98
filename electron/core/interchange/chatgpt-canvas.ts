// A canvas message of ChatGPT (`recipient: canmore.*`) as the document the person saw: made, changed or commented. Reads the JSON in
// the message's text; text that is no such JSON is shown as it stands.

import { type JsonRecord, asRecord, isBlank, listMember, recordsOf, textMember } from './json-value.ts';

export function readCanvas(text: string): string {
  const call = parse(text);
  if (call === null) return text;
  const name = textMember(call, 'name');
  const body = textMember(call, 'content');
  const parts = [
    name === '' ? '' : `**${name}**`,
    asDocument(body, textMember(call, 'type')),
    ...recordsOf(listMember(call, 'updates')).map((update) => textMember(update, 'replacement')),
    ...recordsOf(listMember(call, 'comments')).map((comment) => `> ${textMember(comment, 'comment')}`),
  ].filter((part) => !isBlank(part));
  return parts.length === 0 ? text : parts.join('\n\n');
}

function parse(text: string): JsonRecord | null {
  try {
    return asRecord(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function asDocument(body: string, type: string): string {
  const language = /^code\/(\w+)/.exec(type)?.[1];
  if (language === undefined || isBlank(body)) return body;
  const ticks = '`'.repeat(Math.max(3, ...[...body.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${ticks}${language}\n${body}\n${ticks}`;
}
