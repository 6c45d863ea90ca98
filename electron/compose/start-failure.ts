// Failures before there is a window to show them in, worded for a terminal or a dialog box. Once a window is open, the wording of
// renderer/locales applies.
import type { AppError } from '../core/errors.ts';
import { resolveUiLanguage } from './ui-language.ts';

export function describeStartFailure(error: AppError, locale: string): string {
  const words = resolveUiLanguage('system', locale) === 'zh-CN' ? CHINESE : ENGLISH;
  return (words[error.code] ?? words.other)(error.detail ?? {}, error.code);
}

type Wording = (detail: NonNullable<AppError['detail']>, code: string) => string;
type Words = { readonly other: Wording } & { readonly [Code in AppError['code']]?: Wording };

const ENGLISH: Words = {
  data_folder_in_use: ({ pid, folder }) =>
    `Holdfast is running already (process ${pid ?? 'unknown'}) and uses ${folder ?? 'this data folder'}.\n` +
    'Use the window that is open, or close it first. Another folder can be opened beside it: npm start -- --home DIR',
  data_folder_not_writable: ({ folder, reason }) =>
    `${folder ?? 'The data folder'} cannot be written (${reason ?? 'unknown reason'}).\n` +
    'Change its permissions, or choose another folder: npm start -- --home DIR',
  disk_full: () => 'The disk is full. Free some space, then start Holdfast again.',
  store_corrupt: ({ folder }) =>
    `The conversations in ${folder ?? 'the data folder'} cannot be read: transcripts.sqlite is damaged.\n` +
    'Nothing was changed. Put a copy from the folder "backups" in its place, then start Holdfast again.',
  other: (_detail, code) =>
    `Holdfast could not start (${code}). Nothing was changed; logs/holdfast.log in the data folder says more.`,
};

const CHINESE: Words = {
  data_folder_in_use: ({ pid, folder }) =>
    `Holdfast 已在运行（进程 ${pid ?? '未知'}），正在使用 ${folder ?? '此数据文件夹'}。\n` +
    '请使用已打开的窗口，或先将其关闭。也可以同时打开另一个文件夹：npm start -- --home 文件夹',
  data_folder_not_writable: ({ folder, reason }) =>
    `无法写入 ${folder ?? '数据文件夹'}（${reason ?? '原因未知'}）。\n` +
    '请修改其权限，或选择另一个文件夹：npm start -- --home 文件夹',
  disk_full: () => '磁盘已满。请先释放一些空间，再重新启动 Holdfast。',
  store_corrupt: ({ folder }) =>
    `无法读取 ${folder ?? '数据文件夹'} 中的对话：transcripts.sqlite 已损坏。\n` +
    '没有做任何改动。请用“backups”文件夹中的副本替换它，再重新启动 Holdfast。',
  other: (_detail, code) =>
    `Holdfast 无法启动（${code}）。没有做任何改动；数据文件夹中的 logs/holdfast.log 有更多信息。`,
};
