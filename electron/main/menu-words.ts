// The menu's own words. What the key table names is worded in the contract; these are the standard entries around it.

const ENGLISH = {
  conversation: 'Conversation',
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  help: 'Help',
  close: 'Close Window',
  quit: 'Quit',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select All',
  resetZoom: 'Actual Size',
  zoomIn: 'Zoom In',
  zoomOut: 'Zoom Out',
  fullScreen: 'Full Screen',
  minimize: 'Minimize',
};
export type MenuWords = typeof ENGLISH;

const CHINESE: MenuWords = {
  conversation: '对话',
  edit: '编辑',
  view: '显示',
  window: '窗口',
  help: '帮助',
  close: '关闭窗口',
  quit: '退出',
  undo: '撤销',
  redo: '重做',
  cut: '剪切',
  copy: '拷贝',
  paste: '粘贴',
  selectAll: '全选',
  resetZoom: '实际大小',
  zoomIn: '放大',
  zoomOut: '缩小',
  fullScreen: '全屏',
  minimize: '最小化',
};

export const MENU_WORDS: Readonly<Record<'en' | 'zh-CN', MenuWords>> = { en: ENGLISH, 'zh-CN': CHINESE };
