// The address of a window holds its launch code, and a command line can be read by every program of this machine. So the browser is
// given a file that only its owner can read; it leads to the address and is gone as soon as the code is used.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface LaunchFile {
  readonly file: string;
  write(url: string): void;
  /** Harmless when there is none. */
  remove(): void;
}

/** @param folder inside the data folder, which is its owner's alone */
export function createLaunchFile(folder: string): LaunchFile {
  const file = path.join(folder, 'open.html');
  const remove = (): void => rmSync(file, { force: true });
  return {
    file,
    write(url) {
      mkdirSync(folder, { mode: 0o700, recursive: true });
      // One left behind may have been made with other rights.
      remove();
      writeFileSync(file, renderRedirect(url), { mode: 0o600, flag: 'wx' });
    },
    remove,
  };
}

const renderRedirect = (url: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Holdfast</title>
<meta http-equiv="refresh" content="0;url=${url}"></head>
<body></body>
</html>
`;
