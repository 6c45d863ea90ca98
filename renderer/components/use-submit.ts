// What happens on Enter: a command of the window is carried out, everything else is sent.

import { useState } from 'react';
import { parseComposerInput } from '../composer/slash-command.ts';
import type { Actions } from '../state/actions.ts';
import { useActions, useWindow, useWindowStore } from '../state/store.ts';
import type { Attached } from './use-attachments.ts';

export function useSubmit(draft: string, attached: Attached) {
  const actions = useActions();
  const store = useWindowStore();
  const openId = useWindow((state) => state.openId);
  const [isSending, setSending] = useState(false);

  const submit = async (): Promise<void> => {
    if (isSending || (draft.trim() === '' && attached.list.length === 0)) return;
    const input = parseComposerInput(draft);
    if (input.kind === 'unknown') return actions.notify({ kind: 'unknown_command', name: input.name });
    if (input.kind !== 'text') {
      actions.clearDraft(openId, draft);
      return runSlashCommand(input, store.getState().openId, actions);
    }
    setSending(true);
    const text = input.text.trim() === '' ? (attached.list[0]?.name ?? '') : input.text;
    await actions.sendMessage(text, attached.list);
    setSending(false);
  };
  return { submit, isSending };
}

type SlashCommand = Exclude<ReturnType<typeof parseComposerInput>, { readonly kind: 'text' | 'unknown' }>;

async function runSlashCommand(
  command: SlashCommand,
  openId: Parameters<Actions['undoCompaction']>[0] | null,
  actions: Actions,
): Promise<void> {
  switch (command.kind) {
    case 'new':
      await actions.createConversation(command.title === '' ? undefined : command.title);
      return actions.focusComposer();
    case 'notes':
      return actions.showView('notes');
    case 'help':
      return actions.openDialog({ kind: 'shortcuts' });
    case 'context':
      return actions.showInspector();
    case 'compact':
      if (openId === null) return actions.notify({ kind: 'error', error: { code: 'nothing_to_compact' } });
      await actions.runCompaction(openId, { focus: command.focus, keep: command.all ? 'nothing' : 'settings' });
      return;
    case 'undo':
      if (openId === null) return actions.notify({ kind: 'error', error: { code: 'nothing_to_undo' } });
      await actions.undoCompaction(openId);
      return;
    case 'export':
      if (openId !== null) await actions.exportConversation(openId, 'markdown');
      return;
    default:
      command satisfies never;
  }
}
