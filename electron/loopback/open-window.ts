// Starts the browser that shows the window, and says when it has ended.
import { type ChildProcess, spawn } from 'node:child_process';
import type { WindowPlan } from './plan-window.ts';

export interface OpenedBrowser {
  /** Ends an app window's browser; a default browser is the person's own and is left alone. */
  close(): void;
}

export type BrowserEnd = { readonly failedToStart: string | null };

export function openBrowser(
  plan: Exclude<WindowPlan, { readonly kind: 'address' }>,
  onEnd: (end: BrowserEnd) => void,
): OpenedBrowser {
  const isOurs = plan.kind === 'app-window';
  const child: ChildProcess = spawn(plan.command, plan.args, { stdio: 'ignore' });
  let ended = false;
  const end = (failedToStart: string | null): void => {
    if (ended) return;
    ended = true;
    onEnd({ failedToStart });
  };
  child.once('error', (error) => end(error.message));
  // The command that hands an address to the default browser ends at once; only its failure says something.
  child.once('exit', (code) => {
    if (isOurs) end(null);
    else if (code !== 0) end(`${plan.command} ended with code ${code ?? 'none'}`);
  });
  return {
    close() {
      if (isOurs && !ended) child.kill();
    },
  };
}
