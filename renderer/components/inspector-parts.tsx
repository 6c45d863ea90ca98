// The parts of the next request in order, each with its size; a part that is a message leads to it.

import { useTranslation } from 'react-i18next';
import type { InspectorView } from '../../electron/contract/snapshot.ts';
import { useFigures } from '../format/figures.ts';
import { useActions, useWindow } from '../state/store.ts';
import { classNames } from './class-names.ts';
import css from './context-inspector.module.css';

const c = classNames(css);
const EXCERPT_CHARS = 90;

type Part = InspectorView['segments'][number];

export function InspectorParts({ segments }: { readonly segments: readonly Part[] }) {
  const { t } = useTranslation();
  const total = segments.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
  if (segments.length === 0) return <p className={c('quiet')}>{t('inspector.noParts')}</p>;
  return (
    <ol className={c('parts')} aria-label={t('inspector.parts')}>
      {segments.map((part, index) => (
        <PartRow
          key={`${part.segment.segment}-${part.segment.entryId ?? ''}-${String(index)}`}
          part={part}
          total={total}
        />
      ))}
    </ol>
  );
}

function PartRow({ part, total }: { readonly part: Part; readonly total: number }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const actions = useActions();
  const openId = useWindow((state) => state.openId);
  const { segment, tokens } = part;
  const name =
    segment.segment === 'entry' || segment.segment === 'current'
      ? t(`role.${segment.role}`)
      : t(`segment.${segment.segment}`);
  const { entryId } = segment;
  const share = total === 0 || tokens === null ? 0 : tokens / total;
  const content = (
    <>
      <span className={c('partName', segment.segment)}>{name}</span>
      <span className={c('excerpt')}>{segment.text.slice(0, EXCERPT_CHARS)}</span>
      <span className={c('tokens')}>{tokens === null ? t('inspector.unknown') : figures.count(tokens)}</span>
      <span className={c('share')} aria-hidden style={{ width: `${share * 100}%` }} />
    </>
  );
  return (
    <li>
      {entryId === undefined || openId === null ? (
        <div className={c('partRow')}>{content}</div>
      ) : (
        <button
          type="button"
          className={c('partRow')}
          onClick={() => void actions.jumpTo(openId, entryId)}
          onPointerEnter={() => actions.highlight([entryId])}
          onPointerLeave={() => actions.highlight([])}
        >
          {content}
        </button>
      )}
    </li>
  );
}
