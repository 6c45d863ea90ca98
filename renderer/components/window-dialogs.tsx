// The dialog that is open, if any.

import { selectOpen } from '../state/selectors.ts';
import { useWindow } from '../state/store.ts';
import { CommandPalette } from './command-palette.tsx';
import { CompactDialog } from './compact-dialog.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { ModelsDialog } from './models-dialog.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { LinkDialog, PurgeDialog, RenameDialog, SystemPromptDialog } from './small-dialogs.tsx';

export function WindowDialogs() {
  const dialog = useWindow((state) => state.ui.dialog);
  const conversation = useWindow((state) => selectOpen(state)?.conversation ?? null);
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'models':
      return <ModelsDialog />;
    case 'settings':
      return <SettingsDialog />;
    case 'shortcuts':
      return <ShortcutsDialog />;
    case 'palette':
      return <CommandPalette />;
    case 'link':
      return <LinkDialog href={dialog.href} />;
    case 'purge':
      return <PurgeDialog conversationId={dialog.conversationId} />;
    case 'compact':
      return conversation === null ? null : <CompactDialog conversationId={conversation.id} focus={dialog.focus} />;
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
