// What a tab shows that has no right to a conversation: how to open Holdfast, instead of a blank page.

interface Words {
  readonly lang: string;
  readonly title: string;
  readonly lines: readonly string[];
}

const ENGLISH: Words = {
  lang: 'en',
  title: 'Open Holdfast from its terminal',
  lines: [
    'This tab was not opened by Holdfast, or its address has been used already. Each address opens one window, so that no other program on this machine can read your conversations.',
    'Copy the newest address from the terminal in which Holdfast runs (the line that begins “Holdfast is ready”), or start it again with npm start.',
  ],
};

const CHINESE: Words = {
  lang: 'zh-CN',
  title: '请从终端打开 Holdfast',
  lines: [
    '此标签页不是由 Holdfast 打开的，或者该地址已被使用过。每个地址只能打开一个窗口，这样本机上的其他程序就无法读取您的对话。',
    '请从运行 Holdfast 的终端中复制最新的地址（以“Holdfast is ready”开头的那一行），或者用 npm start 重新启动。',
  ],
};

export function renderHowToOpen(acceptLanguage: string | undefined): string {
  const { lang, title, lines } = /^\s*zh\b/i.test(acceptLanguage ?? '') ? CHINESE : ENGLISH;
  return `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<link rel="stylesheet" href="/how-to-open.css"></head>
<body><main><h1>${title}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}</main></body>
</html>
`;
}

export const HOW_TO_OPEN_CSS = `:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { max-width: 36rem; padding: 2rem; }
h1 { font-size: 1.4rem; }
`;
