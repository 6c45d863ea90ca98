// The system's dialog for a file or folder. Its answer is the only way a path of this machine reaches a window.
import type { BrowserWindow, Dialog, OpenDialogOptions } from 'electron';
import type { ChooseFile } from '../app/interchange-ports.ts';

const OPTIONS: Readonly<Record<Parameters<ChooseFile>[0], OpenDialogOptions>> = {
  import: {
    properties: ['openFile', 'dontAddToRecent'],
    filters: [
      { name: 'ZIP, JSON, JSONL', extensions: ['zip', 'json', 'jsonl', 'ndjson'] },
      { name: '*', extensions: ['*'] },
    ],
  },
  model: { properties: ['openFile', 'dontAddToRecent'], filters: [{ name: 'GGUF', extensions: ['gguf'] }] },
  folder: { properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'] },
};

export function createFileDialog(
  dialog: Pick<Dialog, 'showOpenDialog'>,
  focusedWindow: () => BrowserWindow | null,
): ChooseFile {
  return async (purpose) => {
    const owner = focusedWindow();
    const options = OPTIONS[purpose];
    const { canceled, filePaths } = await (owner === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(owner, options));
    return canceled ? null : (filePaths[0] ?? null);
  };
}
