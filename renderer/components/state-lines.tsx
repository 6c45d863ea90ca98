// The state a compaction left, category by category. Each line leads to the messages it comes from and lights them up.

import { CornerLeftUp, Lock, PenLine, Quote } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryId } from '../../electron/core/ids.ts';
import { STATE_CATEGORIES, type StateItem, type StateSummary } from '../../electron/core/summary/state-summary.ts';
import { useActions, useWindow } from '../state/store.ts';
import { classNames } from './class-names.ts';
import css from './state-lines.module.css';

const c = classNames(css);
const LAYER_ICONS = { ledger: Lock, quote: Quote, written: PenLine } as const;

export const StateLines = memo(function StateLines({ summary }: { readonly summary: StateSummary }) {
  const { t } = useTranslation();
  return (
    <dl className={c('state')}>
      {STATE_CATEGORIES.filter((category) => summary[category].length > 0).map((category) => (
        <div key={category} className={c('category', category === 'constraints' && 'strong')}>
          <dt>{t(`category.${category}`)}</dt>
          <dd>
            <ul>
              {summary[category].map((item, index) => (
                <StateLine key={`${item.text}-${String(index)}`} item={item} />
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
});

function StateLine({ item }: { readonly item: StateItem }) {
  const { t } = useTranslation();
  const actions = useActions();
  const lit = useWindow((state) => item.sources.some((id) => state.ui.highlight.includes(id)));
  const Icon = LAYER_ICONS[item.layer];
  return (
    <li
      className={c('line', lit && 'lit', item.status)}
      onPointerEnter={() => actions.highlight(item.sources)}
      onPointerLeave={() => actions.highlight([])}
    >
      <Icon size={13} className={c('layer', item.layer)} role="img" aria-label={t(`layer.${item.layer}`)} />
      <span className={c('text')}>
        {item.text}
        {item.status === undefined ? null : <span className={c('status')}>{t(`itemStatus.${item.status}`)}</span>}
      </span>
      <span className={c('sources')}>
        {item.sources.slice(0, 3).map((id) => (
          <SourceLink key={id} id={id} />
        ))}
      </span>
    </li>
  );
}

function SourceLink({ id }: { readonly id: EntryId }) {
  const { t } = useTranslation();
  const actions = useActions();
  const openId = useWindow((state) => state.openId);
  return (
    <a
      href={`#entry-${encodeURIComponent(id)}`}
      aria-label={t('card.source')}
      title={t('card.sourceHelp')}
      className={c('source')}
      onFocus={() => actions.highlight([id])}
      onBlur={() => actions.highlight([])}
      onClick={(event) => {
        event.preventDefault();
        if (openId !== null) void actions.jumpTo(openId, id);
      }}
    >
      <CornerLeftUp size={13} aria-hidden />
    </a>
  );
}
