// Exact names that must survive word for word: paths, addresses, ids, versions, ports, numbers with units, commands.
// Decides from the form alone. Never takes a decimal, an exponent, a time stamp, a date or a redaction mark for an identifier;
// secrets never get here, since callers redact first.

import type { LedgerIdentifier } from './ledger-items.ts';

export type IdentifierKind = LedgerIdentifier['kind'];
export interface FoundIdentifier {
  readonly text: string;
  readonly kind: IdentifierKind;
}

/** Identifiers in order of their first place, each once, verbatim. Linear in the length of the text. */
export function findIdentifiers(text: string): readonly FoundIdentifier[] {
  const found: { text: string; kind: IdentifierKind; start: number; end: number }[] = [];
  const hasDigit = /\d/.test(text);
  for (const rule of RULES) {
    if (rule.anchor === undefined ? !hasDigit && NUMBERED.has(rule.kind) : !text.includes(rule.anchor)) continue;
    for (const match of text.matchAll(rule.pattern)) {
      const named = match.groups?.['name'] ?? match[0];
      // A short number says nothing without its noun: "locker number 118".
      const name = trimEnd(rule.kind === 'id' && /^\d{1,4}$/.test(named) ? match[0] : named, rule.kind);
      if (name.length < 2 || name.length > MAX_CHARS || rule.unless?.test(named) || name.includes('[redacted'))
        continue;
      const start = match.index + match[0].indexOf(name);
      found.push({ text: name, kind: rule.kind, start, end: start + name.length });
    }
  }
  return keepOutermost(found);
}

/** Without an anchor of their own these need at least one digit. */
const NUMBERED: ReadonlySet<IdentifierKind> = new Set<IdentifierKind>(['id', 'version', 'port', 'quantity']);

/** Whether the identifier stands in the text on its own, not as a part of a longer one: `/srv/a.txt.bak` does not hold `/srv/a.txt`. */
export function containsIdentifier(haystack: string, identifier: string): boolean {
  if (identifier === '') return false;
  for (let at = haystack.indexOf(identifier); at >= 0; at = haystack.indexOf(identifier, at + 1)) {
    if (startsAlone(haystack, at, identifier) && endsAlone(haystack, at + identifier.length, identifier)) return true;
  }
  return false;
}

/** Longest identifier kept, in UTF-16 units; longer runs are data, not names. */
const MAX_CHARS = 300;
/** A letter or digit that continues a word; a CJK character does not, since no space is written beside it. */
const WORD = /[\p{L}\p{N}_]/u;
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff01-\uff65\u3000-\u303f]/;
const isWord = (char: string | undefined): boolean => char !== undefined && WORD.test(char) && !CJK.test(char);

function startsAlone(text: string, at: number, identifier: string): boolean {
  const before = text[at - 1];
  if (before === undefined) return true;
  const first = identifier[0] ?? '';
  if (first === ':') return true;
  if (isWord(before)) return !isWord(first) && first !== '/' && first !== '#' && first !== '.' && first !== '~';
  if (first === '/') return !/[.~/\\-]/.test(before) || (before === '-' && !isWord(text[at - 2]));
  if (/[-.@/\\+~]/.test(before)) return before === '/' || before === '\\' ? false : !isWord(text[at - 2]);
  return true;
}

