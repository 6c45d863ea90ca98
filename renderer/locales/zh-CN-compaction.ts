// 压缩相关的中文文本。 Chinese wording around compaction: the card, its state, the dialogs, progress.

import type { Messages } from './messages.ts';
import { zhFindings } from './zh-CN-errors.ts';

export const zhCompaction: Pick<
  Messages,
  | 'reason'
  | 'card'
  | 'category'
  | 'layer'
  | 'itemStatus'
  | 'secret'
  | 'audit'
  | 'compare'
  | 'compact'
  | 'preview'
  | 'operation'
> = {
  reason: {
    threshold: '自动，窗口将满',
    overflow: '自动，请求放不下',
    transcript_bytes: '自动，达到大小上限',
    manual: '手动',
  },
  card: {
    name: '压缩',
    title_one: '{{count}} 条消息已做成摘要',
    title_other: '{{count}} 条消息已做成摘要',
    size: '{{before}} → {{after}} 词元',
    sizeHelp: '模型看到的内容，压缩前后',
    show: '展开摘要',
    hide: '收起摘要',
    inForce: '生效中',
    undone: '已撤销',
    replaced: '已被后来的压缩取代',
    quoted_one: '{{count}} 行引文',
    quoted_other: '{{count}} 行引文',
    written_one: '模型写了 {{count}} 行',
    written_other: '模型写了 {{count}} 行',
    auditPassed: '审核通过',
    auditFindings_one: '审核：{{count}} 个问题',
    auditFindings_other: '审核：{{count}} 个问题',
    notes_one: '保存了 {{count}} 条笔记',
    notes_other: '保存了 {{count}} 条笔记',
    redacted_one: '隐去 {{count}} 处机密',
    redacted_other: '隐去 {{count}} 处机密',
    duration: '用时 {{time}}',
    quotedOnly: '引文摘要：由对话中的句子和你给出的规则组成，不是模型写的。',
    extensionFailed: '扩展 {{name}} 没有给出可用的结果（{{why}}），已改用内置方式。',
    extensionWhy: {
      not_registered: '没有注册',
      failed: '扩展出错',
      empty: '回答为空',
      timeout: '没有及时回答',
      invalid: '回答的格式不对',
      rejected: '摘要没有通过检查',
    },
    origin: '从“{{title}}”的一个检查点继续；这里没有的来源在那段对话里。',
    focus: '重点：{{focus}}',
    source: '来源',
    sourceHelp: '跳到这一行所依据的消息',
    undo: '撤销压缩',
    redo: '恢复压缩',
    compare: '比较',
    edit: '编辑',
    editHelp: '撤销这次压缩并生成新的草稿供你修改；放弃草稿则恢复原来的',
    again: '重新压缩…',
  },
  category: {
    goal: '目标',
    constraints: '规则',
    pendingRequests: '未完成的请求',
    completed: '已完成',
    inProgress: '进行中',
    decisions: '决定',
    failedApproaches: '行不通的做法',
    toolFindings: '工具发现',
    environment: '环境',
    identifiers: '确切名称',
    nextActions: '下一步',
  },
  layer: { ledger: '逐字保留', quote: '引文', written: '模型所写' },
  itemStatus: { superseded: '已被取代', rejected: '已否决', lifted: '已解除' },
  secret: {
    private_key: '私钥',
    api_key: 'API 密钥',
    token: '令牌',
    password: '密码',
    connection_string: '连接字符串',
    one_time_code: '一次性验证码',
    bearer: 'Bearer 令牌',
    cookie: 'Cookie',
  },
  audit: { summary_one: '审核发现 {{count}} 个问题', summary_other: '审核发现 {{count}} 个问题', code: zhFindings },
  compare: {
    title: '有哪些变化',
    first: '这是此对话的第一个检查点，所以全部都是新的。',
    added: '新增',
    removed: '移除',
    same: '未变',
  },
  compact: {
    button: '压缩',
    title: '压缩对话',
    intro: '模型将通过摘要了解较早的部分。你仍保有每一个字，也可以撤销。',
    focus: '重点（可选）',
    focusPlaceholder: '摘要应当关注什么',
    choice: '哪些内容逐字保留',
    keep: { recent: '保留最近的消息', nothing: '全部做成摘要' },
    keepHelp: {
      recent: '最新的部分逐字保留。',
      nothing: '硬检查点：模型只凭摘要继续，未回答的内容除外。',
    },
    numbers: '摘要 {{folded}} 条消息，保留 {{kept}} 条 · {{before}} → 最多 {{after}} 词元',
    numbersDone: '摘要 {{folded}} 条消息，保留 {{kept}} 条 · {{before}} → {{after}} 词元',
    counting: '正在计算…',
    notPossible: '这样没有可做成摘要的内容。',
    nothing: '现在没有可压缩的内容。',
    preview: '预览',
    previewing: '正在准备草稿',
    now: '立即压缩',
  },
  preview: {
    title: '检查摘要',
    summary: '摘要',
    notes: '将写入的笔记',
    noNotes: '没有值得跨对话保留的内容。',
    save: '保存检查点',
    discard: '放弃',
    edited: '这是正在使用的检查点，已打开供你编辑。保存之前它不会改变。',
    kept: '没有任何改动；你的文字还在这里。',
  },
  operation: {
    compacting: '正在压缩',
    compactingName: '正在压缩对话',
    summarizingPart: '正在摘要第 {{part}} 部分，共 {{parts}} 部分',
    tokens: '{{tokens}} 词元',
    remaining: '大约还需 {{time}}',
    waitingName: '等待中',
    waiting: {
      compaction: '对话空闲后开始压缩',
      preview: '对话空闲后生成预览',
      undo: '对话空闲后撤销',
      redo: '对话空闲后重做',
      branch_switch: '对话空闲后显示另一个版本',
    },
    phase: {
      queued: '正在等待对话空闲',
      counting: '计算中',
      reading: '阅读中',
      writing: '书写中',
      flushing: '正在保存笔记',
      summarizing: '正在摘要',
      auditing: '正在检查',
      committing: '正在保存',
    },
  },
};
