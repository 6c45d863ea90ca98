// The marks ChatGPT leaves in an answer where it showed a source: private-use characters (U+E200–E204) and 【3†source】. Replaced by
// links from the metadata, from the end towards the start, because each replacement moves what comes after it. Adds nothing of its own.

import { type JsonRecord, isBlank, listMember, member, recordMember, recordsOf, textMember } from './json-value.ts';

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly matched: string;
  readonly replacement: string;
}

export function replaceCitations(text: string, metadata: JsonRecord | null): string {
  if (text === '') return text;
  const marks = [
    ...recordsOf(listMember(metadata, 'content_references')).map(toReference),
    ...recordsOf(listMember(metadata, 'citations')).map(toCitation),
  ].filter((mark) => mark !== null);
  let result = text;
  let limit = text.length;
  for (const mark of marks.toSorted((one, other) => other.start - one.start)) {
    const at = locate(result, mark, limit);
    if (at === null) continue;
    const before = result.slice(0, at.start);
    const gap = mark.replacement.startsWith('(') && /\S$/.test(before) ? ' ' : '';
    result = before + gap + mark.replacement + result.slice(at.end);
    limit = at.start;
  }
  return stripMarks(result);
}

function toReference(reference: JsonRecord): Mark | null {
  const matched = textMember(reference, 'matched_text');
  if (isBlank(matched)) return null;
  const alt = textMember(reference, 'alt');
  const items = [
    ...recordsOf(listMember(reference, 'items')),
    ...recordsOf(listMember(reference, 'fallback_items')),
    reference,
  ];
  return {
    start: numberMember(reference, 'start_idx'),
    end: numberMember(reference, 'end_idx'),
    matched,
    replacement: isBlank(alt) ? links(items) : alt,
  };
}

function toCitation(citation: JsonRecord): Mark | null {
  const start = numberMember(citation, 'start_ix');
  const end = numberMember(citation, 'end_ix');
  const source = recordMember(citation, 'metadata');
  if (start < 0 || end <= start || source === null) return null;
  return { start, end, matched: '', replacement: links([source]) };
}

const numberMember = (record: JsonRecord, key: string): number => {
  const value = member(record, key);
  return typeof value === 'number' && Number.isInteger(value) ? value : -1;
};

/** Where a mark stands now: at its figures if they fit (some exports count characters, not UTF-16 units), else where its text is found. */
function locate(text: string, { start, end, matched }: Mark, limit: number): { start: number; end: number } | null {
  if (matched === '') return end <= limit ? { start, end } : null;
  if (start >= 0 && end <= limit && text.slice(start, end) === matched) return { start, end };
  const found = limit < matched.length ? -1 : text.lastIndexOf(matched, limit - matched.length);
  return found === -1 ? null : { start: found, end: found + matched.length };
}

function links(items: readonly JsonRecord[]): string {
  const seen = new Set<string>();
  const parts: string[] = [];
  for (const item of items) {
    const url = textMember(item, 'url');
    if (!/^https?:\/\//i.test(url) || seen.has(url)) continue;
    seen.add(url);
    const title = textMember(item, 'title')
      .replace(/[[\]\s]+/g, ' ')
      .trim();
    parts.push(`[${title === '' ? url : title}](${url.replace(/[()\s]/g, encodeURIComponent)})`);
  }
  return parts.length === 0 ? '' : `(${parts.join(', ')})`;
}

/** What no metadata explained: a whole mark goes, of a highlight only its ends. */
const stripMarks = (text: string): string =>
  text
    .replace(/ ?\ue200(?:[^\ue200\ue201]*)\ue201/g, '')
    .replace(/[\ue200-\ue204]/g, '')
    .replace(/ ?【\d+(?::\d+)?†[^】\n]*】/g, '');
