// Gives a command to the app and takes its answer, or throws the failure for the one place that words failures.
import type { App } from '../app/create-app.ts';
import type { CommandAnswer, CommandName, CommandParams } from '../contract/commands.ts';
import { appError } from '../core/errors.ts';
import type { Conversation } from '../core/transcript/conversation.ts';
import { CommandFailure } from './command-result.ts';

/** @throws CommandFailure with the app's error */
export async function invoke<Name extends CommandName>(
  app: App,
  name: Name,
  params: CommandParams<Name>,
): Promise<CommandAnswer<Name>> {
  const answer = await app.invoke(name, params);
  if (!answer.ok) throw new CommandFailure(answer.error);
  return answer.value as CommandAnswer<Name>;
}

/**
 * The conversation a person means: its id, the start of its id, or its title (the trash included).
 *
 * @throws CommandFailure not_found; invalid_request where several fit
 */
export async function findConversation(app: App, named: string): Promise<Conversation> {
  const { conversations, trashed } = await invoke(app, 'app.snapshot', {});
  const all = [...conversations, ...trashed];
  const exact = all.filter(({ id, title }) => id === named || title === named);
  const found = exact.length > 0 ? exact : all.filter(({ id }) => id.startsWith(named));
  const [first, second] = found;
  if (first === undefined) throw new CommandFailure(appError('not_found', { conversation: named }));
  if (second !== undefined)
    throw new CommandFailure(appError('invalid_request', { conversation: named, matches: found.length }));
  return first;
}
