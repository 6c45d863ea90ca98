// Reads code with the grammars of editors and answers with its words by kind; colours are the style sheet's business.

import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { findLanguage, LANGUAGES } from './languages.ts';

export interface ColourRequest {
  readonly id: number;
  readonly language: string;
  readonly code: string;
}
/** Line by line: a piece of text and its kind (`keyword`, `string`, …; empty = plain). */
export type ColouredLines = readonly (readonly (readonly [text: string, kind: string])[])[];
export interface ColourAnswer {
  readonly id: number;
  readonly lines: ColouredLines | null;
}

const THEME = createCssVariablesTheme({ name: 'kinds' });
let highlighter: Promise<HighlighterCore> | null = null;

async function colour(name: string, code: string): Promise<ColouredLines | null> {
  const language = findLanguage(name);
  if (language === null) return null;
  highlighter ??= createHighlighterCore({
    themes: [THEME],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  const ready = await highlighter;
  if (!ready.getLoadedLanguages().includes(language)) await ready.loadLanguage(await LANGUAGES[language]());
  const tokens = ready.codeToTokensBase(code, { lang: language, theme: 'kinds' });
  return tokens.map((line) => line.map(({ content, color }) => [content, kindOf(color)] as const));
}

/** `var(--shiki-token-string-expression)` → `string-expression`. */
const kindOf = (color: string | undefined): string => /--shiki-token-([a-z-]+)/.exec(color ?? '')?.[1] ?? '';

self.onmessage = ({ data: { id, language, code } }: MessageEvent<ColourRequest>): void => {
  colour(language, code).then(
    (lines) => self.postMessage({ id, lines } satisfies ColourAnswer),
    () => self.postMessage({ id, lines: null } satisfies ColourAnswer),
  );
};
