// The ports through which conversations come in and go out: the source of an import, what the store makes of it, files that are written.

import type { AppError } from '../core/errors.ts';
import type { EntryId } from '../core/ids.ts';
import type { ImportFigures } from '../core/interchange/import-figures.ts';
import type {
  ImportFormat,
  ImportNotice,
  ImportSkip,
  ImportSkipCode,
} from '../core/interchange/imported-conversation.ts';
import type { Result } from '../core/result.ts';
import type { Conversation } from '../core/transcript/conversation.ts';
import type { NewEntry } from '../core/transcript/entry.ts';

type PortResult<Value> = Result<Value, AppError>;

/** How a long piece of work is stopped, and tells how far it is. */
export interface TaskRun {
  readonly signal: AbortSignal;
  /** In the task's unit; a total of null: nobody can say. */
  progress(done: number, total: number | null): void;
}

/** A message of an imported conversation, ready to be stored. */
export interface ImportEntry extends NewEntry {
  /** The id to take where `id` is stored with other words: the source's message has changed since. Absent: it is the same by its id. */
  readonly changedId?: EntryId;
  /** The hash it must get (own archive). */
  readonly expectedHash?: string;
  /** The foreign message it comes from, which may have become several entries. Absent: it is one of its own. */
  readonly sourceKey?: string;
}

export interface ImportUnit {
  /** As it should be; `activeLeafId` is one of the entries. */
  readonly conversation: Conversation;
  /** Parents before their children. */
  readonly entries: readonly ImportEntry[];
}

export type ImportOutcome =
  | {
      readonly kind: 'taken';
      readonly isNew: boolean;
      readonly addedEntries: number;
      /** Counted as the figures of what was read are. */
      readonly addedMessages: number;
    }
  | { readonly kind: 'refused'; readonly code: ImportSkipCode };

/** What stands in a file to import, one after another. */
export type ImportItem =
  | {
      readonly kind: 'conversation';
      readonly place: string;
      readonly format: ImportFormat;
      readonly unit: ImportUnit;
      readonly figures: ImportFigures;
      readonly notices: readonly ImportNotice[];
      /** Of the source, as a measure of work. */
      readonly bytes: number;
    }
  | { readonly kind: 'skip'; readonly place: string; readonly skip: ImportSkip }
  | { readonly kind: 'note'; readonly place: string; readonly file: string; readonly content: string };

export interface ImportSource {
  /** Of what will be read. */
  readonly totalBytes: number;
  readonly readBytes: () => number;
  /** Once. Ends with `fault` set where the rest could not be read; what came before is good. */
  readonly items: () => AsyncIterable<ImportItem>;
  readonly fault: () => AppError | null;
  readonly close: () => void;
}

export interface ExportTarget {
  /** Absolute path the person chose; absent: `exports/` in the data folder. */
  readonly path?: string;
  /** A file that stands at `path` may be replaced. */
  readonly replace?: boolean;
  /** A name without its ending, made safe for every system. */
  readonly name: string;
  readonly ending: string;
}

export interface WrittenFile {
  readonly file: string;
  readonly sizeBytes: number;
}

/** An archive's files in order: a conversation's lines, or a note. */
export interface ArchiveFile {
  readonly name: string;
  readonly kind: 'conversation' | 'note';
  readonly lines: () => Iterable<string>;
}

/** Files that go in and out. Failures: import_*, archive_*, export_failed, file_exists, disk_full, cancelled. */
export interface Interchange {
  openImport(path: string, now: number): Promise<PortResult<ImportSource>>;
  /** Nothing of an upload is kept once it has been taken in; any other path is left alone. */
  dropUpload(path: string): Promise<void>;
  /** The whole file or none: written beside its place, then moved there. */
  writeText(target: ExportTarget, texts: Iterable<string>, run: TaskRun): Promise<PortResult<WrittenFile>>;
  writeArchive(
    target: ExportTarget,
    files: Iterable<ArchiveFile>,
    about: { readonly now: number; readonly appVersion: string; readonly run: TaskRun },
  ): Promise<PortResult<WrittenFile>>;
  /** The live copy of conversations: writes a file of the folder if its text has changed, and removes those that are no longer named. */
  writeMirror(folder: string | undefined, file: { readonly name: string; readonly text: string }): PortResult<void>;
  removeMirror(folder: string | undefined, name: string): PortResult<void>;
}

/** Asks the person for a file. Null: not in this shell. */
export type ChooseFile = (purpose: 'import' | 'model' | 'folder') => Promise<string | null>;
