// One round's process: started, listened to, killed where the plan says so. What it had said by then is all that counts.
import { spawn } from 'node:child_process';
import type { JournalLine } from './journal-line.ts';
import type { RoundPlan } from './round-plan.ts';

export interface Ended {
  readonly lines: readonly JournalLine[];
  readonly killed: boolean;
  readonly stderr: string;
}

/** A round that hangs is a failure of its own. */
const LIMIT_MS = 60_000;

export function runVictim(victim: string, folder: string, plan: RoundPlan): Promise<Ended> {
  const child = spawn(process.execPath, [victim, folder, JSON.stringify(plan)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: JournalLine[] = [];
  let rest = '';
  let stderr = '';
  const kill = (): void => void child.kill('SIGKILL');
  const killLater = (ms: number): void => void (ms === 0 ? kill() : setTimeout(kill, ms));
  const limit = setTimeout(() => {
    stderr += 'the process hung';
    kill();
  }, LIMIT_MS);
  if (plan.kill?.afterLines === 0) killLater(40 + plan.kill.ms * 8);
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const line = JSON.parse(part) as JournalLine;
      lines.push(line);
      if (lines.length === plan.kill?.afterLines) killLater(plan.kill.ms);
      if (line.type === 'finished' && !plan.closes) kill();
    }
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (_code, signal) => {
      clearTimeout(limit);
      resolve({ lines, killed: signal === 'SIGKILL', stderr });
    });
  });
}
