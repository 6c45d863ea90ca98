// The settings, with what each of them does. A change holds at once; a value that cannot be is refused beside its field.

import { DatabaseBackup, FolderInput, FolderOutput } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useActions, useWindow } from '../state/store.ts';
import { Button } from './button.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { ExtensionSettings } from './settings-extensions.tsx';
import { NumberField, SelectField, SwitchField, TextField } from './settings-fields.tsx';
import css from './settings-dialog.module.css';

export function SettingsDialog() {
  const { t } = useTranslation();
  const actions = useActions();
  const problems = useWindow((state) => state.app?.settingsProblems ?? null);
  return (
    <DialogFrame title={t('settings.title')} onClose={actions.closeDialog} wide>
      {problems === null || problems.length === 0 ? null : (
        <div role="alert" className={css['problems']}>
          <p>{t('settings.problems')}</p>
          <ul>
            {problems.map(({ path, why }) => (
              <li key={path}>
                <code>{path}</code> · {why}
              </li>
            ))}
          </ul>
        </div>
      )}
      <AppearanceSettings />
      <ModelSettings />
      <CompactionSettings />
      <SafeguardSettings />
      <NotesSettings />
      <StorageSettings />
      <ExtensionSettings />
      <Library />
      <DataFolder />
    </DialogFrame>
  );
}

function AppearanceSettings() {
  const { t } = useTranslation();
  return (
    <section className={css['group']}>
      <h3>{t('settings.appearance')}</h3>
      <SelectField name="language" path={['language']} options={['system', 'en', 'zh-CN']} />
      <SelectField name="theme" path={['theme']} options={['system', 'light', 'dark']} />
    </section>
  );
}

function ModelSettings() {
  const { t } = useTranslation();
  return (
    <section className={css['group']}>
      <h3>{t('settings.chat')}</h3>
      <TextField name="systemPrompt" path={['systemPrompt']} lines={4} />
      <NumberField name="contextTokens" path={['contextTokens']} unit="tokens" optional />
    </section>
  );
}

function CompactionSettings() {
  const { t } = useTranslation();
  return (
    <section className={css['group']}>
      <h3>{t('settings.compaction')}</h3>
      <SwitchField name="enabled" path={['compaction', 'enabled']} />
      <NumberField name="reserveTokens" path={['compaction', 'reserveTokens']} unit="tokens" optional />
      <NumberField name="keepRecentTokens" path={['compaction', 'keepRecentTokens']} unit="tokens" optional />
      <NumberField name="summaryTokens" path={['compaction', 'summaryTokens']} unit="tokens" optional />
      <SelectField name="writer" path={['compaction', 'writer']} options={['auto', 'model', 'quotes']} />
      <TextField name="maxActiveTranscriptBytes" path={['compaction', 'maxActiveTranscriptBytes']} optional />
      <NumberField name="timeoutSeconds" path={['compaction', 'timeoutSeconds']} unit="seconds" />
      <SwitchField name="whenIdle" path={['compaction', 'whenIdle']} />
      <TextField name="compactionModel" path={['compaction', 'model']} optional />
    </section>
  );
}

function SafeguardSettings() {
  const { t } = useTranslation();
  const policy = useWindow((state) => state.app?.settings.compaction.identifierPolicy);
  // The built-in summary knows no rule in words: a provider reads it.
  const hasProvider = useWindow((state) => state.app?.settings.compaction.provider !== undefined);
  return (
    <section className={css['group']}>
      <h3>{t('settings.safeguard')}</h3>
      <SelectField name="mode" path={['compaction', 'mode']} options={['safeguard', 'default']} />
      <NumberField name="maxRetries" path={['compaction', 'qualityGuard', 'maxRetries']} unit="times" />
      <SelectField
        name="identifierPolicy"
        path={['compaction', 'identifierPolicy']}
        options={['strict', 'off', 'custom']}
      />
      {policy === 'custom' && hasProvider ? (
        <TextField name="identifierInstructions" path={['compaction', 'identifierInstructions']} lines={2} optional />
      ) : null}
    </section>
  );
}

function NotesSettings() {
  const { t } = useTranslation();
  return (
    <section className={css['group']}>
      <h3>{t('settings.notesAndTools')}</h3>
      <SwitchField name="memoryFlush" path={['compaction', 'memoryFlush', 'enabled']} />
      <SwitchField name="pruning" path={['pruning', 'enabled']} />
      <NumberField name="toolResultTokens" path={['pruning', 'toolResultTokens']} unit="tokens" />
      <NumberField name="keepLast" path={['pruning', 'keepLast']} unit="results" />
    </section>
  );
}

function StorageSettings() {
  const { t } = useTranslation();
  return (
    <section className={css['group']}>
      <h3>{t('settings.storage')}</h3>
      <SwitchField name="backups" path={['backups', 'enabled']} />
      <NumberField name="backupsKept" path={['backups', 'keep']} unit="backups" />
      <SwitchField name="mirror" path={['mirror', 'enabled']} />
      <TextField name="mirrorFolder" path={['mirror', 'folder']} optional />
      <SwitchField name="engineState" path={['engineState', 'enabled']} />
    </section>
  );
}

/** The ways in and out: dialogs of their own. */
function Library() {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <section className={css['group']}>
      <h3>{t('settings.data')}</h3>
      <div className={css['ways']}>
        <Button icon={<FolderInput size={16} aria-hidden />} onClick={() => actions.openDialog({ kind: 'import' })}>
          {t('command.importFile')}
        </Button>
        <Button
          icon={<FolderOutput size={16} aria-hidden />}
          onClick={() => actions.openDialog({ kind: 'export', everything: true })}
        >
          {t('command.exportFile')}
        </Button>
        <Button icon={<DatabaseBackup size={16} aria-hidden />} onClick={() => actions.openDialog({ kind: 'backups' })}>
          {t('command.backups')}
        </Button>
      </div>
    </section>
  );
}

function DataFolder() {
  const { t } = useTranslation();
  const folder = useWindow((state) => state.app?.dataFolder ?? '');
  const version = useWindow((state) => state.app?.version ?? '');
  return (
    <section className={css['group']}>
      <h3>{t('settings.about')}</h3>
      <p className={css['about']}>{t('settings.dataFolder')}</p>
      <code className={css['folder']}>{folder}</code>
      <p className={css['about']}>{t('settings.version', { version })}</p>
    </section>
  );
}
