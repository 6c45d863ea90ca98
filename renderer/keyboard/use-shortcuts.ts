// Listens for the keys of the table, once for the whole window.

import { useEffect } from 'react';
import { useActions, useWindowStore } from '../state/store.ts';
import { findCommandByKey, WINDOW_COMMANDS } from './window-commands.ts';

export function useShortcuts(): void {
  const store = useWindowStore();
  const actions = useActions();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
      const state = store.getState();
      if (state.phase !== 'ready') return;
      const command = isBareSlash(event)
        ? WINDOW_COMMANDS.find(({ id }) => id === 'shortcuts')
        : findCommandByKey(event);
      if (command === undefined || command === null || !command.isPossible(state)) return;
      if (document.querySelector('[role="dialog"]') !== null && command.id !== 'palette') return;
      event.preventDefault();
      command.run(state, actions);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [store, actions]);
}

/** "/" alone shows the shortcuts, unless a text field has the focus. */
function isBareSlash(event: KeyboardEvent): boolean {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]'));
}
