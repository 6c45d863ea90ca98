// The Chinese conversations of the stage, with the mixed text that breaks lines wrongly where a font or a rule is missing.
import { EMPTY_STATE_SUMMARY, type StateItem, type StateSummary } from '../../electron/core/summary/state-summary.ts';
import { asEntryId } from '../../electron/core/ids.ts';
import type { Talk } from './talk.ts';

const item = (text: string, place: number, layer: StateItem['layer'], status?: StateItem['status']): StateItem => ({
  text,
  layer,
  sources: [asEntryId(`zh-docs-${place}`)],
  ...(status === undefined ? {} : { status }),
});

const STATE: StateSummary = {
  ...EMPTY_STATE_SUMMARY,
  goal: [item('发布之前把 /docs 下的页面全部迁到新站点。', 0, 'quote')],
  constraints: [
    item('今天只改文档，先别动数据库。', 0, 'ledger'),
    item('标题一律不要改名，其他页面有链接指向它们。', 2, 'ledger'),
  ],
  pendingRequests: [item('然后检查安装页上的每一个链接。', 4, 'ledger')],
  completed: [item('已把 14 个指南页面迁到 docs/guide/。', 1, 'written')],
  decisions: [item('旧地址在 redirects.json 里保留为重定向。', 3, 'written')],
  failedApproaches: [item('用正则表达式改写链接会破坏锚点。', 3, 'quote', 'rejected')],
  identifiers: [
    item('docs/guide/install.md', 1, 'ledger'),
    item('v4.2.0', 2, 'ledger'),
    item('端口 5433', 2, 'ledger'),
  ],
  nextActions: [item('运行 npm run links，修复它报告的问题。', 5, 'written')],
};

const DOCS: Talk = {
  id: 'zh-docs',
  title: '把文档迁到新站点',
  hoursAgo: 2,
  systemPrompt: '你在帮助一个文档项目。回答要简短。',
  parts: [
    { you: '我们要把文档迁到新站点。今天只改文档，先别动数据库。从指南开始。' },
    {
      assistant:
        '好的，只改文档。已把 14 个页面迁到 `docs/guide/`，其中 `docs/guide/install.md` 有**三处**链接指向旧站点，详见[安装说明](https://example.org/install)。',
    },
    { you: '标题一律不要改名，其他页面有链接指向它们。版本是 v4.2.0，预览运行在端口 5433。' },
    { assistant: '明白。用正则表达式改写链接会破坏锚点，所以旧地址在 `redirects.json` 里保留为重定向。' },
    { you: '然后检查安装页上的每一个链接。' },
    { assistant: '记下了。迁移之后我会运行 `npm run links`，修复它报告的问题。' },
    { you: '现在进展如何？' },
    {
      assistant:
        '目前的状态：\n\n| 部分 | 页数 | 完成 |\n| --- | ---: | --- |\n| 指南 | 14 | 是 |\n| 参考 | 9 | 一半 |\n\n**注意：**“安装”页同时被 README.md 和 sidebar.json 引用，改动前请先确认（否则侧边栏会出现两个同名条目）。\n\n```ts\n// 每个迁走的页面占一行；构建时生成静态文件。\nexport const redirects = {\n  "/install": "/docs/guide/install",\n};\n```\n\n接下来运行链接检查。',
      usage: { promptTokens: 1120, replyTokens: 132 },
    },
    {
      compaction: {
        keptFrom: 6,
        summary: STATE,
        reason: 'manual',
        instructions: '重点保留安装页的要求',
        tokensBefore: 1472,
        tokensAfter: 803,
        quotedItems: 8,
        writtenItems: 3,
        notesWritten: 1,
        durationsMs: { summarize: 10_900 },
      },
    },
    { you: '很好，继续做参考部分，一次一页。' },
    {
      assistant: '`docs/reference/cli.md` 已迁移，链接检查没有发现失效链接。',
      usage: { promptTokens: 860, replyTokens: 21 },
    },
  ],
};

export const CHINESE_TALKS: readonly Talk[] = [
  DOCS,
  {
    id: 'zh-trip',
    title: '周末去杭州的行程安排',
    hoursAgo: 26,
    parts: [
      { you: '周末两天去杭州，不想爬山，帮我排一下行程。' },
      {
        assistant:
          '可以这样安排：\n\n1. **周六上午**：坐 G7301 次列车到杭州东站，地铁 1 号线到龙翔桥，沿西湖走到断桥残雪；\n2. **周六下午**：浙江省博物馆（之江馆），免费但需提前在“浙里预约”小程序预约；\n3. **周日**：良渚古城遗址公园，全程约 4 km，都是平路。\n\n> 提示：良渚的电瓶车最后一班是 16:30，别错过。\n\n如果下雨，可以把周日换成“中国丝绸博物馆”，它就在玉皇山脚下，**不用爬山**。',
      },
    ],
  },
];
