// What narrows a search: one conversation, who said it, which region it lies in, between which days. Folded away until asked for.

import { ListFilter } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchFilterParams } from '../../electron/contract/search.ts';
import { useWindow } from '../state/store.ts';
import { Button } from './button.tsx';
import { endOfDayField, startOfDayField } from '../format/search-days.ts';
import { DayField } from './day-field.tsx';
import css from './search-results.module.css';

/** As the fields hold it; days are what a date field gives: `2026-03-02`, or nothing. */
export interface SearchChoice {
  readonly onlyOpen: boolean;
  readonly role: NonNullable<SearchFilterParams['role']> | '';
  readonly region: NonNullable<SearchFilterParams['region']> | '';
  readonly fromDay: string;
  readonly toDay: string;
}
export const NO_CHOICE: SearchChoice = { onlyOpen: false, role: '', region: '', fromDay: '', toDay: '' };

export const countChoices = ({ onlyOpen, ...fields }: SearchChoice): number =>
  Object.values(fields).filter((value) => value !== '').length + (onlyOpen ? 1 : 0);

/** Undefined where nothing is narrowed. */
export function filtersOf(choice: SearchChoice, openId: string | null): SearchFilterParams | undefined {
  const from = startOfDayField(choice.fromDay);
  const to = endOfDayField(choice.toDay);
  const filters: SearchFilterParams = {
    ...(choice.onlyOpen && openId !== null ? { conversationId: openId } : {}),
    ...(choice.role === '' ? {} : { role: choice.role }),
    ...(choice.region === '' ? {} : { region: choice.region }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  };
  return Object.keys(filters).length === 0 ? undefined : filters;
}

interface SearchFiltersProps {
  readonly choice: SearchChoice;
  readonly onChange: (choice: SearchChoice) => void;
}

export function SearchFilters({ choice, onChange }: SearchFiltersProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const count = countChoices(choice);
  return (
    <div className={css['filters']}>
      <div className={css['filterHead']}>
        <Button
          small
          kind="quiet"
          icon={<ListFilter size={14} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? t('search.filters') : t('search.filtersOn', { count })}
        </Button>
        {count === 0 ? null : (
          <Button small kind="quiet" onClick={() => onChange(NO_CHOICE)}>
            {t('search.filtersOff')}
          </Button>
        )}
      </div>
      <div id={id} hidden={!isOpen} role="group" aria-label={t('search.filters')} className={css['filterFields']}>
        {isOpen ? <FilterFields choice={choice} onChange={onChange} /> : null}
      </div>
    </div>
  );
}

function FilterFields({ choice, onChange }: SearchFiltersProps) {
  const { t } = useTranslation();
  const openId = useWindow((state) => state.openId);
  const change = (part: Partial<SearchChoice>): void => onChange({ ...choice, ...part });
  return (
    <>
      <Choice
        label={t('search.in')}
        value={choice.onlyOpen ? 'open' : ''}
        onChange={(value) => change({ onlyOpen: value === 'open' })}
        options={[
          ['', t('search.everywhere')],
          ...(openId === null && !choice.onlyOpen ? [] : [['open', t('search.thisConversation')] as const]),
        ]}
      />
      <Choice
        label={t('search.who')}
        value={choice.role}
        onChange={(role) => change({ role })}
        options={[
          ['', t('search.anyone')],
          ['user', t('message.you')],
          ['assistant', t('message.assistant')],
          ['tool_result', t('message.toolResult')],
        ]}
      />
      <Choice
        label={t('search.part')}
        value={choice.region}
        onChange={(region) => change({ region })}
        options={[
          ['', t('search.anyPart')],
          ['summarized', t('transcript.summarizedRegion')],
          ['kept', t('transcript.keptRegion')],
        ]}
      />
      <FilterRow label={t('search.from')}>
        {(id) => (
          <DayField
            id={id}
            label={t('search.from')}
            value={choice.fromDay}
            onChange={(fromDay) => change({ fromDay })}
          />
        )}
      </FilterRow>
      <FilterRow label={t('search.to')}>
        {(id) => (
          <DayField id={id} label={t('search.to')} value={choice.toDay} onChange={(toDay) => change({ toDay })} />
        )}
      </FilterRow>
    </>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, words: string])[];
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <FilterRow label={label}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => onChange(event.target.value as Value)}>
          {options.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      )}
    </FilterRow>
  );
}

function FilterRow({ label, children }: { readonly label: string; readonly children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={css['filterRow']}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}
