// The names of the window's commands, for its palette and list of keys and for the application menu.

import type { WindowCommandId } from './window-keys.ts';

type Words = Readonly<Record<WindowCommandId, string>>;

const ENGLISH: Words = {
  newConversation: 'New conversation',
  palette: 'Command palette',
  find: 'Find in conversation',
  searchAll: 'Search everything',
  sidebar: 'Show or hide conversations',
  inspector: 'Show or hide what the model sees',
  compact: 'Compact conversation',
  undoCompaction: 'Undo the last compaction',
  settings: 'Settings',
  models: 'Models',
  notes: 'Notes',
  trash: 'Trash',
  editLast: 'Edit your last message',
  verifyHistory: 'Verify history',
  exportMarkdown: 'Export as Markdown',
  importFile: 'Import conversations…',
  exportFile: 'Export…',
  backups: 'Backups…',
  shortcuts: 'Keys and commands',
  stop: 'Stop the reply',
};

const CHINESE: Words = {
  newConversation: '新对话',
  palette: '命令面板',
  find: '在对话中查找',
  searchAll: '搜索全部内容',
  sidebar: '显示或隐藏对话列表',
  inspector: '显示或隐藏模型看到的内容',
  compact: '压缩对话',
  undoCompaction: '撤销上一次压缩',
  settings: '设置',
  models: '模型',
  notes: '笔记',
  trash: '回收站',
  editLast: '编辑上一条消息',
  verifyHistory: '验证历史',
  exportMarkdown: '导出为 Markdown',
  importFile: '导入对话…',
  exportFile: '导出…',
  backups: '备份…',
  shortcuts: '快捷键与命令',
  stop: '停止回答',
};

export const COMMAND_WORDS = { en: ENGLISH, 'zh-CN': CHINESE } as const;
