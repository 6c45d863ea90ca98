// Where the person writes. Enter sends, Shift+Enter makes a line, and nothing is sent while an input method composes. What was
// typed leaves the field only when the app has it.

import { ArrowUp, Paperclip, Square } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findCompletions, type SlashCommandName } from '../composer/slash-command.ts';
import { editLastMessage } from '../keyboard/window-commands.ts';
import { selectDraft, selectIsWorking } from '../state/selectors.ts';
import { useActions, useOpen, useWindow, useWindowStore } from '../state/store.ts';
import { AttachmentChips } from './attachment-chips.tsx';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import css from './composer.module.css';
import { SlashList } from './slash-list.tsx';
import { useAttachments } from './use-attachments.ts';
import { useSubmit } from './use-submit.ts';

const c = classNames(css);

export function Composer() {
  const { t } = useTranslation();
  const store = useWindowStore();
  const actions = useActions();
  const openId = useWindow((state) => state.openId);
  const draft = useWindow(selectDraft);
  const isReadOnly = useWindow((state) => state.app?.readOnly ?? false);
  const field = useRef<HTMLTextAreaElement>(null);
  const attached = useAttachments();
  const slash = useSlashCompletion(draft, (text) => actions.setDraft(openId, text));
  const { submit, isSending } = useSubmit(draft, attached);
  useComposerFocus(field);
  useFieldHeight(field, draft);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (slash.onKeyDown(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      void submit();
    }
    if (event.key === 'ArrowUp' && draft === '') {
      event.preventDefault();
      editLastMessage(store.getState(), actions);
    }
  };

  return (
    <form
      className={c('composer')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void attached.add(event.dataTransfer.files);
      }}
    >
      <SlashList completions={slash.completions} active={slash.active} onPick={slash.pick} />
      <div className={c('box')}>
        <AttachmentChips attachments={attached.list} onRemove={attached.remove} />
        <textarea
          ref={field}
          className={c('field')}
          aria-label={t('composer.field')}
          placeholder={t(isReadOnly ? 'composer.readOnly' : 'composer.placeholder')}
          rows={1}
          value={draft}
          disabled={isReadOnly}
          aria-autocomplete="list"
          {...(slash.completions.length > 0
            ? {
                'aria-controls': 'slash-commands',
                'aria-activedescendant': `slash-${slash.completions[slash.active] ?? ''}`,
              }
            : {})}
          onChange={(event) => actions.setDraft(openId, event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className={c('row')}>
          <AttachButton onFiles={attached.add} disabled={isReadOnly} />
          <span className={c('help')}>{t('composer.help')}</span>
          <SendOrStop canSend={(draft.trim() !== '' || attached.list.length > 0) && !isSending && !isReadOnly} />
        </div>
      </div>
    </form>
  );
}

function SendOrStop({ canSend }: { readonly canSend: boolean }) {
  const { t } = useTranslation();
  const actions = useActions();
  const openId = useWindow((state) => state.openId);
  const isWorking = useOpen(selectIsWorking) ?? false;
  return (
    <>
      {isWorking && openId !== null ? (
        <Button
          className={c('stop')}
          icon={<Square size={13} aria-hidden fill="currentColor" />}
          onClick={() => void actions.stopReply(openId)}
        >
          {t('composer.stop')}
        </Button>
      ) : null}
      {isWorking && !canSend ? null : (
        <Button
          type="submit"
          kind="primary"
          className={c('send')}
          disabled={!canSend}
          icon={<ArrowUp size={16} aria-hidden />}
        >
          {t('composer.send')}
        </Button>
      )}
    </>
  );
}

function AttachButton({
  onFiles,
  disabled,
}: {
  readonly onFiles: (files: FileList) => Promise<void>;
  readonly disabled: boolean;
}) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={t('composer.attach')} disabled={disabled} onClick={() => input.current?.click()}>
        <Paperclip size={17} aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('composer.attachField')}
        onChange={(event) => {
          if (event.target.files !== null) void onFiles(event.target.files);
          event.target.value = '';
        }}
      />
    </>
  );
}

interface SlashCompletion {
  readonly completions: readonly SlashCommandName[];
  readonly active: number;
  readonly pick: (name: SlashCommandName) => void;
  /** @returns whether the key was for the list. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean;
}

function useSlashCompletion(draft: string, setText: (text: string) => void): SlashCompletion {
  const [chosen, setChosen] = useState(0);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const found = dismissed === draft ? [] : findCompletions(draft);
  const active = Math.min(chosen, Math.max(0, found.length - 1));
  const pick = (name: SlashCommandName): void => {
    setChosen(0);
    setText(`/${name} `);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const current = found[active];
    if (current === undefined) return false;
    const isWhole = draft === `/${current}`;
    if (event.key === 'ArrowDown') setChosen((active + 1) % found.length);
    else if (event.key === 'ArrowUp') setChosen((active + found.length - 1) % found.length);
    else if (event.key === 'Tab' || (event.key === 'Enter' && !isWhole)) pick(current);
    else if (event.key === 'Escape') setDismissed(draft);
    else return false;
    event.preventDefault();
    return true;
  };
  return { completions: found, active, pick, onKeyDown };
}

function useComposerFocus(field: React.RefObject<HTMLTextAreaElement | null>): void {
  const request = useWindow((state) => state.ui.focusRequest);
  const openId = useWindow((state) => state.openId);
  useEffect(() => {
    if (request?.field === 'composer') field.current?.focus();
  }, [request, field]);
  useEffect(() => {
    if (document.activeElement === document.body) field.current?.focus();
  }, [openId, field]);
}

/** Grows with its text up to a third of the window. */
function useFieldHeight(field: React.RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    if (field.current !== null) fitHeight(field.current, text);
  }, [field, text]);
}

function fitHeight(element: HTMLTextAreaElement, text: string): void {
  element.style.height = 'auto';
  element.style.height = text === '' ? '' : `${Math.min(element.scrollHeight, Math.round(window.innerHeight / 3))}px`;
}
