// A draft of a checkpoint to read and change before it is stored. What is stored passes the same audit, edited or not.

import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompactionDraft } from '../../electron/contract/snapshot.ts';
import type { AppError } from '../../electron/core/errors.ts';
import type { ConversationId } from '../../electron/core/ids.ts';
import { useFigures } from '../format/figures.ts';
import { useActions } from '../state/store.ts';
import { AuditFindings } from './audit-findings.tsx';
import { Button } from './button.tsx';
import css from './compact-dialog.module.css';
import { DialogFrame } from './dialog-frame.tsx';
import { ErrorText } from './error-text.tsx';

interface PreviewDialogProps {
  readonly conversationId: ConversationId;
  readonly draft: CompactionDraft;
}

export function PreviewDialog({ conversationId, draft }: PreviewDialogProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(draft.text);
  const [error, setError] = useState<AppError | null>(null);
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    const answer = await actions.savePreview(conversationId, draft.draftId, text);
    setSaving(false);
    if (answer.ok) actions.closeDialog();
    else setError(answer.error);
  };
  const discard = (): void => void actions.discardPreview(conversationId, draft.draftId);
  const footer = (
    <div className={css['foot']}>
      <Button onClick={discard}>{t('preview.discard')}</Button>
      <Button kind="primary" disabled={isSaving || text.trim() === ''} onClick={() => void save()}>
        {t('preview.save')}
      </Button>
    </div>
  );
  return (
    <DialogFrame title={t('preview.title')} onClose={discard} footer={footer} wide sticky initialFocus={field}>
      <PreviewFigures draft={draft} />
      {draft.editsId === null ? null : <p className={css['intro']}>{t('preview.edited')}</p>}
      <label className={css['label']} htmlFor="preview-summary">
        {t('preview.summary')}
      </label>
      <textarea
        id="preview-summary"
        ref={field}
        className={css['summary']}
        value={text}
        rows={16}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
      {error === null ? (
        draft.audit.findings.length > 0 && <AuditFindings findings={draft.audit.findings} />
      ) : (
        <div role="alert" className={css['problem']}>
          <ErrorText error={error} /> {t('preview.kept')}
          {error.findings === undefined ? null : <AuditFindings findings={error.findings} open />}
        </div>
      )}
      {draft.editsId === null ? <NotesToWrite notes={draft.notes} /> : null}
    </DialogFrame>
  );
}

function NotesToWrite({ notes }: { readonly notes: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <>
      <h3 className={css['label']}>{t('preview.notes')}</h3>
      <ul className={css['notes']} aria-label={t('preview.notes')}>
        {notes.length === 0 ? <li className={css['noNotes']}>{t('preview.noNotes')}</li> : null}
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}

function PreviewFigures({ draft }: { readonly draft: CompactionDraft }) {
  const { t } = useTranslation();
  const figures = useFigures();
  return (
    <p className={css['figures']}>
      {t('compact.numbersDone', {
        folded: figures.count(draft.foldedMessages),
        kept: figures.count(draft.keptMessages),
        before: figures.count(draft.tokensBefore),
        after: figures.count(draft.tokensAfter),
      })}
    </p>
  );
}
