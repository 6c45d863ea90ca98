// The one place that reads what the shell put on the window. Everything else is handed this value.

import type { HoldfastApi } from '../electron/contract/commands.ts';

declare global {
  interface Window {
    readonly holdfast?: HoldfastApi;
  }
}

/** The shell's api, or null when the page was opened without a shell (a plain browser tab, for instance). */
export const readBridge = (): HoldfastApi | null => window.holdfast ?? null;
