// The plugins for formulas, once a text needs them and they are here; null before. The same for every text of the window.

import { useEffect, useSyncExternalStore } from 'react';
import type * as plugins from './math-plugins.tsx';

type MathPlugins = typeof plugins;

let loaded: MathPlugins | null = null;
let loading = false;
const waiting = new Set<() => void>();

function load(): void {
  if (loading) return;
  loading = true;
  void import('./math-plugins.tsx').then((file) => {
    loaded = file;
    for (const tell of waiting) tell();
  });
}

const subscribe = (tell: () => void): (() => void) => {
  waiting.add(tell);
  return () => waiting.delete(tell);
};

export function useMath(isNeeded: boolean): MathPlugins | null {
  const ready = useSyncExternalStore(subscribe, () => (isNeeded ? loaded : null));
  useEffect(() => {
    if (isNeeded) load();
  }, [isNeeded]);
  return ready;
}
