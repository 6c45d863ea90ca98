// A day, typed or picked. The browser's own field writes days in the browser's language; this one in the window's.

import { CalendarDays } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '../format/figures.ts';
import { readTypedDay, startOfDayField } from '../format/search-days.ts';
import { IconButton } from './button.tsx';
import css from './day-field.module.css';

interface DayFieldProps {
  readonly id: string;
  readonly label: string;
  /** `2026-03-02`, or '' for no day. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

export function DayField({ id, label, value, onChange }: DayFieldProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const picker = useRef<HTMLInputElement>(null);
  const at = startOfDayField(value);
  const written = at === null ? '' : figures.date(at);
  const [typed, setTyped] = useState(written);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    setTyped(written);
    setWrong(false);
  }, [written]);
  const commit = (): void => {
    const day = readTypedDay(typed);
    setWrong(day === null);
    if (day === value) setTyped(written);
    else if (day !== null) onChange(day);
  };
  return (
    <span className={css['field']}>
      <input
        id={id}
        type="text"
        value={typed}
        placeholder={t('search.day')}
        aria-invalid={isWrong}
        title={isWrong ? t('search.noDay') : ''}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={() => setTyped((before) => (isWrong ? before : value))}
        onBlur={commit}
      />
      <IconButton label={t('search.pickDay', { label })} onClick={() => picker.current?.showPicker()}>
        <CalendarDays size={15} aria-hidden />
      </IconButton>
      <input
        ref={picker}
        type="date"
        className={css['picker']}
        tabIndex={-1}
        aria-hidden
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  );
}
