// Long work in the background: what every window is told of it, whoever started it.
import type { AppError } from '../core/errors.ts';

export type TaskKind = 'verify' | 'import' | 'export' | 'backup' | 'restore' | 'salvage';
export type TaskUnit = 'entries' | 'bytes' | 'conversations' | 'pages';

export interface TaskState {
  readonly taskId: string;
  readonly kind: TaskKind;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly done: number;
  /** Null while nobody can say. */
  readonly total: number | null;
  readonly unit: TaskUnit;
  /** Why it failed. */
  readonly error?: AppError;
}
