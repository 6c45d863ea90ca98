// Which part of a message is the writer's own voice. Decides from quotation marks, code, quoted lines and pasted output;
// hands back a text of the same length in which the rest is blanked, so that an index in one is an index in the other.
// Never removes anything: callers quote from the original.

import { findCodeSpans, type Span } from '../summary/code-spans.ts';

/** Stands for a character that is not the writer's own words. */
export const BLANK = '\uFFFC';

/** The text with code, quotations, quoted lines and pasted output blanked, apostrophes made straight. Same length. */
export function maskForeignWords(text: string, codeSpans: readonly Span[] = findCodeSpans(text)): string {
  const lines = maskPastedLines(maskSpans(text, codeSpans));
  return maskQuotations(lines.replace(/[’‘](?=[a-z])/gi, "'"));
}

function maskSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(at, start), blankLines(text.slice(start, end)));
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

const blankLines = (text: string): string => text.replace(/[^\n]/g, BLANK);

const PASTED_LINE: readonly RegExp[] = [
  /^\s*>/, // quoted mail or Markdown
  /^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/, // log line with a date
  /^\s*\[?\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?\]?\s+\S/, // log or chat line with a clock
  /^\s*\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\]?[\s:|]/,
  /^\s*(?:error|warning|fatal|note|npm (?:ERR|WARN)|panic|hint|Traceback|Caused by|Exception)\b[^:]{0,40}:\s/,
  /^\s*at \S+.{0,80}[:(]\d+/, // stack frame
  /^\s*File "[^"]{1,200}", line \d+/,
  /^\s*\w*(?:Error|Exception)\b[^:]{0,40}:/,
  /^\s*[$%]\s+\S/, // shell prompt
  /^\s*(?:\+\+\+|---|@@|diff --git) /,
  /^\s*[{}\][],?\s*$/,
  /^\s*\{?\s*"[^"]{1,80}"\s*:/, // JSON member
  /^\s*<\/?[a-zA-Z][^>]{0,200}>/, // markup
  /^\s*\|.*\|\s*$/, // table row
  /^\s*(?:\/\/|\/\*|\*\/|#include|#!\/)/,
  /^(?: {4,}|\t).*[;{})]\s*$/, // indented code
  /^\s*(?:(?:const|let|var|def|class|function|import|export|return|public|private|static)\b.*[=;:{(])/,
];
/** "Ana: don't …" in a pasted chat: somebody else speaks. Words that open a line of one's own are left alone. */
const SPEAKER =
  /^\s*(?:\*\*)?([A-Z][\w.-]{1,20}(?: [A-Z][\w.-]{0,20})?|助手|用户|客服|老板|[\u4e00-\u9fff]{1,3}(?:总|哥|姐|经理|老师))(?:\*\*)?\s?[:：](?=\s|[\u4e00-\u9fff])/;
const OWN_OPENERS =
  /^(?:Note|Notes|Important|Rule|Rules|Constraint|Constraints|Requirement|Requirements|Please|Reminder|Warning|PS|Todo|TODO|Also|Update|Today|Tomorrow|Now|Next|Me|Goal|Task|One|First|Second|Third|Finally|Remember|Attention|Caution|Policy|Style|Format|Language|Tone|Scope|Deadline|Budget|Plan|Summary|Question|Correction|Edit|Again|So|But|And|Ok|OK|Okay|Yes|No|Sorry|Thanks|Well|Hi|Hello|Hey|Option|Step|Part|Conditions|Guidelines|Limits|Permissions|Exception|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|FYI|NB|Btw|BTW)\b/;

function maskPastedLines(text: string): string {
  const lines = text.split('\n');
  const speakers = lines.map((line) => speakerOf(line.slice(0, 60)));
  const isChat = speakers.filter((speaker) => speaker !== undefined).length >= 2;
  return lines
    .map((line, index) => {
      if (isChat && speakers[index] !== undefined) return blankLines(line);
      if (line === '') return line;
      const head = line.slice(0, 300);
      return PASTED_LINE.some((pattern) => pattern.test(head)) ? blankLines(line) : line;
    })
    .join('\n');
}

function speakerOf(head: string): string | undefined {
  const speaker = SPEAKER.exec(head)?.[1];
  return speaker !== undefined && !OWN_OPENERS.test(speaker) ? speaker : undefined;
}

const PAIRS: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '„': '“',
  '「': '」',
  '『': '』',
  '«': '»',
  '‘': '’',
  '《': '》',
};
/** What opens a quotation: the keys of `PAIRS`, and the straight apostrophe. */
const OPENING_MARK = /["“„「『«‘《']/g;
/** Longest quotation looked for, in UTF-16 units; a mark without its partner within that is a stray one. */
const QUOTE_LIMIT = 2000;

function maskQuotations(text: string): string {
  const spans: Span[] = [];
  const next = nextIndexFinder(text);
  OPENING_MARK.lastIndex = 0;
  for (let found = OPENING_MARK.exec(text); found !== null; found = OPENING_MARK.exec(text)) {
    const { index } = found;
    const open = found[0];
    const close = open === "'" ? closingApostrophe(text, index) : closingMark(next, index, PAIRS[open]);
    if (close < 0) continue;
    spans.push({ start: index, end: close + 1 });
    OPENING_MARK.lastIndex = close + 1;
  }
  return maskSpans(text, spans);
}

function closingMark(next: NextIndex, index: number, mark: string | undefined): number {
  if (mark === undefined) return -1;
  const at = next(mark, index + 1);
  return at - index <= QUOTE_LIMIT && at < next('\n\n', index + 1) ? at : -1;
}

/** Where a mark stands next, or Infinity. Asked for growing indexes: remembers its last answer, so that stray marks cost nothing twice. */
type NextIndex = (mark: string, from: number) => number;
function nextIndexFinder(text: string): NextIndex {
  const known = new Map<string, number>();
  return (mark, from) => {
    const before = known.get(mark);
    if (before !== undefined && before >= from) return before;
    const found = text.indexOf(mark, from);
    const at = found < 0 ? Number.POSITIVE_INFINITY : found;
    known.set(mark, at);
    return at;
  };
}

/** A single straight quote opens a quotation only at the start of a word and closes it only at the end of one, on the same line. */
function closingApostrophe(text: string, index: number): number {
  if (!/^[\s(:,，：]?$/.test(text[index - 1] ?? '') || !/\S/.test(text[index + 1] ?? '')) return -1;
  const window = text.slice(index + 1, index + 300).split('\n', 1)[0] ?? '';
  const at = window.search(/\S'(?![A-Za-z0-9])/);
  return at < 0 ? -1 : index + 1 + at + 1;
}
