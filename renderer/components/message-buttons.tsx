// The small buttons under a message: copy, and the switch between versions of it.

import { Check, ChevronLeft, ChevronRight, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import { useFigures } from '../format/figures.ts';
import { useActions } from '../state/store.ts';
import { IconButton } from './button.tsx';
import css from './article-frame.module.css';

export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const { t } = useTranslation();
  const actions = useActions();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), 1500);
    return () => window.clearTimeout(timer);
  }, [copied]);
  const copy = (): void => void actions.copy(text).then(setCopied);
  return (
    <IconButton label={label ?? t('message.copy')} onClick={copy}>
      {copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
    </IconButton>
  );
}

interface BranchSwitchProps {
  readonly conversationId: ConversationId;
  readonly entryId: EntryId;
  readonly siblingIds: readonly EntryId[];
}

export function BranchSwitch({ conversationId, entryId, siblingIds }: BranchSwitchProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const figures = useFigures();
  const at = siblingIds.indexOf(entryId);
  if (siblingIds.length < 2 || at < 0) return null;
  const go = (step: number): void => {
    const next = siblingIds[at + step];
    if (next !== undefined) void actions.switchBranch(conversationId, next);
  };
  return (
    <span className={css['versions']} role="group" aria-label={t('message.versions')}>
      <IconButton label={t('message.previousVersion')} disabled={at === 0} onClick={() => go(-1)}>
        <ChevronLeft size={15} aria-hidden />
      </IconButton>
      <span className={css['versionCount']}>
        {figures.count(at + 1)}/{figures.count(siblingIds.length)}
      </span>
      <IconButton label={t('message.nextVersion')} disabled={at === siblingIds.length - 1} onClick={() => go(1)}>
        <ChevronRight size={15} aria-hidden />
      </IconButton>
    </span>
  );
}
