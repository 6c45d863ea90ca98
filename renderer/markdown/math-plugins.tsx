// What sets mathematics: loaded when the first formula is met, never before. Formulas are built as nodes, not as HTML text, because the
// window's policy allows no style written into HTML.

import katex from 'katex';
import { useLayoutEffect, useRef } from 'react';
import remarkMath from 'remark-math';
import 'katex/dist/katex.min.css';

export const MATH_REMARK = remarkMath;

interface FormulaProps {
  readonly tex: string;
  readonly isDisplay: boolean;
}

/** A formula that cannot be set stands there as it was written. */
export function Formula({ tex, isDisplay }: FormulaProps) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (place.current === null) return;
    katex.render(tex, place.current, {
      displayMode: isDisplay,
      throwOnError: false,
      strict: false,
      errorColor: 'inherit',
      trust: false,
    });
  }, [tex, isDisplay]);
  return <span ref={place} />;
}
