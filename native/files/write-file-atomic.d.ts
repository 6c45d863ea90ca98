// The part of write-file-atomic used here; the package brings no types.
declare module 'write-file-atomic' {
  interface WriteFileAtomic {
    /** Temporary file beside the target, fsync, rename. Keeps the mode of a file that is there. */
    sync(file: string, data: string, options?: { readonly mode?: number }): void;
  }
  const writeFileAtomic: WriteFileAtomic;
  export default writeFileAtomic;
}
