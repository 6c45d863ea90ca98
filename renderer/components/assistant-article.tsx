// A reply: its text, its thinking folded, its tool calls, and what became of it.

import { ArrowRight, RefreshCw, Wrench } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AssistantEntry, AssistantMessage } from '../../electron/core/transcript/entry.ts';
import { findLastReply, selectIsWorking } from '../state/selectors.ts';
import { useActions, useOpen } from '../state/store.ts';
import { ArticleFrame, type EntryPlace } from './article-frame.tsx';
import { Button, IconButton } from './button.tsx';
import { MarkdownText } from './markdown-text.tsx';
import { BranchSwitch, CopyButton } from './message-buttons.tsx';
import { ReplyFigures } from './reply-figures.tsx';
import css from './assistant-article.module.css';
import { Waiting } from './waiting.tsx';

/** A reply that is still written is drawn by the same component as later: its blocks stay as they are when it is there. */
export function AssistantArticle({ entry, place }: { readonly entry: AssistantEntry; readonly place: EntryPlace }) {
  const { t } = useTranslation();
  const streaming = useOpen((open) => (open.streaming?.entryId === entry.id ? open.streaming : null));
  const { payload } = entry;
  const { text, thinking = '' } = streaming ?? payload;
  const isBrokenOff = payload.status === 'interrupted' || payload.stopReason === 'length';
  return (
    <ArticleFrame
      entry={entry}
      place={place}
      name={t('message.assistant')}
      kind="assistant"
      isBusy={streaming !== null}
      buttons={streaming === null ? <ReplyButtons entry={entry} siblingIds={place.siblingIds} /> : null}
    >
      {thinking === '' ? null : <Thinking text={thinking} isRunning={streaming !== null && text === ''} />}
      {streaming !== null && text === '' ? <Waiting /> : null}
      <MarkdownText text={text} isOpen={streaming !== null || isBrokenOff} />
      <ToolCalls payload={payload} />
      {streaming === null ? <ReplyEnd entry={entry} isKept={place.region === 'kept'} /> : null}
    </ArticleFrame>
  );
}

function ReplyButtons({
  entry,
  siblingIds,
}: {
  readonly entry: AssistantEntry;
  readonly siblingIds: EntryPlace['siblingIds'];
}) {
  const { t } = useTranslation();
  const actions = useActions();
  const isWorking = useOpen(selectIsWorking) ?? false;
  return (
    <>
      <BranchSwitch conversationId={entry.conversationId} entryId={entry.id} siblingIds={siblingIds} />
      <CopyButton text={entry.payload.text} />
      <IconButton
        label={t('message.regenerate')}
        disabled={isWorking}
        onClick={() => void actions.regenerate(entry.conversationId, entry.id)}
      >
        <RefreshCw size={15} aria-hidden />
      </IconButton>
      <ReplyFigures payload={entry.payload} />
    </>
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

/** Says when a reply is not whole, with the way on; silent for a reply that ended by itself. */
function ReplyEnd({ entry, isKept }: { readonly entry: AssistantEntry; readonly isKept: boolean }) {
  const { t } = useTranslation();
  const actions = useActions();
  const disabled = useOpen(selectIsWorking) ?? false;
  const isLast = useOpen((open) => findLastReply(open)?.id === entry.id) ?? false;
  const { status, stopReason, modelId } = entry.payload;
  const why =
    stopReason === 'length'
      ? 'length'
      : status === 'interrupted'
        ? stopReason === 'aborted'
          ? 'stopped'
          : 'interrupted'
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
          onClick={() => void actions.regenerate(entry.conversationId, entry.id)}
        >
          {t('message.retry')}
        </Button>
      ) : null}
      {isLast && isKept && why === 'length' ? (
        <Button
          kind="quiet"
          small
          icon={<ArrowRight size={14} aria-hidden />}
          disabled={disabled}
          onClick={() => void actions.sendMessage(t('message.continueText'), [])}
        >
          {t('message.continue')}
        </Button>
      ) : null}
    </p>
  );
}
