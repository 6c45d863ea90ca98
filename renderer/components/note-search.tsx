// What a search in the notes found, file by file.

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchResult } from '../../electron/contract/search.ts';
import { useFigures } from '../format/figures.ts';
import { dayOfNote, noteName } from '../format/note-days.ts';
import { useActions, useWindow } from '../state/store.ts';
import { classNames } from './class-names.ts';
import { MarkedText, startNearHit } from './marked-text.tsx';
import css from './notes-view.module.css';
import { useNow } from './use-now.ts';

const c = classNames(css);
const SEARCH_DELAY_MS = 160;
const MAX_RESULTS = 100;

export function NoteSearch({ text, current }: { readonly text: string; readonly current: string | null }) {
  const { t } = useTranslation();
  const results = useNoteHits(text.trim());
  if (results === null) return <p className={c('state')}>{t('search.searching')}</p>;
  return (
    <div className={c('files')}>
      <p role="status" className={c('state')}>
        {results.length === 0 ? t('notes.noneFound') : t('search.count', { count: results.length })}
      </p>
      <ul aria-label={t('notes.results')}>
        {results.map((result) => (
          <Hit key={result.file} result={result} isCurrent={result.file === current} />
        ))}
      </ul>
    </div>
  );
}

function Hit({ result, isCurrent }: { readonly result: SearchResult; readonly isCurrent: boolean }) {
  const actions = useActions();
  const figures = useFigures();
  const now = useNow(60_000);
  const file = result.file ?? '';
  const day = dayOfNote(file);
  return (
    <li>
      <button
        type="button"
        className={c('file', 'hit', isCurrent && 'current')}
        title={file}
        {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
        onClick={() => actions.showNote(file)}
      >
        <span className={c('fileName')}>{day === null ? noteName(file) : figures.day(day, now)}</span>
        <span className={c('snippet')}>
          <MarkedText {...startNearHit(result)} />
        </span>
      </button>
    </li>
  );
}

/** Null until the first answer is there. */
function useNoteHits(text: string): readonly SearchResult[] | null {
  const actions = useActions();
  const version = useWindow((state) => state.notesVersion);
  const [results, setResults] = useState<readonly SearchResult[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const timer = window.setTimeout(() => {
      void actions.call('search', { text, limit: MAX_RESULTS, filters: { kind: 'note' } }).then((answer) => {
        if (!isCurrent) return;
        if (answer.ok) setResults(onePerFile(answer.value));
        else actions.notify({ kind: 'error', error: answer.error });
      });
    }, SEARCH_DELAY_MS);
    return () => {
      isCurrent = false;
      window.clearTimeout(timer);
    };
  }, [actions, text, version]);
  return results;
}

/** The first hit of each file, in the order of the answer. */
const onePerFile = (results: readonly SearchResult[]): readonly SearchResult[] =>
  [...Map.groupBy(results, ({ file }) => file).values()].flatMap(([first]) => first ?? []);
