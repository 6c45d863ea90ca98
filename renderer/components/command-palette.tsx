// Every command and every conversation, found by typing.

import { Command } from 'cmdk';
import { useTranslation } from 'react-i18next';
import { describeChord, isMacPlatform, WINDOW_COMMANDS } from '../keyboard/window-commands.ts';
import { useActions, useWindow, useWindowStore } from '../state/store.ts';
import css from './command-palette.module.css';
import { DialogFrame } from './dialog-frame.tsx';

const MAX_CONVERSATIONS = 50;

export function CommandPalette() {
  const { t } = useTranslation();
  const store = useWindowStore();
  const actions = useActions();
  const conversations = useWindow((state) => state.app?.conversations);
  const isMac = isMacPlatform();
  const commands = WINDOW_COMMANDS.filter(({ id, isPossible }) => id !== 'palette' && isPossible(store.getState()));
  const newest = [...(conversations ?? [])].sort((a, b) => b.updatedAt - a.updatedAt).slice(0, MAX_CONVERSATIONS);
  const choose = (run: () => void) => (): void => {
    actions.closeDialog();
    run();
  };
  return (
    <DialogFrame title={t('palette.title')} onClose={actions.closeDialog} bare>
      <Command label={t('palette.title')} className={css['palette']} loop>
        <Command.Input placeholder={t('palette.placeholder')} className={css['input']} />
        <Command.List className={css['list']}>
          <Command.Empty className={css['empty']}>{t('palette.none')}</Command.Empty>
          <Command.Group heading={t('palette.commands')} className={css['group']}>
            {commands.map((command) => (
              <Command.Item
                key={command.id}
                value={`${t(`command.${command.id}`)} ${command.id}`}
                className={css['item']}
                onSelect={choose(() => command.run(store.getState(), actions))}
              >
                <span>{t(`command.${command.id}`)}</span>
                {command.chord === null ? null : <kbd>{describeChord(command.chord, isMac)}</kbd>}
              </Command.Item>
            ))}
          </Command.Group>
          <Command.Group heading={t('palette.conversations')} className={css['group']}>
            {newest.map((conversation) => (
              <Command.Item
                key={conversation.id}
                value={`${conversation.title} ${conversation.id}`}
                className={css['item']}
                onSelect={choose(() => void actions.openConversation(conversation.id))}
              >
                {conversation.title === '' ? t('conversation.untitled') : conversation.title}
              </Command.Item>
            ))}
          </Command.Group>
        </Command.List>
      </Command>
    </DialogFrame>
  );
}
