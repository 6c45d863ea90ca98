// How full the window of the model is: what is used, what the draft adds, what could be folded, and the end zone that is reserved.

import { useTranslation } from 'react-i18next';
import { useFigures } from '../format/figures.ts';
import { buildMeterFigures, type MeterFigures } from '../state/selectors.ts';
import { useOpen } from '../state/store.ts';
import { classNames } from './class-names.ts';
import css from './context-meter.module.css';
import { useDraftUsage } from './use-draft-usage.ts';

const c = classNames(css);

export function ContextMeter() {
  const open = useOpen((held) => held);
  const counted = useDraftUsage();
  if (open === null) return null;
  return <Meter figures={buildMeterFigures(open, counted)} />;
}

function Meter({ figures }: { readonly figures: MeterFigures }) {
  const { t } = useTranslation();
  const format = useFigures();
  const { usedTokens, windowTokens } = figures;
  const text = useMeterText(figures);
  return (
    <div className={c('meter', figures.nearTrigger && 'near', figures.overTrigger && 'over')} title={text}>
      <div
        role="meter"
        aria-label={t('meter.name')}
        aria-valuemin={0}
        aria-valuenow={usedTokens}
        aria-valuemax={windowTokens ?? Math.max(usedTokens, 1)}
        aria-valuetext={text}
        className={c('bar')}
      >
        {windowTokens === null ? null : <Zones figures={figures} windowTokens={windowTokens} />}
      </div>
      <div className={c('text')} aria-hidden>
        <span>
          {figures.measured ? '' : '≈ '}
          {format.count(usedTokens)} / {windowTokens === null ? t('meter.unknownShort') : format.count(windowTokens)}
        </span>
        {figures.measured ? null : <span className={c('mark')}>{t('meter.estimate')}</span>}
        {figures.nearTrigger ? <span className={c('warning')}>{t('meter.soonShort')}</span> : null}
      </div>
    </div>
  );
}

function Zones({ figures, windowTokens }: { readonly figures: MeterFigures; readonly windowTokens: number }) {
  const share = (tokens: number): string => `${Math.min(100, (tokens / windowTokens) * 100)}%`;
  const before = Math.max(0, figures.usedTokens - figures.draftTokens - figures.foldableTokens);
  return (
    <>
      <span className={c('zone', 'fixed')} style={{ width: share(before) }} />
      <span className={c('zone', 'foldable')} style={{ width: share(figures.foldableTokens) }} />
      <span className={c('zone', 'draft')} style={{ width: share(figures.draftTokens) }} />
      {figures.reserveTokens === null ? null : (
        <span className={c('reserve')} style={{ width: share(figures.reserveTokens) }} />
      )}
    </>
  );
}

function useMeterText(figures: MeterFigures): string {
  const { t } = useTranslation();
  const format = useFigures();
  const { usedTokens, windowTokens, reserveTokens, foldableTokens, draftTokens } = figures;
  const parts =
    windowTokens === null
      ? [t('meter.usedUnknown', { used: format.count(usedTokens) })]
      : [
          t('meter.used', {
            used: format.count(usedTokens),
            window: format.count(windowTokens),
            percent: format.percent(usedTokens / windowTokens),
          }),
        ];
  if (!figures.measured) parts.push(t('meter.estimate'));
  if (draftTokens > 0) parts.push(t('meter.draft', { tokens: format.count(draftTokens) }));
  if (reserveTokens !== null) parts.push(t('meter.reserve', { tokens: format.count(reserveTokens) }));
  if (foldableTokens > 0) parts.push(t('meter.foldable', { tokens: format.count(foldableTokens) }));
  if (figures.overTrigger) parts.push(t('meter.over'));
  else if (figures.nearTrigger) parts.push(t('meter.soon'));
  return parts.join(t('common.listSeparator'));
}