function endsAlone(text: string, end: number, identifier: string): boolean {
  const after = text[end];
  if (after === undefined) return true;
  if (isWord(after)) return !isWord(identifier.at(-1)) && !/[/\\.:=-]/.test(identifier.at(-1) ?? '');
  const beyond = text[end + 1];
  if (after === '/' || after === '\\') return after === '\\' && /[nrt"]/.test(beyond ?? '');
  if (/[-.+@~]/.test(after)) return !isWord(beyond) && !(after === '-' && beyond === '-' && isWord(text[end + 2]));
  return true;
}

interface Rule {
  readonly kind: IdentifierKind;
  /** Global; the group `name` is the identifier, else the whole match. Starts only where its own run starts. */
  readonly pattern: RegExp;
  readonly anchor?: string;
  readonly unless?: RegExp;
}

const SEGMENT = '[^\\s"\'`<>|:*?;,()\\[\\]{}\\\\/，。；：、！？（）【】「」『』“”《》\\u3000]';
const ASCII_SEGMENT = '[A-Za-z0-9_.@+~%=-]';
const EXTENSION =
  '(?:[cm]?[jt]sx?|json[cl5]?|ya?ml|toml|ini|cfg|conf|env|md|mdx|txt|rst|csv|tsv|xlsx?|docx?|pptx?|pdf|html?|css|scss|py|ipynb|rb|go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|php|pl|lua|sh|bash|zsh|ps1|bat|sql|sqlite|db|log|lock|xml|svg|png|jpe?g|gif|webp|mp[34]|wav|zip|tar|gz|tgz|bz2|xz|7z|gguf|bin|bak|diff|patch|vue|svelte|proto|graphql|tf|dockerfile|gradle|properties|pem|crt|ics|eml)';
const VERB_ZH = '打开|修改|读取|写入|保存到|存到|删除|查看|编辑|请看|请改|请读|把|从';
const UNIT =
  '(?:tokens?|bytes?|[kKMGT]i?B|kb|mb|gb|tb|ms|milliseconds?|secs?|seconds?|mins?|minutes?|hrs?|hours?|days?|weeks?|months?|years?|px|pt|em|rem|%|percent|°C|°F|km|cm|mm|kg|mg|g|lbs?|oz|miles?|metres?|meters?|feet|ft|inch(?:es)?|litres?|liters?|ml|kWh|kW|MW|W|V|A|Hz|kHz|MHz|GHz|fps|dpi|euros?|EUR|USD|dollars?|CHF|GBP|pounds?|yuan|CNY|RMB|JPY|yen|people|persons?|guests?|pages?|words?|lines?|rows?|columns?|items?|files?|copies|pieces|users?|requests?|retries|cores?|threads?|rpm|rps|qps)';
const UNIT_ZH =
  '(?:个(?:小时|月|字|人)|小时|分钟|秒|毫秒|天|周|年|元|块钱?|万元?|亿元?|美元|欧元|日元|人民币|人|位|页|字|行|列|次|条|份|公里|千米|米|厘米|毫米|公斤|千克|克|升|毫升|度|平米|平方米|字节)';

const RULES: readonly Rule[] = [
  {
    kind: 'url',
    anchor: '://',
    pattern:
      /(?<![A-Za-z0-9+.-])(?:https?|ftp|sftp|ssh|git|wss?|file|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|s3|gs|jdbc:[a-z]+):\/\/(?:[^\s"'`<>()（）\u3000-\u303f\uff01-\uff65\u4e00-\u9fff\\]|\([^\s()<>\u3000-\u9fff]{0,80}\)){1,2000}/gi,
  },
  {
    kind: 'url',
    anchor: '@',
    pattern: /(?<![\w.%+-])[\w.%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}(?![\w-])/g,
  },
  {
    kind: 'url',
    pattern:
      /(?<![\w./@-])(?:localhost|(?:\d{1,3}\.){3}\d{1,3}|(?:[a-z0-9-]{1,63}\.){1,4}(?:com|org|net|io|dev|app|ai|cn|de|eu|uk|jp|internal|local|example|test|lan))(?::\d{2,5})?(?:\/[\w./?&=%#~+-]{0,200})?(?![\w@-])/g,
  },
  // Rooted, home, relative and drive paths; then a run of names with a slash that ends in a file name or begins with a known folder.
  {
    kind: 'path',
    anchor: '/',
    pattern: new RegExp(
      `(?<![A-Za-z0-9_.~:/\\\\<-])(?:~|\\.{1,2})?/(?!/|\\*)(?:${ASCII_SEGMENT}|(?<![\\u4e00-\\u9fff]/)[\\u4e00-\\u9fff])${ASCII_SEGMENT}{0,200}(?:/${SEGMENT}{0,200}){0,40}`,
      'g',
    ),
    unless: /^\/(?:s|>|\d{1,4})$|^\/[a-z]$/,
  },
  {
    kind: 'path',
    anchor: '\\',
    pattern: /(?<![A-Za-z0-9])(?:[A-Za-z]:\\{1,2}|\\\\[A-Za-z0-9._-]{1,64}\\)[^\s"'`<>|:*?;,，。；：、！？]{1,260}/g,
  },
  {
    kind: 'path',
    anchor: '/',
    pattern: new RegExp(
      `(?<![A-Za-z0-9_.~:@/\\\\-])(?:[A-Za-z0-9_.@-]{1,80}/){1,20}(?:[A-Za-z0-9_@+-][A-Za-z0-9_.@+-]{0,120}\\.${EXTENSION}\\b(?!\\.\\w)|(?=\\s|$|[.,;:)，。；]))`,
      'g',
    ),
    unless: /^(?:and|or|he|she|his|her|yes|no|on|off|true|false|w|n|a|s)\/$|^\d+\/$/i,
  },
  // Names in Chinese too: 资料/第三章-终稿.docx; a verb written on before them stays outside.
  {
    kind: 'path',
    anchor: '/',
    pattern: new RegExp(
      `(?<![A-Za-z0-9_.~:@/\\\\\\u4e00-\\u9fff-])(?:${VERB_ZH})?(?<name>(?!${VERB_ZH}|[\\u4e00-\\u9fff]{1,40}/(?:srv|home|usr|etc|var|tmp|opt|data|mnt|Users|root|app|bin)/)(?=[^\\s"'<>|]{0,200}[\\u4e00-\\u9fff])(?:[\\u4e00-\\u9fffA-Za-z0-9_.@-]{1,40}/){1,20}[\\u4e00-\\u9fffA-Za-z0-9_@+-][\\u4e00-\\u9fffA-Za-z0-9_.@+-]{0,80}\\.${EXTENSION}(?![A-Za-z0-9_]))`,
      'g',
    ),
  },
  {
    kind: 'path',
    anchor: '/',
    pattern:
      /(?<![A-Za-z0-9_.~:@/\\-])(?:src|lib|app|apps|test|tests|docs?|packages|scripts|config|electron|native|renderer|node_modules|dist|build|public|assets|feature|fix|release|hotfix|origin|usr|etc|var|home|opt|tmp|bin)(?:\/[A-Za-z0-9_.@+-]{1,120}){1,20}/g,
  },
  {
    kind: 'path',
    anchor: '.',
    pattern: new RegExp(
      `(?<![A-Za-z0-9_.~@/\\\\-])(?:[A-Za-z0-9_-][A-Za-z0-9_.+-]{0,120}|[\\u4e00-\\u9fffA-Za-z0-9_-]{1,40})\\.${EXTENSION}(?![A-Za-z0-9_-]|\\.\\w|[/\\\\@])`,
      'g',
    ),
    unless: /^(?:\d+\.[cgh]|node\.js|vue\.js|next\.js|express\.js|d3\.js|three\.js|e\.g|i\.e)$/i,
  },
  {
    kind: 'id',
    anchor: '-',
    pattern:
      /(?<![A-Za-z0-9-])[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}(?![A-Za-z0-9-])/g,
  },
  // Ticket keys and receipts: letters, hyphen, digits (R-5521, ABC-123, plum-14, INV-2026-004).
  {
    kind: 'id',
    anchor: '-',
    pattern:
      /(?<![A-Za-z0-9_./@:-])[A-Za-z][A-Za-z0-9]{0,15}(?:-[A-Za-z0-9]{1,16}){0,4}-\d{1,12}[A-Za-z]?(?![A-Za-z0-9_-]|[./]\w)/g,
    unless:
      /^(?:utf|iso|sha|md|mp|covid|t|pre|post|mid|top|step|part|page|level|phase|version|v|figure|fig|rfc|base|es|type|gen|plan|day|week|option|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|before|after|gpt|under|over|sub|non|e|year|mon|tue|wed|thu|fri|sat|sun|round|least|most)-\d+[a-z]?$/i,
  },
  { kind: 'id', pattern: /(?<![A-Za-z0-9_&/#])#\d{1,10}(?![A-Za-z0-9_-])/g },
  // Commit hashes: 7 to 64 hex digits with both letters and digits, no exponent, no word.
  {
    kind: 'id',
    pattern: /(?<![A-Za-z0-9_.\/-])(?=[0-9a-f]{0,64}[a-f])(?=[0-9a-f]{0,64}\d)[0-9a-f]{7,64}(?![A-Za-z0-9_-]|\.\w)/g,
    unless: /^\d+e\d+$/,
  },
  // A number that is called one: ticket 20931477, order no. 4711, room 118, 工单 20931477. The label is a whole word: no `pr` of `processor-i7`.
  {
    kind: 'id',
    pattern:
      /(?<![A-Za-z])(?:tickets?|issues?|orders?|invoices?|receipts?|bookings?|reservations?|cases?|bugs?|tasks?|jobs?|builds?|runs?|accounts?|customers?|contracts?|refs?|references?|serial|locker|room|gate|platform|flight|track(?:ing)?|pull request|PR|MR|CL|commit|revision|id|nr|no\.)(?<![A-Za-z](?=[A-Za-z]))(?: numbers?| no\.?| nr\.?| id| code)?[ \t]?[.:#=]?[ \t]{0,2}#?(?<name>(?=[A-Za-z-]{0,12}\d)[A-Za-z0-9][A-Za-z0-9-]{1,40})(?![A-Za-z0-9_-]|[.:]\d)/gi,
    unless: /^(?:\d|(?:19|20)\d\d)$|^\d{1,4}(?:st|nd|rd|th|h|s|ms|min|kb|mb|x|am|pm)$|^\d{4}-\d\d/i,
  },
  {
    kind: 'id',
    pattern:
      /(?:工单|订单|单号|编号|票号|房间|柜子?|任务|构建|合同|账号|提交|流水)(?:号码?|编号|ID)?[ \t:：#是为]{0,3}(?<name>[A-Za-z0-9][A-Za-z0-9-]{1,40})(?![A-Za-z0-9_-])/g,
    unless: /^[A-Za-z-]+$/,
  },
  { kind: 'id', pattern: /(?<![A-Za-z0-9_.-])(?<name>\d{2,12})(?=号(?:工单|订单|任务|房间?|柜|桌|会议室))/g },
  // Mixed runs with an underscore and a digit, and long bare numbers outside measures: order_8812, 20931477.
  {
    kind: 'id',
    anchor: '_',
    pattern:
      /(?<![A-Za-z0-9_./@-])(?=[A-Za-z_]{0,40}\d)[A-Za-z][A-Za-z0-9]{0,30}(?:_[A-Za-z0-9]{1,30}){1,6}(?![A-Za-z0-9_-]|[./(]\w|\()/g,
    unless: /^[A-Za-z_]+$/,
  },
  {
    kind: 'id',
    pattern: new RegExp(
      `(?<![A-Za-z0-9_.,:/=+-])\\d{7,20}(?![A-Za-z0-9_-]|[.,:]\\d|\\s?${UNIT}(?![A-Za-z])|\\s?${UNIT_ZH}|e[+-]?\\d)`,
      'g',
    ),
    unless: /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{2,6})?$|^1[5-9]\d{8}(?:\d{3})?$|0{5,}$/,
  },
  {
    kind: 'version',
    pattern:
      /(?<![A-Za-z0-9_./@=-])[v^~]?\d{1,4}\.\d{1,4}\.\d{1,6}(?:\.\d{1,6})?(?:-(?:alpha|beta|rc|pre|dev|next|canary)[.\d]{0,8})?(?:\+[A-Za-z0-9.]{1,20})?(?![A-Za-z0-9_-]|\.\d)/g,
    unless: /^\d{1,2}\.\d{1,2}\.(?:19|20)?\d\d$|^(?:19|20)\d\d\.\d{1,2}\.\d{1,2}$/,
  },
  {
    kind: 'version',
    pattern: /(?<![A-Za-z0-9_.-])v\d{1,4}(?:\.\d{1,4}){0,3}(?:-[a-z]{1,8}\.?\d{0,4})?(?![A-Za-z0-9_-]|\.\d)/g,
  },
  {
    kind: 'version',
    pattern:
      /(?<![A-Za-z0-9_.-])(?:version|ver\.?|release|node(?:\.js)?|python|java|ruby|php|go|rust|postgres(?:ql)?|mysql|redis|sqlite|ubuntu|debian|fedora|macos|ios|android|windows|react|vue|electron|typescript|npm|django|rails|kubernetes|docker|chrome|firefox|版本)[ \t]?(?:version )?[:：]?\d{1,4}(?:\.\d{1,4}){0,3}(?![A-Za-z0-9_-]|[.,]\d)/gi,
  },
  {
    kind: 'port',
    pattern: /(?<![A-Za-z])(?:ports?)[ \t]?(?:number |nr\.? |no\.? )?[:=#]?[ \t]?\d{2,5}(?![\w.-]*\d|[A-Za-z])/gi,
  },
  { kind: 'port', pattern: /端口(?:号)?[ \t:：是为]{0,3}\d{2,5}(?!\d)|(?<!\d)\d{2,5}[ \t]?端口/g },
  { kind: 'port', anchor: ':', pattern: /(?<![\w:.\])/：-]):\d{2,5}(?![\w:.-]*\d)/g },
  {
    kind: 'quantity',
    pattern: new RegExp(
      `(?<![A-Za-z0-9_.,/:=-])(?:[€$£¥]\\s?)?\\d{1,3}(?:,\\d{3}){1,4}(?:\\.\\d{1,4}(?=\\s?${UNIT}(?![A-Za-z0-9])))?(?:\\s?${UNIT}(?![A-Za-z0-9]))?(?![\\d,]|\\.\\d)|(?<![A-Za-z0-9_.,/:=+-])\\d{1,12}(?:[.,]\\d{1,4})?[ -]?${UNIT}(?![A-Za-z0-9_])|[€$£¥]\\s?\\d{1,9}(?![\\d.,]*\\.\\d{3})`,
      'g',
    ),
  },
  {
    kind: 'quantity',
    pattern: new RegExp(`(?<![A-Za-z0-9_.,/:=+年月-])\\d{1,12}(?:\\.\\d{1,4})? ?${UNIT_ZH}`, 'g'),
    unless: /^(?:19|20)\d\d年$/,
  },
  // Telephone numbers in the international form, grouped or not.
  {
    kind: 'id',
    anchor: '+',
    pattern: /(?<![\w+./=-])\+(?=(?:[ ()-]{0,2}\d){8,15}(?!\d))\d{1,4}(?:[ -]{0,1}\(?\d{1,12}\)?){1,6}(?![\w-])/g,
  },
  { kind: 'name', anchor: '@', pattern: /(?<![\w@/.-])@[a-z0-9][\w.-]{0,60}\/[a-z0-9][\w.-]{0,60}@\d[\w.-]{0,30}/g },
  // Commands that stand in a sentence without marks: a known program with a known word of its own, one more word, then its flags.
  {
    kind: 'command',
    pattern:
      /(?<![\w`/.-]|\$ )(?<name>(?:(?:npm|pnpm|yarn) (?:run|install|ci|test|start|exec|publish|add)|npx|git (?:clone|push|pull|checkout|switch|commit|rebase|merge|reset|stash|fetch|tag)|docker (?:compose|run|build|exec|pull|push)|kubectl (?:get|apply|delete|logs|exec|describe)|cargo (?:build|run|test|install)|pip3? install|python3? -m|systemctl (?:start|stop|restart|status|enable|disable))(?: (?!(?:to|and|or|in|for|the|first|again|then|before|after|it|on|with|at|is|was|when|if|fails?|failed|works?|a|an|this|that)\b)[\w@][\w:./@-]*)?(?: --?[A-Za-z-]*(?:=[\w./:@-]+)?)*(?<![ .:]))(?![\w`])/g,
  },
  {
    kind: 'command',
    anchor: '`',
    pattern:
      /(?<!`)`(?<name>(?:npm|npx|pnpm|yarn|node|git|docker|kubectl|make|cargo|go|python3?|pip3?|uv|ruby|bundle|rails|java|mvn|gradle|brew|apt(?:-get)?|sudo|systemctl|ssh|scp|rsync|curl|wget|psql|mysql|sqlite3|redis-cli|terraform|ansible|aws|gcloud|az|helm|tar|chmod|chown|cp|mv|rm|mkdir|ls|cat|grep|sed|awk|find|echo|export|source|cd|\.\/|bash|sh|deno|bun|tsc|vitest|jest|pytest|eslint|ffmpeg|openssl|gh|\/)[^`\n]{1,250})`(?!`)/g,
  },
  { kind: 'command', anchor: '$ ', pattern: /(?:^|\n)[ \t]{0,4}\$ (?<name>[^\n]{2,250})/g },
  { kind: 'name', anchor: '`', pattern: /(?<!`)`(?<name>[A-Za-z_$@][\w$@.:/#-]{1,80}(?:\(\))?)`(?!`)/g },
];

/** A full stop, comma, bracket or quotation mark at the end belongs to the sentence. */
function trimEnd(name: string, kind: IdentifierKind): string {
  if (kind === 'command') return name.trimEnd();
  const trimmed = name.replace(/[.,;:!?'"”’）)\]}>*_]+$/, '');
  if (kind === 'url' && name.startsWith(`${trimmed})`) && trimmed.includes('(')) return `${trimmed})`;
  return kind === 'path' ? trimmed.replace(GLUED_CJK, '$1') : trimmed;
}

/** Chinese written on after a Latin file name: 打开/srv/a.txt文件. */
const GLUED_CJK = /((?:^|[/\\])[\x21-\x2e\x30-\x5b\x5d-\x7e]+)[\u3040-\u30ff\u3400-\u9fff]+$/;

/** Of names that overlap the longest stays, commands aside: a command and the names inside it both stay. */
function keepOutermost(
  found: readonly { text: string; kind: IdentifierKind; start: number; end: number }[],
): readonly FoundIdentifier[] {
  const ordered = [...found].sort((one, other) => one.start - other.start || other.end - one.end);
  const kept: FoundIdentifier[] = [];
  const seen = new Set<string>();
  let coveredTo = -1;
  for (const { text, kind, start, end } of ordered) {
    const isCommand = kind === 'command';
    if (!isCommand && end <= coveredTo) continue;
    if (!isCommand && start < coveredTo) continue;
    if (!isCommand) coveredTo = Math.max(coveredTo, end);
    if (seen.has(text)) continue;
    seen.add(text);
    kept.push({ text, kind });
  }
  return kept;
}
