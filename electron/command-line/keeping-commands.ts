// Commands for what must not be lost: export, import, verify, backup, restore.
import path from 'node:path';
import type { App } from '../app/create-app.ts';
import type { CommandOptions } from './command-options.ts';
import { type CommandResult, done } from './command-result.ts';
import { EXIT } from './exit-codes.ts';
import { findConversation, invoke } from './invoke-command.ts';

export async function exportConversations(app: App, options: CommandOptions, taskId: string): Promise<CommandResult> {
  const { target, format, to, force } = options;
  const one = target === null ? {} : { conversationId: (await findConversation(app, target)).id };
  const place = to === null ? {} : { path: path.resolve(to), ...(force ? { replace: true } : {}) };
  const written = await invoke(app, 'export.run', { ...one, ...place, format, taskId });
  return done(`Written: ${written.file} (${written.conversations} conversations, ${written.entries} entries)`, written);
}

export async function importFile(app: App, options: CommandOptions, taskId: string): Promise<CommandResult> {
  const file = path.resolve(options.target ?? '');
  const report = await invoke(app, 'import.run', { path: file, dryRun: options.dryRun, taskId });
  const { read, stored, alreadyThere, skipped, skippedTotal } = report;
  const lines = [
    `Read: ${read.conversations} conversations, ${read.messages} messages (${report.format ?? 'nothing known'})`,
    `${report.dryRun ? 'Would be stored' : 'Stored'}: ${stored.conversations} conversations, ${stored.messages} messages`,
    `Already there: ${alreadyThere}`,
    `Left out: ${skippedTotal}`,
    ...skipped.map(({ place, code, detail }) => `  ${place}: ${code} ${detail}`.trimEnd()),
  ];
  return done(lines.join('\n'), report);
}

export async function verify(app: App, { target }: CommandOptions, taskId: string): Promise<CommandResult> {
  const one = target === null ? {} : { conversationId: (await findConversation(app, target)).id };
  const report = await invoke(app, 'history.verify', { ...one, taskId });
  const text = report.ok
    ? `History intact: ${report.entries} entries in ${report.conversations} conversations.`
    : `History damaged: entry ${report.firstBadEntryId ?? 'unknown'} of conversation ${report.firstBadConversationId ?? 'unknown'} does not fit.`;
  return { exitCode: report.ok ? EXIT.done : EXIT.damaged, text, value: report };
}

export async function backUp(app: App, { listOnly }: CommandOptions, taskId: string): Promise<CommandResult> {
  if (!listOnly) {
    const backup = await invoke(app, 'backup.create', { taskId });
    const written = `Backup: ${backup.file} (${megabytes(backup.sizeBytes)})`;
    if (backup.verified) return done(written, backup);
    const warning = 'Warning: this copy did not pass its check. The history is damaged: see holdfast verify.';
    return { exitCode: EXIT.damaged, text: `${written}\n${warning}`, value: backup };
  }
  const backups = await invoke(app, 'backup.list', {});
  const rows = backups.map(
    ({ file, createdAt, sizeBytes, reason, verified }) =>
      `${new Date(createdAt).toISOString()}  ${reason}  ${megabytes(sizeBytes)}  ${file}${verified ? '' : '  (not verified)'}`,
  );
  return done(rows.length === 0 ? 'There are no backups yet.' : rows.join('\n'), { backups });
}

export async function restore(app: App, { target }: CommandOptions, taskId: string): Promise<CommandResult> {
  const restored = await invoke(app, 'backup.restore', { file: path.resolve(target ?? ''), taskId });
  return done(`Restored into ${restored.folder}\nOpen it with: npm start -- --home "${restored.folder}"`, restored);
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
