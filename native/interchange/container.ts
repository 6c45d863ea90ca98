// What an import is read from, whatever holds it: a list of members that can be read one after another.

export interface Member {
  /** With slashes, as stored; may hold anything. */
  readonly name: string;
  readonly bytes: number;
  /** Rejects with ImportFailure where the bytes are damaged. */
  open(): AsyncIterable<Buffer>;
}

export interface Container {
  readonly kind: 'file' | 'folder' | 'zip';
  readonly members: readonly Member[];
  close(): void;
}
