// What a reply cost: tokens read, tokens written, how fast. Shown when asked for.

import { Gauge } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssistantMessage } from '../../electron/core/transcript/entry.ts';
import { useFigures } from '../format/figures.ts';
import css from './article-frame.module.css';
import { IconButton } from './button.tsx';

export function ReplyFigures({ payload }: { readonly payload: AssistantMessage }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const [isShown, setShown] = useState(false);
  const { promptTokens = 0, replyTokens = 0, readMs = 0, writeMs = 0 } = payload.usage ?? {};
  if (promptTokens === 0 && replyTokens === 0) return null;
  const text = [
    t('message.tokensRead', { tokens: figures.count(promptTokens) }),
    t('message.tokensWritten', { tokens: figures.count(replyTokens) }),
    ...(writeMs > 0
      ? [
          t('message.speed', { speed: figures.decimal((replyTokens * 1000) / writeMs) }),
          t('message.firstWord', { seconds: figures.decimal(readMs / 1000) }),
        ]
      : []),
  ].join(' · ');
  return (
    <>
      <IconButton label={t('message.figures')} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        <Gauge size={15} aria-hidden />
      </IconButton>
      {isShown ? (
        <span role="status" className={css['figures']}>
          {text}
        </span>
      ) : null}
    </>
  );
}
