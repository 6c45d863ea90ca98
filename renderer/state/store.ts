// The React side of the store: a context with the store and the actions, and hooks that select.

import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Actions } from './actions.ts';
import { selectOpen } from './selectors.ts';
import type { OpenConversation, WindowState } from './window-state.ts';
import type { WindowStore } from './window-store.ts';

export interface WindowContextValue {
  readonly store: WindowStore;
  readonly actions: Actions;
}
export const WindowContext = createContext<WindowContextValue | null>(null);

function useWindowContext(): WindowContextValue {
  const value = useContext(WindowContext);
  if (value === null) throw new Error('a component of the window stands outside WindowContext');
  return value;
}

export const useActions = (): Actions => useWindowContext().actions;
export const useWindowStore = (): WindowStore => useWindowContext().store;

/** Selects from the state; the selector must return the same reference while nothing it reads has changed. */
export const useWindow = <Selected>(select: (state: WindowState) => Selected): Selected =>
  useStore(useWindowContext().store, select);

/** Selects from the conversation on screen; null while there is none. */
export const useOpen = <Selected>(select: (open: OpenConversation) => Selected): Selected | null =>
  useWindow((state) => {
    const open = selectOpen(state);
    return open === null ? null : select(open);
  });
