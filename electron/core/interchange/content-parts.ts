// Words out of content that is a text, a list of parts, or something else: most products write OpenAI's part types with variations.
// Takes what a person saw as text, names what it cannot show in brackets, and hands the part itself back as raw JSON.

import { type JsonRecord, asRecord, isBlank, member, recordMember, textMember } from './json-value.ts';

export interface PartsText {
  readonly text: string;
  /** Parts that are no text, as JSON. */
  readonly raw: readonly string[];
}

/** @param content a text, a part, or a list of both */
export function readParts(content: unknown): PartsText {
  const texts: string[] = [];
  const raw: string[] = [];
  for (const part of Array.isArray(content) ? (content as readonly unknown[]) : [content]) {
    if (typeof part === 'string') texts.push(part);
    const record = asRecord(part);
    if (record === null) continue;
    const text = partText(record);
    if (text !== null) texts.push(text);
    else {
      texts.push(placeholder(record));
      raw.push(JSON.stringify(record));
    }
  }
  return { text: texts.filter((text) => !isBlank(text)).join('\n'), raw };
}

const TEXT_TYPES = new Set(['text', 'input_text', 'output_text', 'summary_text', 'audio_transcription', 'refusal']);

/** The words of a part, or null for one that has none. */
function partText(part: JsonRecord): string | null {
  const type = textMember(part, 'type') || textMember(part, 'content_type');
  if (type !== '' && !TEXT_TYPES.has(type)) return null;
  const text = member(part, 'text');
  if (typeof text === 'string') return text;
  // OpenAI's assistants and Jan: {text: {value, annotations}}.
  const value = member(recordMember(part, 'text'), 'value');
  if (typeof value === 'string') return value;
  const refusal = member(part, 'refusal');
  return typeof refusal === 'string' ? refusal : null;
}

/** `[image]`, `[image: name]`: something stood here. */
export function placeholder(part: JsonRecord): string {
  const type = textMember(part, 'type') || textMember(part, 'content_type') || 'part';
  const kind = /image/.test(type) ? 'image' : /audio/.test(type) ? 'audio' : /video/.test(type) ? 'video' : type;
  const name = textMember(part, 'name') || textMember(part, 'filename') || textMember(part, 'file_name');
  return name === '' ? `[${oneLine(kind)}]` : `[${oneLine(kind)}: ${oneLine(name)}]`;
}

const oneLine = (text: string): string => text.replace(/[\s[\]]+/g, ' ').slice(0, 100);

export const withRaw = (raw: readonly string[]): { readonly imported?: { readonly raw: readonly string[] } } =>
  raw.length === 0 ? {} : { imported: { raw } };

/** Models that think aloud write it before the answer: `<think>…</think>answer`. */
export function splitThinking(text: string): { readonly thinking: string; readonly text: string } {
  const found = /^\s*<(think|thinking|thought)>([^]*?)(?:<\/\1>|$)/.exec(text);
  if (found === null) return { thinking: '', text };
  return { thinking: (found[2] ?? '').trim(), text: text.slice(found[0].length).trim() };
}
