// The reply that is being written. Drawn block by block, so that a long one costs no more than its last paragraph.

import { useTranslation } from 'react-i18next';
import { useOpen } from '../state/store.ts';
import { Thinking } from './assistant-article.tsx';
import css from './article-frame.module.css';
import { classNames } from './class-names.ts';
import { GrowingMarkdown } from './markdown-text.tsx';

const c = classNames(css);

export function StreamingReply() {
  const { t } = useTranslation();
  const streaming = useOpen((open) => open.streaming);
  const operation = useOpen((open) => open.operation);
  if (streaming === null) {
    return operation?.kind === 'turn' ? <Waiting phase={operation.phase} /> : null;
  }
  return (
    <article
      className={c('article', 'assistant', 'kept')}
      aria-label={t('message.assistant')}
      aria-busy
      data-entry={streaming.entryId}
    >
      <div className={c('head')}>
        <span className={c('name')}>{t('message.assistant')}</span>
      </div>
      <div className={c('body')}>
        {streaming.thinking === '' ? null : <Thinking text={streaming.thinking} isRunning={streaming.text === ''} />}
        {streaming.text === '' ? (
          <Waiting phase={operation?.phase ?? 'reading'} />
        ) : (
          <GrowingMarkdown text={streaming.text} />
        )}
      </div>
    </article>
  );
}

function Waiting({ phase }: { readonly phase: string }) {
  const { t } = useTranslation();
  const what = phase === 'counting' || phase === 'reading' ? 'reading' : 'writing';
  return (
    <p className={c('waiting')}>
      <span className={c('dots')} aria-hidden />
      {t(`turn.${what}`)}
    </p>
  );
}
