// How a command ends, for programs that call it. Documented in docs/command-line.md.

export const EXIT = {
  done: 0,
  /** The command could not do what it was asked to; standard error says why. */
  failed: 1,
  /** Unknown command, flag or value. */
  usage: 2,
  /** `verify` found a transcript that does not fit its hashes. */
  damaged: 3,
  /** Another process owns the data folder and the command would have to write. */
  inUse: 4,
  /** Stopped by Ctrl+C; nothing half done is left. */
  stopped: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
