// A reply: its text, its thinking folded, its tool calls, and what became of it.

import { RefreshCw, Wrench } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AssistantEntry, AssistantMessage } from '../../electron/core/transcript/entry.ts';
import { findLastReply, selectIsWorking } from '../state/selectors.ts';
import { useActions, useOpen } from '../state/store.ts';
import { ArticleFrame, type EntryPlace } from './article-frame.tsx';
import { Button, IconButton } from './button.tsx';
import { MarkdownText } from './markdown-text.tsx';
import { BranchSwitch, CopyButton } from './message-buttons.tsx';
import css from './assistant-article.module.css';

export function AssistantArticle({ entry, place }: { readonly entry: AssistantEntry; readonly place: EntryPlace }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isWorking = useOpen(selectIsWorking) ?? false;
  const { payload } = entry;
  const regenerate = (): void => void actions.regenerate(entry.conversationId, entry.id);
  const buttons = (
    <>
      <BranchSwitch conversationId={entry.conversationId} entryId={entry.id} siblingIds={place.siblingIds} />
      <CopyButton text={payload.text} />
      <IconButton label={t('message.regenerate')} disabled={isWorking} onClick={regenerate}>
        <RefreshCw size={15} aria-hidden />
      </IconButton>
    </>
  );
  return (
    <ArticleFrame entry={entry} place={place} name={t('message.assistant')} kind="assistant" buttons={buttons}>
      {payload.thinking === undefined || payload.thinking === '' ? null : <Thinking text={payload.thinking} />}
      <MarkdownText
        text={payload.text}
        isBrokenOff={payload.status === 'interrupted' || payload.stopReason === 'length'}
      />
      <ToolCalls payload={payload} />
      <ReplyEnd entry={entry} isKept={place.region === 'kept'} onRegenerate={regenerate} disabled={isWorking} />
    </ArticleFrame>
  );
}

export function Thinking({ text, isRunning = false }: { readonly text: string; readonly isRunning?: boolean }) {
  const { t } = useTranslation();
  return (
    <details className={css['thinking']}>
      <summary>{t(isRunning ? 'message.thinkingNow' : 'message.thinking')}</summary>
      <div className={css['thinkingText']}>{text}</div>
    </details>
  );
}

function ToolCalls({ payload }: { readonly payload: AssistantMessage }) {
  const { t } = useTranslation();
  if (payload.toolCalls === undefined || payload.toolCalls.length === 0) return null;
  return (
    <ul className={css['calls']} aria-label={t('message.toolCalls')}>
      {payload.toolCalls.map((call) => (
        <li key={call.id} className={css['call']}>
          <Wrench size={14} aria-hidden />
          <code>{call.name}</code>
          <code className={css['arguments']}>{call.arguments}</code>
        </li>
      ))}
    </ul>
  );
}

interface ReplyEndProps {
  readonly entry: AssistantEntry;
  readonly isKept: boolean;
  readonly onRegenerate: () => void;
  readonly disabled: boolean;
}

/** Says when a reply is not whole, with the way on; silent for a reply that ended by itself. */
function ReplyEnd({ entry, isKept, onRegenerate, disabled }: ReplyEndProps) {
  const { t } = useTranslation();
  const isLast = useOpen((open) => findLastReply(open)?.id === entry.id) ?? false;
  const { status, stopReason, modelId } = entry.payload;
  const why =
    status === 'interrupted'
      ? stopReason === 'aborted'
        ? 'stopped'
        : 'interrupted'
      : stopReason === 'length'
        ? 'length'
        : stopReason === 'aborted'
          ? 'stopped'
          : stopReason === 'error' || stopReason === 'overflow'
            ? 'failed'
            : null;
  if (why === null) return null;
  return (
    <p className={css['ending']} data-model={modelId}>
      <span>{t(`message.ending.${why}`)}</span>
      {isLast && isKept ? (
        <Button
          kind="quiet"
          small
          icon={<RefreshCw size={14} aria-hidden />}
          disabled={disabled}
          onClick={onRegenerate}
        >
          {t('message.retry')}
        </Button>
      ) : null}
    </p>
  );
}
