import { expect, it } from 'vitest';
import type { OpenDialogOptions } from 'electron';
import { createFileDialog } from '../../electron/main/choose-file.ts';

const dialogThat = (answer: { canceled: boolean; filePaths: string[] }, asked: OpenDialogOptions[]) => ({
  showOpenDialog: async (...given: readonly unknown[]) => {
    asked.push(given.at(-1) as OpenDialogOptions);
    return answer;
  },
});

it('answers with the file the person took, or with nothing', async () => {
  const asked: OpenDialogOptions[] = [];
  const taken = createFileDialog(
    dialogThat({ canceled: false, filePaths: ['/home/ada/chats.zip'] }, asked),
    () => null,
  );
  expect(await taken('import')).toBe('/home/ada/chats.zip');
  const closed = createFileDialog(dialogThat({ canceled: true, filePaths: [] }, asked), () => null);
  expect(await closed('folder')).toBeNull();
  expect(asked.map(({ properties }) => properties?.[0])).toEqual(['openFile', 'openDirectory']);
});
