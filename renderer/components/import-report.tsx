// What an import took in, what it left out and where, what it mended.

import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ImportReport } from '../../electron/contract/interchange.ts';
import { useFigures } from '../format/figures.ts';
import { useActions } from '../state/store.ts';
import { Button } from './button.tsx';
import css from './library-dialogs.module.css';

/** Lines of what was left out or mended that are shown; the count tells of the rest. */
const SHOWN_LINES = 20;

export function ImportReportView({ report }: { readonly report: ImportReport }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const actions = useActions();
  const { read, stored, alreadyThere, skipped, skippedTotal, notices, dryRun, conversationIds } = report;
  const [first] = conversationIds;
  return (
    <section className={css['report']} role="status" aria-label={t('import.report')}>
      <h3>
        {t(dryRun ? 'import.wouldStore' : 'import.stored', {
          conversations: figures.count(stored.conversations),
          messages: figures.count(stored.messages),
        })}
      </h3>
      <p>
        {t('import.read', {
          format: report.format === null ? t('import.format.none') : t(`import.format.${report.format}`),
          conversations: figures.count(read.conversations),
          messages: figures.count(read.messages),
        })}
      </p>
      {alreadyThere > 0 ? <p>{t('import.alreadyThere', { count: alreadyThere })}</p> : null}
      {skippedTotal > 0 ? (
        <PlacedLines
          title={t('import.skipped', { count: skippedTotal })}
          lines={skipped.map(({ place, code, detail }) => {
            const said = t(`import.skip.${code}`);
            return [place, detail === '' ? said : t('import.withDetail', { said, detail })];
          })}
        />
      ) : null}
      {notices.length > 0 ? (
        <PlacedLines
          title={t('import.noticed')}
          lines={notices.map(({ place, code, count }) => [place, t(`import.notice.${code}`, { count })])}
        />
      ) : null}
      {!dryRun && first !== undefined ? (
        <Button
          small
          onClick={() => {
            actions.closeDialog();
            void actions.openConversation(first);
          }}
        >
          {t('import.open')}
        </Button>
      ) : null}
    </section>
  );
}

interface PlacedLinesProps {
  readonly title: string;
  readonly lines: readonly (readonly [place: string, said: string])[];
}

function PlacedLines({ title, lines }: PlacedLinesProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className={css['left']}>{title}</p>
      <ul>
        {lines.slice(0, SHOWN_LINES).map(([place, said], index) => (
          <li key={`${place}-${String(index)}`}>{t('import.placed', { place: placeInWords(place, t), said })}</li>
        ))}
        {lines.length > SHOWN_LINES ? <li>{t('import.more', { count: lines.length - SHOWN_LINES })}</li> : null}
      </ul>
    </>
  );
}

/** `conversations.json: item 3, line 1` in the words of the window's language; names of files stay. */
function placeInWords(place: string, t: TFunction): string {
  const parts = /^(?:(.*): )?(?:item (\d+))?(?:, )?(?:line (\d+))?$/.exec(place);
  if (parts === null || (parts[2] === undefined && parts[3] === undefined)) return place;
  const [, file, item, line] = parts;
  return [
    file,
    item === undefined ? undefined : t('import.place.item', { number: item }),
    line === undefined ? undefined : t('import.place.line', { number: line }),
  ]
    .filter((part) => part !== undefined)
    .join(t('import.place.between'));
}
