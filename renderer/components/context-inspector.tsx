// What the model will get next: every part with its size, the prompt byte for byte, what must survive, and the checkpoints.

import { X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InspectorView } from '../../electron/contract/snapshot.ts';
import type { AppError } from '../../electron/core/errors.ts';
import { useFigures } from '../format/figures.ts';
import { selectDraft } from '../state/selectors.ts';
import { useActions, useOpen, useWindow } from '../state/store.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import css from './context-inspector.module.css';
import { ErrorText } from './error-text.tsx';
import { InspectorCheckpoints } from './inspector-checkpoints.tsx';
import { InspectorLedger } from './inspector-ledger.tsx';
import { InspectorParts } from './inspector-parts.tsx';

const c = classNames(css);
const INSPECT_DELAY_MS = 250;

export function ContextInspector() {
  const { t } = useTranslation();
  const actions = useActions();
  const { view, error } = useInspection();
  return (
    <aside className={c('inspector')} aria-label={t('inspector.name')}>
      <div className={c('head')}>
        <h2 className={c('title')}>{t('inspector.title')}</h2>
        <IconButton label={t('common.close')} onClick={actions.toggleInspector}>
          <X size={18} aria-hidden />
        </IconButton>
      </div>
      <div className={c('body')}>
        {error === null ? null : (
          <p role="alert" className={c('problem')}>
            <ErrorText error={error} />
          </p>
        )}
        {view === null ? (
          error === null ? (
            <p className={c('quiet')}>{t('common.loading')}</p>
          ) : null
        ) : (
          <Inspection view={view} />
        )}
      </div>
    </aside>
  );
}

function Inspection({ view }: { readonly view: InspectorView }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { usage } = view;
  return (
    <>
      <p className={c('usage')}>
        <strong>{figures.count(usage.usedTokens)}</strong>{' '}
        {usage.windowTokens === null
          ? t('inspector.tokensUnknownWindow')
          : t('inspector.tokensOf', { window: figures.count(usage.windowTokens) })}
        {usage.measured ? null : <span className={c('tag')}>{t('meter.estimate')}</span>}
      </p>
      <InspectorPart title={t('inspector.parts')} help={t('inspector.partsHelp')}>
        <InspectorParts segments={view.segments} />
      </InspectorPart>
      <InspectorPart title={t('inspector.prompt')} help={t('inspector.promptHelp')}>
        <section aria-label={t('inspector.prompt')} className={c('prompt')}>
          {view.prompt === null ? (
            <p className={c('quiet')}>{t('inspector.noPrompt')}</p>
          ) : (
            <pre tabIndex={0}>{view.prompt}</pre>
          )}
        </section>
      </InspectorPart>
      <InspectorPart title={t('inspector.ledger')} help={t('inspector.ledgerHelp')}>
        <InspectorLedger ledger={view.ledger} />
      </InspectorPart>
      <InspectorPart title={t('inspector.checkpoints')} help={t('inspector.checkpointsHelp')}>
        <InspectorCheckpoints compactions={view.compactions} />
      </InspectorPart>
    </>
  );
}

function InspectorPart({
  title,
  help,
  children,
}: {
  readonly title: string;
  readonly help: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={c('part')}>
      <h3 className={c('partTitle')}>{title}</h3>
      <p className={c('partHelp')}>{help}</p>
      {children}
    </div>
  );
}

interface Inspection {
  readonly id: string;
  readonly view: InspectorView | null;
  readonly error: AppError | null;
}

/** Asks again whenever the view may have changed: another boundary, other figures, another draft, other pins. */
function useInspection(): Pick<Inspection, 'view' | 'error'> {
  const actions = useActions();
  const conversationId = useWindow((state) => state.openId);
  const typed = useWindow(selectDraft);
  const draft = typed.startsWith('/') ? '' : typed;
  const usage = useOpen((open) => open.usage);
  const boundary = useOpen((open) => open.boundary);
  const pins = useOpen((open) => open.conversation.pins);
  const systemPrompt = useOpen((open) => open.conversation.systemPrompt);
  const [held, setHeld] = useState<Inspection | null>(null);
  useEffect(() => {
    if (conversationId === null) return;
    let isCurrent = true;
    const timer = window.setTimeout(() => {
      void actions.call('context.inspect', { conversationId, draft }).then((answer) => {
        if (!isCurrent) return;
        setHeld((before) =>
          answer.ok
            ? { id: conversationId, view: answer.value, error: null }
            : { id: conversationId, view: before?.id === conversationId ? before.view : null, error: answer.error },
        );
      });
    }, INSPECT_DELAY_MS);
    return () => {
      isCurrent = false;
      window.clearTimeout(timer);
    };
  }, [actions, conversationId, draft, usage, boundary, pins, systemPrompt]);
  return held === null || held.id !== conversationId ? { view: null, error: null } : held;
}
