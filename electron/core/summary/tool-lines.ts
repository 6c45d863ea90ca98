// Picks the few lines of a tool's output worth quoting: the first and the last telling one, and the very last line, where results stand.
// Decides from cue words and place; what fails is told from what was done. Reads the output as data, line by line.

import { findCue, QUOTE_CHARS, READ_CHARS } from './quote-sentences.ts';
import { TOOL_FAILURE, TOOL_LINE, TOOL_NO_FAILURE } from './quote-cues.ts';

export interface ToolLine {
  readonly text: string;
  readonly category: 'failedApproaches' | 'completed' | 'toolFindings';
  /** 1–4, as in quote-cues.ts. */
  readonly strength: number;
}

/** At most three, in their order. Lines longer than a quote are passed over. */
export function pickToolLines(output: string, isError: boolean): readonly ToolLine[] {
  const lines = quotable(output.slice(0, READ_CHARS));
  const last = output.length > READ_CHARS ? quotable(output.slice(-QUOTE_CHARS * 2)).at(-1) : lines.at(-1);
  const telling = lines.filter((line) => TOOL_LINE.test(line));
  const chosen = new Set([...telling.slice(0, 1), ...telling.slice(-1), ...(last === undefined ? [] : [last])]);
  return [...chosen].map((text) => judgeLine(text, isError));
}

const quotable = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= 3 && line.length <= QUOTE_CHARS && /[A-Za-z\u4e00-\u9fff]/.test(line));

function judgeLine(text: string, isError: boolean): ToolLine {
  const failed = (isError || TOOL_FAILURE.test(text)) && !TOOL_NO_FAILURE.test(text);
  if (failed) return { text, category: isError ? 'failedApproaches' : 'toolFindings', strength: 4 };
  // "ok" or "saved" alone says nothing: it takes what was done, too.
  const says = /[A-Za-z\u4e00-\u9fff].*\s\S|[\u4e00-\u9fff]{4}/.test(text);
  if (says && findCue(text, 'tool_result') !== null) return { text, category: 'completed', strength: 3 };
  return { text, category: 'toolFindings', strength: TOOL_LINE.test(text) ? 2 : 1 };
}
