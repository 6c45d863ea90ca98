// Compacting by hand: what would be folded under each choice, before anything happens.

import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompactionOutlook } from '../../electron/contract/snapshot.ts';
import type { AppError } from '../../electron/core/errors.ts';
import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import { useFigures } from '../format/figures.ts';
import { useActions, useOpen, useWindow } from '../state/store.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import css from './compact-dialog.module.css';
import { DialogFrame } from './dialog-frame.tsx';
import { ErrorText } from './error-text.tsx';
import { shareOf, usePhaseText } from './operation-strip.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { useNow } from './use-now.ts';

const c = classNames(css);
const CHOICES = ['recent', 'nothing'] as const;
type Keep = (typeof CHOICES)[number];

interface CompactDialogProps {
  readonly conversationId: ConversationId;
  readonly focus: string;
  /** The compaction in force that the new one takes the place of; closing the dialog leaves it as it is. */
  readonly replaces: EntryId | undefined;
}

export function CompactDialog({ conversationId, focus: firstFocus, replaces }: CompactDialogProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const field = useRef<HTMLTextAreaElement>(null);
  const { outlook, error } = useOutlook(conversationId, replaces);
  const [focus, setFocus] = useState(firstFocus);
  const [chosen, setChosen] = useState<Keep | null>(null);
  const keep = chosen ?? outlook?.preselected ?? 'recent';
  const isPreviewing = useWindow((state) => state.ui.previewing !== null);
  const close = (): void => {
    if (isPreviewing) void actions.cancelPreview(conversationId);
    actions.closeDialog();
  };
  const choice = { focus, keep, replaces };
  const compactNow = (): void =>
    void actions.runCompaction(conversationId, choice).then((started) => {
      if (started) actions.closeDialog();
    });
  const footer = (
    <div className={c('foot')}>
      {isPreviewing ? <PreviewProgress /> : null}
      <Button onClick={close}>{t('common.cancel')}</Button>
      <Button disabled={isPreviewing} onClick={() => void actions.previewCompaction(conversationId, choice)}>
        {t('compact.preview')}
      </Button>
      <Button kind="primary" disabled={isPreviewing} onClick={compactNow}>
        {t('compact.now')}
      </Button>
    </div>
  );
  return (
    <DialogFrame title={t('compact.title')} onClose={close} footer={footer} initialFocus={field} sticky={isPreviewing}>
      <p className={c('intro')}>{t(replaces === undefined ? 'compact.intro' : 'compact.introAgain')}</p>
      <label className={c('label')} htmlFor="compact-focus">
        {t('compact.focus')}
      </label>
      <textarea
        id="compact-focus"
        ref={field}
        className={c('focus')}
        rows={2}
        maxLength={20_000}
        placeholder={t('compact.focusPlaceholder')}
        value={focus}
        disabled={isPreviewing}
        onChange={(event) => setFocus(event.target.value)}
      />
      <fieldset className={c('choices')} disabled={isPreviewing}>
        <legend className="visually-hidden">{t('compact.choice')}</legend>
        {CHOICES.map((each) => (
          <Choice
            key={each}
            choice={each}
            outlook={outlook}
            isChosen={keep === each}
            onChoose={() => setChosen(each)}
          />
        ))}
      </fieldset>
      {error === null ? null : (
        <p role="alert" className={c('problem')}>
          <ErrorText error={error} />
        </p>
      )}
      {outlook !== null && outlook.choices.every(({ possible }) => !possible) ? (
        <p role="status" className={c('nothing')}>
          {t('compact.nothing')}
        </p>
      ) : null}
    </DialogFrame>
  );
}

interface ChoiceProps {
  readonly choice: Keep;
  readonly outlook: CompactionOutlook | null;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Choice({ choice, outlook, isChosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const numbers = outlook?.choices.find(({ keep }) => keep === choice);
  const help =
    numbers === undefined
      ? t('compact.counting')
      : numbers.possible
        ? t('compact.numbers', {
            folded: figures.count(numbers.foldedMessages),
            kept: figures.count(numbers.keptMessages),
            before: figures.count(numbers.tokensBefore),
            after: figures.count(numbers.tokensAfterAtMost),
          })
        : t('compact.notPossible');
  return (
    <div className={c('choice', isChosen && 'chosen')}>
      <input
        type="radio"
        id={`keep-${choice}`}
        name="keep"
        checked={isChosen}
        onChange={onChoose}
        aria-describedby={`keep-${choice}-help`}
      />
      <div className={c('choiceText')}>
        <label htmlFor={`keep-${choice}`}>{t(`compact.keep.${choice}`)}</label>
        <p>{t(`compact.keepHelp.${choice}`)}</p>
        <p id={`keep-${choice}-help`} className={c('numbers')}>
          {help}
        </p>
      </div>
    </div>
  );
}

function PreviewProgress() {
  const { t } = useTranslation();
  const figures = useFigures();
  const isWaiting = useOpen((open) => open.waiting.some(({ kind }) => kind === 'preview')) ?? false;
  const running = useOpen((open) => open.operation);
  const operation = isWaiting ? null : running;
  const startedAt = useWindow((state) => state.ui.previewing?.startedAt ?? 0);
  const now = useNow(1000);
  const phase = usePhaseText(
    operation ?? { kind: 'compaction', phase: isWaiting ? 'queued' : 'summarizing', startedAt },
  );
  return (
    <div className={c('previewing')}>
      <ProgressBar
        label={t('compact.previewing')}
        share={operation === null ? null : shareOf(operation)}
        valueText={phase}
      />
      <span role="status" className={c('phase')}>
        {phase}
      </span>
      <span className={c('phase')}>{figures.duration(now - startedAt)}</span>
    </div>
  );
}

function useOutlook(conversationId: ConversationId, replaces: EntryId | undefined) {
  const actions = useActions();
  const [outlook, setOutlook] = useState<CompactionOutlook | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const asked = replaces === undefined ? { conversationId } : { conversationId, replaces };
    void actions.call('compaction.outlook', asked).then((answer) => {
      if (!isCurrent) return;
      if (answer.ok) setOutlook(answer.value);
      else setError(answer.error);
    });
    return () => {
      isCurrent = false;
    };
  }, [actions, conversationId, replaces]);
  return { outlook, error };
}
