// Code in a message: its language, a way to copy it, its colours once it is whole. Lines are drawn in chunks, so that a long block
// that still grows draws only its end again.

import { Check, Copy } from 'lucide-react';
import { memo, startTransition, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { colourCode, heldColours } from '../code/colour-code.ts';
import type { ColouredLines } from '../code/colour-worker.ts';
import { useActions } from '../state/store.ts';
import { IconButton } from './button.tsx';
import css from './code-block.module.css';

const CHUNK_LINES = 40;

interface CodeBlockProps {
  readonly language: string;
  readonly code: string;
  /** The fence is closed: nothing will be added. */
  readonly closed: boolean;
}

export const CodeBlock = memo(function CodeBlock({ language, code, closed }: CodeBlockProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const [copied, setCopied] = useState(false);
  const colours = useColours({ language, code, closed });
  const chunks = useMemo(() => chunkLines(code), [code]);
  const copy = (): void => void actions.copy(code).then(setCopied);
  return (
    <div className={css['code']}>
      <div className={css['head']}>
        <span>{language}</span>
        <IconButton label={t('message.copyCode')} onClick={copy} onBlur={() => setCopied(false)}>
          {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        </IconButton>
      </div>
      <pre tabIndex={0}>
        <code>
          {colours === null
            ? chunks.map((chunk, index) => <PlainChunk key={index} text={chunk} />)
            : chunks.map((_, index) => <ColouredChunk key={index} lines={colours} from={index * CHUNK_LINES} />)}
        </code>
      </pre>
    </div>
  );
});

function chunkLines(code: string): readonly string[] {
  const lines = code.split('\n');
  const chunks: string[] = [];
  for (let at = 0; at < lines.length; at += CHUNK_LINES) {
    const isLast = at + CHUNK_LINES >= lines.length;
    chunks.push(lines.slice(at, at + CHUNK_LINES).join('\n') + (isLast ? '' : '\n'));
  }
  return chunks;
}

const PlainChunk = memo(function PlainChunk({ text }: { readonly text: string }) {
  return <span>{text}</span>;
});

const ColouredChunk = memo(function ColouredChunk({
  lines,
  from,
}: {
  readonly lines: ColouredLines;
  readonly from: number;
}) {
  return (
    <span>
      {lines.slice(from, from + CHUNK_LINES).map((line, row) => (
        <span key={row}>
          {line.map(([text, kind], at) =>
            kind === '' || kind === 'punctuation' ? (
              text
            ) : (
              <span key={at} className={css[kind] ?? ''}>
                {text}
              </span>
            ),
          )}
          {from + row < lines.length - 1 ? '\n' : ''}
        </span>
      ))}
    </span>
  );
});

function useColours({ language, code, closed }: CodeBlockProps): ColouredLines | null {
  const [coloured, setColoured] = useState(() => ({ code, lines: heldColours(language, code) }));
  useEffect(() => {
    if (!closed || language === '') return;
    let isCurrent = true;
    void colourCode(language, code).then((lines) => {
      // Colours wait for whatever the person is doing.
      if (isCurrent && lines !== null) startTransition(() => setColoured({ code, lines }));
    });
    return () => {
      isCurrent = false;
    };
  }, [language, code, closed]);
  return coloured.code === code ? coloured.lines : null;
}
