// What every message has: its name, where it stands, whether it is lit up, and a row of buttons.

import { type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryId } from '../../electron/core/ids.ts';
import type { Entry } from '../../electron/core/transcript/entry.ts';
import { useFigures } from '../format/figures.ts';
import type { LogItem } from '../state/log-items.ts';
import { useActions, useWindow } from '../state/store.ts';
import css from './article-frame.module.css';
import { classNames } from './class-names.ts';
import { CitedContext } from './log-context.ts';

const c = classNames(css);

export interface EntryPlace {
  readonly region: LogItem['region'];
  readonly carried: boolean;
  readonly flashed: boolean;
  readonly siblingIds: readonly EntryId[];
}

interface ArticleFrameProps {
  readonly entry: Entry;
  readonly place: EntryPlace;
  readonly name: string;
  readonly kind: 'user' | 'assistant' | 'tool';
  readonly buttons: ReactNode;
  /** Still being written: no time, no buttons. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

export function ArticleFrame({ entry, place, name, kind, buttons, isBusy = false, children }: ArticleFrameProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const figures = useFigures();
  const isCited = use(CitedContext).has(entry.id);
  const lit = useWindow((state) => state.ui.highlight.includes(entry.id));
  const light = isCited
    ? { onPointerEnter: () => actions.highlight([entry.id]), onPointerLeave: () => actions.highlight([]) }
    : {};
  return (
    <article
      {...light}
      className={c('article', kind, place.region, lit && 'lit', place.flashed && 'flash', isBusy && 'busy')}
      aria-label={name}
      {...(isBusy ? { 'aria-busy': true } : {})}
      data-entry={entry.id}
      tabIndex={-1}
    >
      <div className={c('head')}>
        <span className={c('name')}>{name}</span>
        <time
          className={c('time')}
          dateTime={new Date(entry.createdAt).toISOString()}
          title={figures.dateTime(entry.createdAt)}
        >
          {figures.time(entry.createdAt)}
        </time>
        {place.carried ? <span className={c('tag')}>{t('transcript.carried')}</span> : null}
        {isCited && place.region === 'summarized' ? (
          <span className={c('cited')} title={t('transcript.citedHelp')}>
            {t('transcript.cited')}
          </span>
        ) : null}
      </div>
      <div className={c('body')}>{children}</div>
      <div className={c('buttons')}>{buttons}</div>
    </article>
  );
}
