// The files beside a message that is being written: each with its name, what it takes of the window, and a way to remove it.

import { Paperclip, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attachment } from '../../electron/core/transcript/entry.ts';
import { useFigures } from '../format/figures.ts';
import { useActions, useWindow } from '../state/store.ts';
import { IconButton } from './button.tsx';
import css from './composer.module.css';

interface AttachmentChipsProps {
  readonly attachments: readonly Attachment[];
  readonly onRemove: (index: number) => void;
}

export function AttachmentChips({ attachments, onRemove }: AttachmentChipsProps) {
  const { t } = useTranslation();
  const counted = useTokens(attachments);
  if (attachments.length === 0) return null;
  return (
    <ul className={css['chips']} aria-label={t('composer.attachments')}>
      {attachments.map((attachment, index) => (
        <li key={`${attachment.name}-${String(index)}`} className={css['chip']}>
          <Paperclip size={13} aria-hidden />
          <span className={css['chipName']}>{attachment.name}</span>
          <ChipTokens tokens={counted?.tokens[index]} measured={counted?.measured ?? false} />
          <IconButton label={t('composer.removeAttachment', { name: attachment.name })} onClick={() => onRemove(index)}>
            <X size={13} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function ChipTokens({ tokens, measured }: { readonly tokens: number | undefined; readonly measured: boolean }) {
  const { t } = useTranslation();
  const figures = useFigures();
  if (tokens === undefined) return null;
  const text = t(measured ? 'composer.attachmentTokens' : 'composer.attachmentTokensAbout', {
    tokens: figures.count(tokens),
  });
  return <span className={css['chipTokens']}>{text}</span>;
}

interface Counted {
  readonly of: readonly Attachment[];
  readonly tokens: readonly number[];
  readonly measured: boolean;
}

/** Counted anew when a file comes or goes, or another model is there to count with. */
function useTokens(attachments: readonly Attachment[]): Counted | null {
  const actions = useActions();
  const modelPath = useWindow(({ app }) => (app?.host.kind === 'ready' ? app.host.path : null));
  const [counted, setCounted] = useState<Counted | null>(null);
  useEffect(() => {
    if (attachments.length === 0) return;
    let isCurrent = true;
    const files = attachments.map((file) => ({ ...file }));
    void actions.call('context.countAttachments', { attachments: files }).then((answer) => {
      if (isCurrent && answer.ok) setCounted({ of: attachments, ...answer.value });
    });
    return () => {
      isCurrent = false;
    };
  }, [actions, attachments, modelPath]);
  return counted?.of === attachments ? counted : null;
}
