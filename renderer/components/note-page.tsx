// One note file: read as a page, or edited with the page beside it. What is typed stays, also when another file is looked at.

import { Eye, Pencil } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../electron/core/errors.ts';
import { asEntryId } from '../../electron/core/ids.ts';
import { entryOfNoteLink, withoutFrontMatter } from '../format/note-days.ts';
import { useActions, useWindow } from '../state/store.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { ErrorText } from './error-text.tsx';
import { MarkdownText } from './markdown-text.tsx';
import css from './notes-view.module.css';
import { OwnLinkContext } from './own-link-context.ts';

const c = classNames(css);

interface NotePageProps {
  readonly file: string;
  readonly version: number;
  /** What was searched for: the page is shown from there on; '' = from its beginning. */
  readonly found: string;
}

export function NotePage({ file, version, found }: NotePageProps) {
  const { t } = useTranslation();
  const note = useNote(file, version);
  const [isEditing, setEditing] = useState(note.isChanged);
  if (note.text === null)
    return <p className={c('state')}>{note.error === null ? t('common.loading') : <ErrorText error={note.error} />}</p>;
  return (
    <div className={c('note')}>
      <div className={c('panes', isEditing && 'editing')}>
        {isEditing ? (
          <textarea
            aria-label={t('notes.text', { file })}
            className={c('noteText')}
            value={note.text}
            onChange={(event) => note.setText(event.target.value)}
            spellCheck={false}
          />
        ) : null}
        <RenderedNote text={note.text} found={found} />
      </div>
      {note.error === null ? null : (
        <p role="alert" className={c('problem')}>
          <ErrorText error={note.error} />{' '}
          <Button small onClick={() => void note.reload()}>
            {t('notes.reload')}
          </Button>
        </p>
      )}
      <div className={c('foot')}>
        <span className={c('help')}>{t('notes.help')}</span>
        <Button
          icon={isEditing ? <Eye size={15} aria-hidden /> : <Pencil size={15} aria-hidden />}
          aria-pressed={isEditing}
          onClick={() => setEditing(!isEditing)}
        >
          {t(isEditing ? 'notes.read' : 'notes.edit')}
        </Button>
        {isEditing || note.isChanged ? (
          <Button kind="primary" disabled={!note.isChanged} onClick={() => void note.save()}>
            {t('common.save')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function RenderedNote({ text, found }: { readonly text: string; readonly found: string }) {
  const { t } = useTranslation();
  const actions = useActions();
  const body = useRef<HTMLDivElement>(null);
  const page = withoutFrontMatter(text);
  useLayoutEffect(() => {
    if (body.current !== null && found !== '') findBlock(body.current, found)?.scrollIntoView({ block: 'center' });
  }, [found]);
  const openOwn = useCallback(
    (href: string) => {
      const entryId = entryOfNoteLink(href);
      if (entryId !== null) void actions.openSource(asEntryId(entryId));
      return entryId !== null;
    },
    [actions],
  );
  return (
    <div ref={body} className={c('rendered')} tabIndex={0} role="region" aria-label={t('notes.rendered')}>
      <OwnLinkContext value={openOwn}>
        {page.trim() === '' ? <p className={c('state')}>{t('notes.blank')}</p> : <MarkdownText text={page} />}
      </OwnLinkContext>
    </div>
  );
}

/** The innermost block that holds the words. */
function findBlock(root: HTMLElement, words: string): Element | null {
  const wanted = words.toLocaleLowerCase();
  return (
    [...root.querySelectorAll('li, p, h1, h2, h3, h4, pre, td')].find((block) =>
      block.textContent.toLocaleLowerCase().includes(wanted),
    ) ?? null
  );
}

function useNote(file: string, version: number) {
  const actions = useActions();
  const draft = useWindow((state) => state.ui.noteDrafts[file] ?? null);
  const [stored, setStored] = useState<string | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const read = useCallback(async (): Promise<void> => {
    const answer = await actions.call('notes.read', { file });
    if (!answer.ok) return setError(answer.error);
    setStored(answer.value.content);
    setError(null);
  }, [actions, file]);
  useEffect(() => void read(), [read, version]);
  const save = async (): Promise<void> => {
    if (draft === null) return;
    // A file that changed on disk while it was edited here stays as typed; the answer says so.
    const answer = await actions.call('notes.save', { file, content: draft.text, expectedContent: draft.base });
    if (!answer.ok) return setError(answer.error);
    setStored(draft.text);
    setError(null);
    actions.setNoteDraft(file, null);
    actions.notify({ kind: 'saved' });
  };
  return {
    text: draft?.text ?? stored,
    isChanged: draft !== null,
    error,
    setText: (text: string) => {
      const base = draft?.base ?? stored ?? '';
      actions.setNoteDraft(file, text === base ? null : { base, text });
    },
    reload: async () => {
      actions.setNoteDraft(file, null);
      await read();
    },
    save,
  };
}
