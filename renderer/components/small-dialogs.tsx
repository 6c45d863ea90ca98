// Dialogs of one question: a name, a system prompt, a last warning, where a link leads.

import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationId } from '../../electron/core/ids.ts';
import type { Conversation } from '../../electron/core/transcript/conversation.ts';
import { useActions, useWindow } from '../state/store.ts';
import { Button } from './button.tsx';
import css from './small-dialogs.module.css';
import { DialogFrame } from './dialog-frame.tsx';

export function RenameDialog({ conversation }: { readonly conversation: Conversation }) {
  const { t } = useTranslation();
  const actions = useActions();
  const field = useRef<HTMLInputElement>(null);
  const [title, setTitle] = useState(conversation.title);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await actions.renameConversation(conversation.id, title.trim())) actions.closeDialog();
  };
  return (
    <DialogFrame title={t('rename.title')} onClose={actions.closeDialog} initialFocus={field}>
      <form onSubmit={(event) => void submit(event)} className={css['form']}>
        <input
          ref={field}
          aria-label={t('rename.field')}
          value={title}
          maxLength={500}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTitle(event.target.value)}
        />
        <div className={css['buttons']}>
          <Button onClick={actions.closeDialog}>{t('common.cancel')}</Button>
          <Button type="submit" kind="primary" disabled={title.trim() === ''}>
            {t('common.save')}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}

export function SystemPromptDialog({ conversation }: { readonly conversation: Conversation }) {
  const { t } = useTranslation();
  const actions = useActions();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(conversation.systemPrompt);
  const save = async (): Promise<void> => {
    if (await actions.setSystemPrompt(conversation.id, text)) actions.closeDialog();
  };
  const footer = (
    <div className={css['buttons']}>
      <Button onClick={actions.closeDialog}>{t('common.cancel')}</Button>
      <Button kind="primary" onClick={() => void save()}>
        {t('common.save')}
      </Button>
    </div>
  );
  return (
    <DialogFrame
      title={t('systemPrompt.title')}
      onClose={actions.closeDialog}
      initialFocus={field}
      footer={footer}
      wide
      sticky
    >
      <p className={css['help']}>{t('systemPrompt.help')}</p>
      <textarea
        ref={field}
        aria-label={t('systemPrompt.field')}
        rows={10}
        value={text}
        maxLength={100_000}
        onChange={(event) => setText(event.target.value)}
      />
    </DialogFrame>
  );
}

export function PurgeDialog({ conversationId }: { readonly conversationId: ConversationId }) {
  const { t } = useTranslation();
  const actions = useActions();
  const cancel = useRef<HTMLButtonElement>(null);
  const title = useWindow((state) => state.app?.trashed.find(({ id }) => id === conversationId)?.title ?? '');
  const purge = (): void => {
    actions.closeDialog();
    void actions.purgeConversation(conversationId);
  };
  const footer = (
    <div className={css['buttons']}>
      <Button ref={cancel} onClick={actions.closeDialog}>
        {t('common.cancel')}
      </Button>
      <Button kind="danger" onClick={purge}>
        {t('trash.purge')}
      </Button>
    </div>
  );
  return (
    <DialogFrame title={t('purge.title')} onClose={actions.closeDialog} footer={footer} initialFocus={cancel}>
      <p>{t('purge.text', { title: title === '' ? t('conversation.untitled') : title })}</p>
    </DialogFrame>
  );
}

export function LinkDialog({ href }: { readonly href: string }) {
  const { t } = useTranslation();
  const actions = useActions();
  const openButton = useRef<HTMLButtonElement>(null);
  const open = (): void => {
    actions.closeDialog();
    window.open(href, '_blank', 'noopener,noreferrer');
  };
  const copy = (): void => {
    void actions.copy(href).then((copied) => copied && actions.notify({ kind: 'copied' }));
    actions.closeDialog();
  };
  const footer = (
    <div className={css['buttons']}>
      <Button onClick={actions.closeDialog}>{t('common.cancel')}</Button>
      <Button onClick={copy}>{t('link.copy')}</Button>
      <Button ref={openButton} kind="primary" onClick={open}>
        {t('link.open')}
      </Button>
    </div>
  );
  return (
    <DialogFrame title={t('link.title')} onClose={actions.closeDialog} footer={footer} initialFocus={openButton}>
      <p className={css['help']}>{t('link.text')}</p>
      <code className={css['href']}>{href}</code>
    </DialogFrame>
  );
}
