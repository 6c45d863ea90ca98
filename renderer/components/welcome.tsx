// The middle of the window while nothing was said: what Holdfast is, and the next step.

import { Anchor, FoldVertical, HardDrive, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useActions, useWindow } from '../state/store.ts';
import { Button } from './button.tsx';
import { ErrorText } from './error-text.tsx';
import { CatalogueList, FoundList } from './model-lists.tsx';
import { NewConversationButton } from './sidebar.tsx';
import { useModels } from './use-models.ts';
import css from './welcome.module.css';

/** Nothing is open. */
export function Welcome() {
  const { t } = useTranslation();
  const hostKind = useWindow((state) => state.app?.host.kind);
  const needsModel = hostKind === 'none' || hostKind === 'failed';
  return (
    <div className={css['welcome']}>
      <div className={css['inner']}>
        <Anchor size={32} aria-hidden className={css['mark']} />
        <h2 className={css['title']}>{t('welcome.title')}</h2>
        <p className={css['lead']}>{t('welcome.lead')}</p>
        {needsModel ? <ChooseModel /> : <NewConversationButton />}
        <Promises />
      </div>
    </div>
  );
}

/** A conversation without messages. */
export function EmptyConversation() {
  const { t } = useTranslation();
  const hostKind = useWindow((state) => state.app?.host.kind);
  const needsModel = hostKind === 'none' || hostKind === 'failed';
  return (
    <div className={css['welcome']} role="log" aria-label={t('transcript.name')} aria-live="off">
      <div className={css['inner']}>
        <Anchor size={28} aria-hidden className={css['mark']} />
        <h2 className={css['title']}>{t(needsModel ? 'welcome.needsModel' : 'welcome.emptyTitle')}</h2>
        <p className={css['lead']}>{t(needsModel ? 'welcome.needsModelHelp' : 'welcome.emptyHelp')}</p>
        {needsModel ? <ChooseModel /> : null}
      </div>
    </div>
  );
}

function ChooseModel() {
  const { t } = useTranslation();
  const actions = useActions();
  const host = useWindow((state) => state.app?.host);
  const { models, error } = useModels();
  const usable = models?.found.some((model) => model.usable) ?? false;
  return (
    <section className={css['choose']} aria-label={t('welcome.step')}>
      {host?.kind === 'failed' ? (
        <p role="alert" className={css['problem']}>
          {t('model.problem', { name: host.name })}
          <ErrorText error={host.error} />
        </p>
      ) : null}
      <h3>{t(usable ? 'welcome.found' : 'welcome.noneFound')}</h3>
      {error === null ? null : (
        <p role="alert" className={css['problem']}>
          <ErrorText error={error} />
        </p>
      )}
      {models === null ? (
        <p role="status">{error === null ? t('models.searching') : ''}</p>
      ) : usable ? (
        <FoundList models={models} limit={3} />
      ) : (
        <CatalogueList models={models} limit={3} />
      )}
      <Button kind="quiet" small onClick={() => actions.openDialog({ kind: 'models' })}>
        {t('welcome.allModels')}
      </Button>
    </section>
  );
}

function Promises() {
  const { t } = useTranslation();
  return (
    <ul className={css['promises']}>
      <li>
        <HardDrive size={18} aria-hidden />
        <span>{t('welcome.local')}</span>
      </li>
      <li>
        <FoldVertical size={18} aria-hidden />
        <span>{t('welcome.compacts')}</span>
      </li>
      <li>
        <ShieldCheck size={18} aria-hidden />
        <span>{t('welcome.keeps')}</span>
      </li>
    </ul>
  );
}
