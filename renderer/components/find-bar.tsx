// Finds words in the open conversation, the part that is not drawn included.

import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryId } from '../../electron/core/ids.ts';
import { isMessage } from '../../electron/core/transcript/entry.ts';
import { useFigures } from '../format/figures.ts';
import { useActions, useOpen, useWindow } from '../state/store.ts';
import type { OpenConversation } from '../state/window-state.ts';
import { IconButton } from './button.tsx';
import css from './find-bar.module.css';

export function FindBar() {
  const isOpen = useWindow((state) => state.ui.findOpen);
  const openId = useWindow((state) => state.openId);
  return isOpen && openId !== null ? <FindIn key={openId} /> : null;
}

function FindIn() {
  const { t } = useTranslation();
  const actions = useActions();
  const figures = useFigures();
  const open = useOpen((held) => held);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const found = useMemo(() => (open === null ? [] : findEntries(open, text)), [open, text]);
  useEffect(() => field.current?.focus(), []);
  useLoadWhole(text !== '');
  const go = (step: number): void => {
    if (found.length === 0) return;
    const next = (at + step + found.length) % found.length;
    setAt(next);
    actions.goTo(found[next] as EntryId, false);
  };
  const close = (): void => {
    actions.toggleFind(false);
    actions.focusComposer();
  };
  return (
    <div role="search" className={css['bar']}>
      <input
        ref={field}
        aria-label={t('find.field')}
        placeholder={t('find.placeholder')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.keyCode === 229) return;
          if (event.key === 'Escape') {
            event.preventDefault();
            close();
          }
          if (event.key === 'Enter') {
            event.preventDefault();
            go(event.shiftKey ? 1 : -1);
          }
        }}
      />
      <span role="status" className={css['count']}>
        {text === ''
          ? ''
          : found.length === 0
            ? t('find.none')
            : `${figures.count(found.length - at)} / ${figures.count(found.length)}`}
      </span>
      <IconButton label={t('find.previous')} disabled={found.length === 0} onClick={() => go(-1)}>
        <ChevronUp size={16} aria-hidden />
      </IconButton>
      <IconButton label={t('find.next')} disabled={found.length === 0} onClick={() => go(1)}>
        <ChevronDown size={16} aria-hidden />
      </IconButton>
      <IconButton label={t('common.close')} onClick={close}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}

function findEntries(open: OpenConversation, text: string): readonly EntryId[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return [];
  return open.entries.flatMap(({ entry }) =>
    isMessage(entry) && entry.payload.text.toLocaleLowerCase().includes(wanted) ? [entry.id] : [],
  );
}

/** Finding looks at all of a conversation, so all of it is read, page by page. */
function useLoadWhole(isWanted: boolean): void {
  const actions = useActions();
  const conversationId = useWindow((state) => state.openId);
  const hasMore = useOpen((open) => open.hasOlder && !open.loadingOlder) ?? false;
  useEffect(() => {
    if (isWanted && hasMore && conversationId !== null) void actions.loadOlder(conversationId, 500);
  }, [actions, isWanted, hasMore, conversationId]);
}
