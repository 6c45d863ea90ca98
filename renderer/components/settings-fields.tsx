// The fields of the settings dialog, by kind. Each knows the place of its value in settings.json and stores it by itself.

import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../electron/core/errors.ts';
import type { en } from '../locales/en.ts';
import { useActions, useWindow } from '../state/store.ts';
import { classNames } from './class-names.ts';
import { ErrorText } from './error-text.tsx';
import css from './settings-dialog.module.css';

const c = classNames(css);

type FieldName = keyof typeof en.settings.field;
type SettingPath = readonly string[];

interface FieldProps {
  readonly name: FieldName;
  readonly path: SettingPath;
}

/** The value of a setting, and how to change it; null takes it back to its default. */
function useSetting(path: SettingPath) {
  const actions = useActions();
  const value = useWindow((state) => readPath(state.app?.settings, path));
  const [error, setError] = useState<AppError | null>(null);
  const store = async (next: unknown): Promise<void> => {
    const change = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), next);
    setError(await actions.updateSettings(change as Readonly<Record<string, unknown>>));
  };
  return { value, store, error };
}

const readPath = (tree: unknown, path: SettingPath): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
    tree,
  );

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

interface FieldFrameProps {
  readonly name: FieldName;
  readonly id: string;
  readonly error: AppError | null;
  readonly children: ReactNode;
  readonly stacked?: boolean;
}

function FieldFrame({ name, id, error, children, stacked }: FieldFrameProps) {
  const { t } = useTranslation();
  return (
    <div className={c('field', stacked && 'stacked')}>
      <div className={c('fieldText')}>
        <label htmlFor={id}>{t(`settings.field.${name}.label`)}</label>
        <p id={`${id}-help`}>{t(`settings.field.${name}.help`)}</p>
        {error === null ? null : (
          <p role="alert" className={c('problem')}>
            <ErrorText error={error} />
          </p>
        )}
      </div>
      <div className={c('fieldControl')}>{children}</div>
    </div>
  );
}

type OptionName = keyof typeof en.settings.option;

export function SelectField({ name, path, options }: FieldProps & { readonly options: readonly OptionName[] }) {
  const { t } = useTranslation();
  const id = useId();
  const { value, store, error } = useSetting(path);
  return (
    <FieldFrame name={name} id={id} error={error}>
      <select
        id={id}
        aria-describedby={`${id}-help`}
        value={textOf(value) || options[0]}
        onChange={(event) => void store(event.target.value)}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {t(`settings.option.${option}`)}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

export function SwitchField({ name, path }: FieldProps) {
  const id = useId();
  const { value, store, error } = useSetting(path);
  return (
    <FieldFrame name={name} id={id} error={error}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={c('switch')}
        aria-describedby={`${id}-help`}
        checked={value === true}
        onChange={(event) => void store(event.target.checked)}
      />
    </FieldFrame>
  );
}

type Unit = keyof typeof en.settings.unit;

export function NumberField({
  name,
  path,
  unit,
  optional = false,
}: FieldProps & { readonly unit: Unit; readonly optional?: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const { value, store, error } = useSetting(path);
  const field = useTypedText(typeof value === 'number' ? String(value) : '');
  const commit = (): void => {
    if (field.text === field.stored) return;
    if (field.text.trim() === '' && optional) return void store(null);
    void store(Number(field.text));
  };
  return (
    <FieldFrame name={name} id={id} error={error}>
      <input
        id={id}
        type="number"
        min={0}
        inputMode="numeric"
        aria-describedby={`${id}-help`}
        placeholder={optional ? t('settings.automatic') : ''}
        value={field.text}
        onChange={(event) => field.setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      <span className={c('unit')}>{t(`settings.unit.${unit}`)}</span>
    </FieldFrame>
  );
}

export function TextField({
  name,
  path,
  lines = 1,
  optional = false,
}: FieldProps & { readonly lines?: number; readonly optional?: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const { value, store, error } = useSetting(path);
  const field = useTypedText(textOf(value));
  const commit = (): void => {
    if (field.text !== field.stored) void store(field.text.trim() === '' && optional ? null : field.text);
  };
  const shared = {
    id,
    'aria-describedby': `${id}-help`,
    value: field.text,
    placeholder: optional ? t('settings.automatic') : '',
    onBlur: commit,
  };
  return (
    <FieldFrame name={name} id={id} error={error} stacked={lines > 1}>
      {lines > 1 ? (
        <textarea {...shared} rows={lines} onChange={(event) => field.setText(event.target.value)} />
      ) : (
        <input
          {...shared}
          onChange={(event) => field.setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && commit()}
        />
      )}
    </FieldFrame>
  );
}

/** Text while it is typed; a value that changes elsewhere takes its place. */
function useTypedText(stored: string) {
  const [text, setText] = useState(stored);
  useEffect(() => setText(stored), [stored]);
  return { text, setText, stored };
}
