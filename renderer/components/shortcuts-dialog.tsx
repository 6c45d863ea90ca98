// The keys and the commands of the composer, made from the same tables that make them work.

import { useTranslation } from 'react-i18next';
import { SLASH_COMMANDS } from '../composer/slash-command.ts';
import { describeChord, isMacPlatform, WINDOW_COMMANDS } from '../keyboard/window-commands.ts';
import { useActions } from '../state/store.ts';
import { DialogFrame } from './dialog-frame.tsx';
import css from './shortcuts-dialog.module.css';

export function ShortcutsDialog() {
  const { t } = useTranslation();
  const actions = useActions();
  const isMac = isMacPlatform();
  return (
    <DialogFrame title={t('shortcuts.title')} onClose={actions.closeDialog} wide>
      <div className={css['columns']}>
        <section>
          <h3>{t('shortcuts.keys')}</h3>
          <dl className={css['list']}>
            {WINDOW_COMMANDS.flatMap(({ id, chord }) =>
              chord === null
                ? []
                : [
                    <div key={id}>
                      <dt>{t(`command.${id}`)}</dt>
                      <dd>
                        <kbd>{describeChord(chord, isMac)}</kbd>
                      </dd>
                    </div>,
                  ],
            )}
            {(['send', 'newLine', 'editLast'] as const).map((id) => (
              <div key={id}>
                <dt>{t(`shortcuts.${id}`)}</dt>
                <dd>
                  <kbd>{t(`shortcuts.${id}Key`)}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h3>{t('shortcuts.slash')}</h3>
          <dl className={css['list']}>
            {SLASH_COMMANDS.map((name) => (
              <div key={name}>
                <dt>{t(`slash.${name}.help`)}</dt>
                <dd>
                  <kbd>{t(`slash.${name}.usage`)}</kbd>
                </dd>
              </div>
            ))}
          </dl>
          <p className={css['note']}>{t('shortcuts.leadingSpace')}</p>
        </section>
      </div>
    </DialogFrame>
  );
}
