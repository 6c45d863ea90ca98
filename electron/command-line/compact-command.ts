// compact: a checkpoint made by hand, without a window. Loads the model, waits for the compaction, says what became of it.
import path from 'node:path';
import type { App } from '../app/create-app.ts';
import { appError } from '../core/errors.ts';
import type { CommandOptions } from './command-options.ts';
import { CommandFailure, type CommandResult, done } from './command-result.ts';
import { findConversation, invoke } from './invoke-command.ts';

export async function compact(app: App, options: CommandOptions): Promise<CommandResult> {
  const { id } = await findConversation(app, options.target ?? '');
  await loadModel(app, options.model);
  const outcome = await app.operations.compact(id, {
    keep: options.everything ? 'nothing' : 'settings',
    ...(options.focus === null ? {} : { instructions: options.focus }),
  });
  if (outcome.entry === undefined) throw new CommandFailure(outcome.error ?? appError('internal'));
  const { tokensBefore, tokensAfter, messagesFolded, writer } = outcome.entry.payload;
  const text = `Checkpoint ${outcome.entry.id}: ${messagesFolded} messages, ${tokensBefore} → ${tokensAfter} tokens (${writer})`;
  return done(text, { compactionId: outcome.entry.id, tokensBefore, tokensAfter, messagesFolded, writer });
}

async function loadModel(app: App, named: string | null): Promise<void> {
  const { settings } = await invoke(app, 'app.snapshot', {});
  const file = named === null ? settings.modelPath : path.resolve(named);
  if (file === undefined) throw new CommandFailure(appError('no_model'));
  await invoke(app, 'models.load', { path: file });
}
