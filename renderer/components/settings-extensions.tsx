// The extensions that are loaded: what each registered, why one was not loaded, and what failed last. They are switched on in
// settings.json alone, never from the window.

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExtensionsView, ExtensionView } from '../../electron/contract/extensions.ts';
import { useActions, useWindow } from '../state/store.ts';
import css from './settings-dialog.module.css';
import { TextField } from './settings-fields.tsx';

export function ExtensionSettings() {
  const { t } = useTranslation();
  const view = useExtensions();
  return (
    <section className={css['group']}>
      <h3>{t('settings.extensions.title')}</h3>
      {view === null ? null : view.folder === null ? (
        <p className={css['about']}>{t('settings.extensions.off')}</p>
      ) : (
        <>
          <p className={css['about']}>{t('settings.extensions.folder')}</p>
          <code className={css['folder']}>{view.folder}</code>
          {view.problem === null ? <ExtensionList extensions={view.extensions} /> : <Problem why={view.problem} />}
          <TextField name="provider" path={['compaction', 'provider']} optional />
        </>
      )}
    </section>
  );
}

function useExtensions(): ExtensionsView | null {
  const actions = useActions();
  const settings = useWindow((state) => state.app?.settings ?? null);
  const [view, setView] = useState<ExtensionsView | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void actions.call('extensions.list', {}).then((answer) => {
      if (!isCurrent) return;
      if (answer.ok) setView(answer.value);
      else actions.notify({ kind: 'error', error: answer.error });
    });
    return () => {
      isCurrent = false;
    };
  }, [actions, settings]);
  return view;
}

function ExtensionList({ extensions }: { readonly extensions: readonly ExtensionView[] }) {
  const { t } = useTranslation();
  if (extensions.length === 0) return <p className={css['about']}>{t('settings.extensions.none')}</p>;
  return (
    <ul className={css['extensions']} aria-label={t('settings.extensions.loaded')}>
      {extensions.map((extension) => (
        <li key={extension.file}>
          <strong>{extension.file}</strong>
          <ExtensionFacts extension={extension} />
        </li>
      ))}
    </ul>
  );
}

function ExtensionFacts({ extension }: { readonly extension: ExtensionView }) {
  const { t } = useTranslation();
  const { providers, hooks, problem, lastFailure } = extension;
  if (problem !== null) return <Problem why={problem} />;
  const facts = [
    ...providers.map((name) => t('settings.extensions.provider', { name })),
    ...(hooks.before > 0 ? [t('settings.extensions.before')] : []),
    ...(hooks.after > 0 ? [t('settings.extensions.after')] : []),
  ];
  return (
    <>
      <p className={css['about']}>{facts.length === 0 ? t('settings.extensions.idle') : facts.join(' · ')}</p>
      {lastFailure === null ? null : (
        <p className={css['problem']}>
          {t('settings.extensions.failed', { why: t(`card.extensionWhy.${lastFailure.why}`) })}
        </p>
      )}
    </>
  );
}

function Problem({ why }: { readonly why: string }) {
  const { t } = useTranslation();
  return <p className={css['problem']}>{t('settings.extensions.notLoaded', { why })}</p>;
}
