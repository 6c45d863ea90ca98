// What a tool answered. Long results are drawn in part; nothing is taken away.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolResultEntry } from '../../electron/core/transcript/entry.ts';
import { useFigures } from '../format/figures.ts';
import { ArticleFrame, type EntryPlace } from './article-frame.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { CopyButton } from './message-buttons.tsx';
import css from './tool-result-article.module.css';

const c = classNames(css);
const SHOWN_CHARS = 1600;

export function ToolResultArticle({ entry, place }: { readonly entry: ToolResultEntry; readonly place: EntryPlace }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const [isWhole, setWhole] = useState(false);
  const { text, isError } = entry.payload;
  const isLong = text.length > SHOWN_CHARS;
  return (
    <ArticleFrame
      entry={entry}
      place={place}
      name={t('message.toolResult')}
      kind="tool"
      buttons={<CopyButton text={text} />}
    >
      {isError === true ? <p className={c('error')}>{t('message.toolError')}</p> : null}
      <pre className={c('text')}>{isLong && !isWhole ? `${text.slice(0, SHOWN_CHARS)}…` : text}</pre>
      {isLong ? (
        <Button kind="quiet" small onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('message.showLess') : t('message.showAll', { chars: figures.count(text.length) })}
        </Button>
      ) : null}
    </ArticleFrame>
  );
}
