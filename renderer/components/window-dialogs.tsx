// The dialog that is open, if any. Each comes in a file of its own, fetched when the window has nothing better to do, so that the
// window opens without waiting for them and they open without waiting for anything.

import { type ComponentType, lazy, Suspense } from 'react';
import { selectOpen } from '../state/selectors.ts';
import { useWindow } from '../state/store.ts';

const FILES = {
  palette: () => import('./command-palette.tsx'),
  backups: () => import('./backups-dialog.tsx'),
  compact: () => import('./compact-dialog.tsx'),
  compare: () => import('./compare-dialog.tsx'),
  exporting: () => import('./export-dialog.tsx'),
  importing: () => import('./import-dialog.tsx'),
  models: () => import('./models-dialog.tsx'),
  preview: () => import('./preview-dialog.tsx'),
  settings: () => import('./settings-dialog.tsx'),
  shortcuts: () => import('./shortcuts-dialog.tsx'),
  small: () => import('./small-dialogs.tsx'),
};

/** Fetches them all; called once the window is drawn. */
export const preloadDialogs = (): Promise<unknown> => Promise.all(Object.values(FILES).map((load) => load()));

const part = <Props extends object, Module>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
) => lazy(async () => ({ default: pick(await load()) }));

const CommandPalette = part(FILES.palette, (file) => file.CommandPalette);
const BackupsDialog = part(FILES.backups, (file) => file.BackupsDialog);
const ExportDialog = part(FILES.exporting, (file) => file.ExportDialog);
const ImportDialog = part(FILES.importing, (file) => file.ImportDialog);
const CompactDialog = part(FILES.compact, (file) => file.CompactDialog);
const CompareDialog = part(FILES.compare, (file) => file.CompareDialog);
const ModelsDialog = part(FILES.models, (file) => file.ModelsDialog);
const PreviewDialog = part(FILES.preview, (file) => file.PreviewDialog);
const SettingsDialog = part(FILES.settings, (file) => file.SettingsDialog);
const ShortcutsDialog = part(FILES.shortcuts, (file) => file.ShortcutsDialog);
const LinkDialog = part(FILES.small, (file) => file.LinkDialog);
const PurgeDialog = part(FILES.small, (file) => file.PurgeDialog);
const RenameDialog = part(FILES.small, (file) => file.RenameDialog);
const SystemPromptDialog = part(FILES.small, (file) => file.SystemPromptDialog);

export const WindowDialogs = () => (
  <Suspense fallback={null}>
    <OpenDialog />
  </Suspense>
);

function OpenDialog() {
  const dialog = useWindow((state) => state.ui.dialog);
  const conversation = useWindow((state) => selectOpen(state)?.conversation ?? null);
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'models':
      return <ModelsDialog />;
    case 'settings':
      return <SettingsDialog />;
    case 'import':
      return <ImportDialog />;
    case 'export':
      return <ExportDialog conversationId={conversation?.id ?? null} everything={dialog.everything} />;
    case 'backups':
      return <BackupsDialog />;
    case 'shortcuts':
      return <ShortcutsDialog />;
    case 'palette':
      return <CommandPalette />;
    case 'link':
      return <LinkDialog href={dialog.href} />;
    case 'purge':
      return <PurgeDialog conversationId={dialog.conversationId} />;
    case 'compact':
      return conversation === null ? null : (
        <CompactDialog conversationId={conversation.id} focus={dialog.focus} replaces={dialog.replaces} />
      );
    case 'preview':
      return conversation === null ? null : <PreviewDialog conversationId={conversation.id} draft={dialog.draft} />;
    case 'compare':
      return conversation === null ? null : (
        <CompareDialog conversationId={conversation.id} compactionId={dialog.compactionId} />
      );
    case 'rename':
      return conversation === null ? null : <RenameDialog conversation={conversation} />;
    case 'system_prompt':
      return conversation === null ? null : <SystemPromptDialog conversation={conversation} />;
    default:
      dialog satisfies never;
      return null;
  }
}
