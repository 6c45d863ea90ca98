// `--salvage`: brings everything that can be read in a damaged data folder into a new one, from the terminal, and opens no window.
import { lockDataFolder } from '../../native/files/data-folder-lock.ts';
import { createStoreUpkeep } from '../../native/sqlite/store-upkeep.ts';
import type { SalvageReport } from '../app/ports.ts';
import { describeStartFailure } from './start-failure.ts';
import { resolveUiLanguage } from './ui-language.ts';

export interface SalvageOptions {
  readonly dataFolder: string;
  readonly storeWorker: string;
  readonly systemLocale: string;
  readonly now: number;
  say(line: string): void;
  complain(line: string): void;
}

/** Answers with the exit code: 0 when a new folder is there, whatever was missing in the old one; 1 when nothing could be read. */
export async function runSalvage(options: SalvageOptions): Promise<number> {
  const { dataFolder, storeWorker, systemLocale, say, complain } = options;
  const lock = lockDataFolder(dataFolder);
  const fail = (error: Parameters<typeof describeStartFailure>[0]): number => {
    complain(describeStartFailure(error, systemLocale));
    return 1;
  };
  if (!lock.ok) return fail(lock.error);
  try {
    const run = { signal: new AbortController().signal, progress: () => undefined };
    const upkeep = createStoreUpkeep({ folder: dataFolder, workerEntry: storeWorker });
    const salvaged = await upkeep.salvage({ now: options.now }, run);
    if (!salvaged.ok) return fail(salvaged.error);
    say(describeSalvage(salvaged.value, systemLocale));
    return 0;
  } finally {
    lock.value.release();
  }
}

function describeSalvage(report: SalvageReport, locale: string): string {
  const { folder, reportFile, conversations, entries, missing } = report;
  if (resolveUiLanguage('system', locale) === 'zh-CN') {
    return (
      `已将 ${conversations} 个对话、${entries} 条记录存入 ${folder}；${missing} 条无法读取。\n` +
      `详情见 ${reportFile}。启动方式：npm start -- --home ${folder}`
    );
  }
  return (
    `${entries} entries of ${conversations} conversations are in ${folder}; ${missing} could not be read.\n` +
    `Details: ${reportFile}. Start with: npm start -- --home ${folder}`
  );
}
