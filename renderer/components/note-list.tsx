// The note files, by month and day.

import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '../format/figures.ts';
import { groupNotes, noteName } from '../format/note-days.ts';
import { useActions, useWindow } from '../state/store.ts';
import { classNames } from './class-names.ts';
import css from './notes-view.module.css';
import { useNow } from './use-now.ts';

const c = classNames(css);

export function NoteList({ files, current }: { readonly files: readonly string[]; readonly current: string | null }) {
  const { t } = useTranslation();
  const figures = useFigures();
  return (
    <nav className={c('files')} aria-label={t('notes.files')}>
      {groupNotes(files).map(({ month, notes }) => (
        <section key={month ?? 'others'}>
          <h2 className={c('month')}>{month === null ? t('notes.others') : figures.month(month)}</h2>
          <ul>
            {notes.map(({ file, day }) => (
              <NoteItem key={file} file={file} day={day} isCurrent={file === current} />
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

interface NoteItemProps {
  readonly file: string;
  readonly day: number | null;
  readonly isCurrent: boolean;
}

function NoteItem({ file, day, isCurrent }: NoteItemProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const figures = useFigures();
  const now = useNow(60_000);
  const isChanged = useWindow((state) => state.ui.noteDrafts[file] !== undefined);
  return (
    <li>
      <button
        type="button"
        className={c('file', isCurrent && 'current')}
        title={file}
        {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
        onClick={() => actions.showNote(file)}
      >
        <FileText size={15} aria-hidden />
        <span className={c('fileName')}>{day === null ? noteName(file) : figures.day(day, now)}</span>
        {isChanged ? <span className={c('changed')}>{t('notes.changed')}</span> : null}
      </button>
    </li>
  );
}
