// One command of `npm run holdfast -- COMMAND` from its words to its exit code (docs/command-line.md).
import type { App } from '../app/create-app.ts';
import { describeStartFailure } from '../compose/start-failure.ts';
import type { AppError } from '../core/errors.ts';
import { enErrors } from '../../renderer/locales/en-errors.ts';
import { compact } from './compact-command.ts';
import { COMMAND_USAGE, type CommandOptions, type CommandWord, parseCommandOptions } from './command-options.ts';
import { CommandFailure, type CommandResult } from './command-result.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { openHome } from './home.ts';
import { backUp, exportConversations, importFile, restore, verify } from './keeping-commands.ts';
import { listConversations, search, showConversation } from './reading-commands.ts';
import { showProgress } from './show-progress.ts';

type Run = (app: App, options: CommandOptions, taskId: string) => Promise<CommandResult>;

const RUN: Readonly<Record<CommandWord, Run>> = {
  list: listConversations,
  show: showConversation,
  search,
  export: exportConversations,
  import: importFile,
  verify,
  backup: backUp,
  restore,
  compact,
};

/** A command is the only one in its process. */
const TASK = 'command-line';

/** Where a command writes: the answer, and what has to be said beside it. */
export interface CommandOutput {
  answer(line: string): void;
  complain(line: string): void;
}

/** Opens the data folder, does what was asked, closes it again. @throws what is a bug */
export async function runCommandLine(args: readonly string[], output: CommandOutput): Promise<ExitCode> {
  const parsed = parseCommandOptions(args);
  if ('help' in parsed) {
    output.answer(COMMAND_USAGE);
    return EXIT.done;
  }
  if ('problem' in parsed) {
    output.complain(`${parsed.problem}\n\n${COMMAND_USAGE}`);
    return EXIT.usage;
  }
  const { options } = parsed;
  const home = await openHome(options);
  if (!home.ok) return fail(home.error, { options, output }, describeOpening(home.error));
  const { app, close } = home.value;
  const quiet = showProgress(app, output.complain);
  const stopped = stopOnSignal(app);
  try {
    const result = await RUN[options.command](app, options, TASK);
    output.answer(options.json ? JSON.stringify(result.value, null, 2) : result.text);
    return result.exitCode;
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    if (stopped.now) return EXIT.stopped;
    return fail(error.error, { options, output }, describe(error.error));
  } finally {
    quiet();
    stopped.forget();
    await close();
  }
}

function fail(
  error: AppError,
  { options, output }: { readonly options: CommandOptions; readonly output: CommandOutput },
  message: string,
): ExitCode {
  output.complain(message);
  if (options.json) output.answer(JSON.stringify({ error }, null, 2));
  return error.code === 'data_folder_in_use' ? EXIT.inUse : EXIT.failed;
}

function describe({ code, detail }: AppError): string {
  const facts = Object.entries(detail ?? {}).map(([name, value]) => `${name} ${value}`);
  return [enErrors[code], facts.length === 0 ? '' : `(${facts.join(', ')})`].join(' ').trimEnd();
}

function describeOpening(error: AppError): string {
  if (error.code === 'not_found')
    return `There is no Holdfast data in ${error.detail?.['folder'] ?? 'this folder'}. Name the folder with --home DIR.`;
  return describeStartFailure(error, 'en');
}

/** Ctrl+C ends what runs the way a Cancel button does; a second one ends the process. */
function stopOnSignal(app: App): { readonly now: boolean; forget(): void } {
  const stopped = { now: false };
  const stop = (): void => {
    stopped.now = true;
    forget();
    void app.invoke('task.cancel', { taskId: TASK });
    app.operations.close();
  };
  const forget = (): void => void SIGNALS.forEach((signal) => process.off(signal, stop));
  SIGNALS.forEach((signal) => process.on(signal, stop));
  return Object.assign(stopped, { forget });
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
