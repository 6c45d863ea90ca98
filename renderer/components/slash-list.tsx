// Completion of commands above the composer. The focus stays in the text field.

import { useTranslation } from 'react-i18next';
import type { SlashCommandName } from '../composer/slash-command.ts';
import { classNames } from './class-names.ts';
import css from './composer.module.css';

const c = classNames(css);

interface SlashListProps {
  readonly completions: readonly SlashCommandName[];
  readonly active: number;
  readonly onPick: (name: SlashCommandName) => void;
}

export function SlashList({ completions, active, onPick }: SlashListProps) {
  const { t } = useTranslation();
  if (completions.length === 0) return null;
  return (
    <ul id="slash-commands" role="listbox" aria-label={t('composer.commands')} className={c('commands')}>
      {completions.map((name, index) => (
        <li
          key={name}
          id={`slash-${name}`}
          role="option"
          aria-selected={index === active}
          className={c('command', index === active && 'active')}
          onPointerDown={(event) => {
            event.preventDefault();
            onPick(name);
          }}
        >
          <code>{t(`slash.${name}.usage`)}</code>
          <span>{t(`slash.${name}.help`)}</span>
        </li>
      ))}
    </ul>
  );
}
