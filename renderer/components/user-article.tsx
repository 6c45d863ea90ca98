// A message of the person. Editing makes a new branch; the message itself stays as it is.

import { Paperclip, Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserEntry } from '../../electron/core/transcript/entry.ts';
import { useFigures } from '../format/figures.ts';
import { useActions, useWindow } from '../state/store.ts';
import { ArticleFrame, type EntryPlace } from './article-frame.tsx';
import { Button, IconButton } from './button.tsx';
import { MarkdownText } from './markdown-text.tsx';
import { BranchSwitch, CopyButton } from './message-buttons.tsx';
import css from './user-article.module.css';

export function UserArticle({ entry, place }: { readonly entry: UserEntry; readonly place: EntryPlace }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isEditing = useWindow((state) => state.ui.editingId === entry.id);
  const { text, attachments } = entry.payload;
  const buttons = isEditing ? null : (
    <>
      <BranchSwitch conversationId={entry.conversationId} entryId={entry.id} siblingIds={place.siblingIds} />
      <CopyButton text={text} />
      <IconButton label={t('message.edit')} onClick={() => actions.startEditing(entry.id)}>
        <Pencil size={15} aria-hidden />
      </IconButton>
    </>
  );
  return (
    <ArticleFrame entry={entry} place={place} name={t('message.you')} kind="user" buttons={buttons}>
      {isEditing ? <MessageEditor entry={entry} /> : <MarkdownText text={text} />}
      {attachments === undefined || attachments.length === 0 ? null : (
        <ul className={css['attachments']} aria-label={t('composer.attachments')}>
          {attachments.map((attachment) => (
            <AttachmentItem key={attachment.name} name={attachment.name} text={attachment.text} />
          ))}
        </ul>
      )}
    </ArticleFrame>
  );
}

function AttachmentItem({ name, text }: { readonly name: string; readonly text: string }) {
  const figures = useFigures();
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <Button
        kind="quiet"
        small
        icon={<Paperclip size={14} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {name} · {figures.bytes(new Blob([text]).size)}
      </Button>
      {isOpen ? <pre className={css['attachmentText']}>{text}</pre> : null}
    </li>
  );
}

function MessageEditor({ entry }: { readonly entry: UserEntry }) {
  const { t } = useTranslation();
  const actions = useActions();
  const [text, setText] = useState(entry.payload.text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const save = (): void => void actions.editMessage(entry.conversationId, entry.id, text);
  const cancel = (): void => {
    actions.stopEditing();
    actions.focusComposer();
  };
  return (
    <div className={css['editor']}>
      <textarea
        ref={field}
        aria-label={t('message.editField')}
        value={text}
        rows={Math.min(12, text.split('\n').length + 1)}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.keyCode === 229) return;
          if (event.key === 'Escape') {
            event.preventDefault();
            cancel();
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            save();
          }
        }}
      />
      <p className={css['editHelp']}>{t('message.editHelp')}</p>
      <div className={css['editButtons']}>
        <Button kind="quiet" onClick={cancel}>
          {t('common.cancel')}
        </Button>
        <Button kind="primary" disabled={text.trim() === ''} onClick={save}>
          {t('message.saveEdit')}
        </Button>
      </div>
    </div>
  );
}
