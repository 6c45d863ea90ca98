// The one store of the window, without React.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { INITIAL_STATE, type WindowState } from './window-state.ts';

export type WindowStore = StoreApi<WindowState>;

export const createWindowStore = (): WindowStore => createStore<WindowState>(() => INITIAL_STATE);
