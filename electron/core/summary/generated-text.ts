// What a model's reply is before anyone reads its structure: drops a closed thinking part at the start and refuses what is no summary
// (nothing, thinking alone, an error text, JSON, endless white space, an open fence or tag). Words about <think> elsewhere stay.

import { err, ok, type Result } from '../result.ts';
import type { Finding } from '../safeguard/audit.ts';
import { makeFinding } from '../safeguard/finding.ts';

/** The reply without its thinking part, `\n` line ends, trimmed; or why it cannot be a summary. Linear, never throws. */
export function inspectGenerated(raw: string): Result<string, readonly Finding[]> {
  const text = raw.replace(/\r\n?/gu, '\n').trim();
  if (text === '') return err([makeFinding('empty', 'reply', '')]);
  const spoken = dropThinking(text);
  if (spoken === null) return err([makeFinding('thinking_text', 'reply', text)]);
  if (spoken === '') return err([makeFinding('thinking_text', 'reply', text)]);
  if (ERROR_TEXT.test(spoken)) return err([makeFinding('error_text', 'reply', spoken)]);
  if (/^(?:```(?:json)?\s*)?[[{]\s*["{[\]}]/iu.test(spoken)) return err([makeFinding('malformed', 'json', spoken)]);
  const open = findOpenMarkup(spoken);
  if (open !== null) return err([makeFinding('markup_open', open, spoken.slice(-120))]);
  if (/\n{20}|[^\S\n]{200}/u.test(raw.replace(/\r/gu, ''))) return err([makeFinding('malformed', 'white space', '')]);
  return ok(spoken);
}

const ERROR_TEXT =
  /^[\s*#[(<]*(?:error|exception|traceback|fatal|timeout|timed out|request (?:failed|timed out)|failed to (?:generate|summari[sz]e|load)|model (?:is )?not loaded|(?:no )?summary (?:is )?(?:un|not )available|错误|出错|超时)(?![\p{L}\p{N}])/iu;

const THINK_OPEN = /^<(think|thinking|thought|reasoning)>/iu;
const THINK_CLOSE = /<\/(?:think|thinking|thought|reasoning)>/iu;

/** Null for a thinking part that never ends. Some templates write the opening mark themselves: then only the closing one is here. */
function dropThinking(text: string): string | null {
  let rest = text;
  while (THINK_OPEN.test(rest)) {
    const close = THINK_CLOSE.exec(rest);
    if (close === null) return null;
    rest = rest.slice(close.index + close[0].length).trim();
  }
  const close = THINK_CLOSE.exec(rest);
  const heading = /^#{1,6}\s/mu.exec(rest);
  const isBeforeBody = close !== null && (heading === null || close.index < heading.index);
  return isBeforeBody ? rest.slice(close.index + close[0].length).trim() : rest;
}

function findOpenMarkup(text: string): string | null {
  const fences = text.match(/^\s*(?:[-*] +)?(?:```|~~~)/gmu)?.length ?? 0;
  if (fences % 2 === 1) return 'code fence';
  if (/<[a-z][\w-]{0,40}>$/iu.test(text)) return 'tag at the end';
  const first = /^<([a-z][\w-]{0,40})>/iu.exec(text)?.[1];
  return first !== undefined && !text.toLowerCase().includes(`</${first.toLowerCase()}>`) ? 'tag at the start' : null;
}
