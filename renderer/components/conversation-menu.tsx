// What can be done with the open conversation besides talking.

import { Popover } from '@base-ui/react/popover';
import {
  Download,
  EllipsisVertical,
  FolderOutput,
  PenLine,
  Pin,
  PinOff,
  ScrollText,
  ShieldCheck,
  Trash2,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActions, useOpen } from '../state/store.ts';
import buttonCss from './button.module.css';
import { classNames } from './class-names.ts';
import css from './conversation-menu.module.css';

const c = classNames(css);

export function ConversationMenu() {
  const { t } = useTranslation();
  const actions = useActions();
  const conversation = useOpen((open) => open.conversation);
  const [isOpen, setOpen] = useState(false);
  if (conversation === null) return null;
  const { id, pinned } = conversation;
  const item = (icon: ReactNode, text: string, run: () => void, danger = false) => (
    <button
      type="button"
      className={c('item', danger && 'danger')}
      onClick={() => {
        setOpen(false);
        run();
      }}
    >
      {icon}
      {text}
    </button>
  );
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        className={buttonCss['iconButton'] ?? ''}
        aria-label={t('conversation.menu')}
        title={t('conversation.menu')}
      >
        <EllipsisVertical size={18} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={6} className={c('positioner')}>
          <Popover.Popup className={c('popup')} aria-label={t('conversation.menu')}>
            {item(<PenLine size={16} aria-hidden />, t('conversation.rename'), () =>
              actions.openDialog({ kind: 'rename' }),
            )}
            {item(
              pinned ? <PinOff size={16} aria-hidden /> : <Pin size={16} aria-hidden />,
              t(pinned ? 'conversation.unpin' : 'conversation.pin'),
              () => void actions.pinConversation(id, !pinned),
            )}
            {item(<ScrollText size={16} aria-hidden />, t('conversation.systemPrompt'), () =>
              actions.openDialog({ kind: 'system_prompt' }),
            )}
            <hr />
            {item(
              <Download size={16} aria-hidden />,
              t('conversation.exportMarkdown'),
              () => void actions.exportConversation(id, 'markdown'),
            )}
            {item(<FolderOutput size={16} aria-hidden />, t('conversation.exportAs'), () =>
              actions.openDialog({ kind: 'export', everything: false }),
            )}
            {item(
              <ShieldCheck size={16} aria-hidden />,
              t('conversation.verify'),
              () => void actions.verifyHistory(id),
            )}
            <hr />
            {item(
              <Trash2 size={16} aria-hidden />,
              t('conversation.trash'),
              () => void actions.trashConversation(conversation),
              true,
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
