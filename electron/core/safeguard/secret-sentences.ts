// Secrets said in a sentence or set below their name: "the password is …", "密码是…", a passphrase, a wireless key, recovery words.
// Data for redact.ts, English and Chinese, with the plain words of a few other languages. Decides nothing alone; `name: value`: secret-contexts.ts.

import type { SecretPattern } from './secret-patterns.ts';
import { ASIDE, BREAK, isKeyValue, isSaid, isTyped, isValue, QUOTE, STRONG_NAMES } from './secret-values.ts';

const NAME = '\\b(?:password|passwd|passphrase|passcode|pass ?word)';
/** Words between the name and its verb; none that makes something else of it ("the password dialog is next"). */
const GAP =
  '(?: (?!(?:dialog|field|page|form|polic(?:y|ies)|checks?|box|prompt|reset|manager|hash|length|input|screen|tests?|column|rules?|generator|strength|file|option|feature|link|entry|button|label|window|view|step)\\b)\\w{1,20}){0,4}?';
const WORD = '(?<secret>[^\\s"\'`“”‘’,;，；。<>()\\\\]{3,128})';
const NAME_ZH =
  '(?:密码|密碼|口令|密钥|密鑰|令牌|暗号)(?!长度|位数|数|个数|策略|期|强度|规则|版本|类型|编号|字段|框|页|管理|算法)';

/** What begins or ends a clause about a password rather than being one. */
const ABOUT_ZH =
  /^(?:什么|啥|多少|哪|谁|不|必|需|要|应|可|至|最|由|用|为|空|错|对|正|加密|明文|随机|默认|存|保|写|放|在|从|通|按|跟|和|与|没|有|无|已|未|还|太|很|非常|比较|公司|自动|一个|一样|同一|相同|怎|如|请|见|同|另|临时|旧|新|以|长|短|多|少|几|安全|过期|区分|只|仅|否|是|个|这|那|我|你|他|她|它|系统|用户|字符|数字|字母|大写|小写|文本|忽略|隐藏|星号|敏感|弱|强|复杂|简单|明天|今天|稍后|私下|单独|发|给|问|联系|找|登录|输入|忘|丢|泄|别|勿|禁|千万|绝|都|就|也|才|会|能|被|把|让|到|定期|尽快|立即|马上|方便|一次|八|六|十)|(?:的|吗|呢|么|吧|过|位|项)$/;
/** Somebody's cat and a year: a pronoun begins a clause, but no clause ends in figures like that. */
const OWN_WITH_FIGURES = /^[我你他她它][\u4e00-\u9fff]{1,10}\d{2,8}$/;
const isChineseValue = (secret: string): boolean =>
  isValue(secret) && (OWN_WITH_FIGURES.test(secret) || !ABOUT_ZH.test(secret));
/** What is said about a Japanese password rather than being one. */
const ABOUT_JA =
  /文字|以上|以下|以内|桁|半角|全角|英数|何|必要|不要|最低|最大|第|前回|今回|エラー|(?:いる|ます|ません|ない|です|した|する|れる)$/;
const isJapaneseValue = (secret: string): boolean => isValue(secret) && !ABOUT_JA.test(secret);
const JAPANESE = '\\u3005\\u3040-\\u30ff\\u4e00-\\u9fff';

export const SENTENCE_PATTERNS: readonly SecretPattern[] = [
  // A wallet's recovery words (BIP 39: 12 to 24 of them).
  {
    kind: 'password',
    anchors: ['phrase', 'Phrase', 'nemonic'],
    pattern:
      /\b(?:(?:seed|recovery|backup|secret|wallet) ?phrase|mnemonic)\b[^\n:=]{0,24}[:=][ \t]{0,4}["']?(?<secret>[a-z]{3,8}(?:[ \t]{1,2}[a-z]{3,8}){11,23})\b/gi,
  },
  // Said in a sentence: "my api key AbC…".
  {
    kind: 'api_key',
    anchors: ['key', 'Key', 'KEY'],
    pattern: /\b(?:api|access|secret)[ -]?key(?: is| was)?[ \t]+["'`]?(?<secret>[A-Za-z0-9_-]{16,256})(?![\w-])/gi,
    accepts: (secret) => isKeyValue(secret) && /\d/.test(secret) && /[A-Z]/.test(secret) && /[a-z]/.test(secret),
  },
  {
    kind: 'password',
    anchors: ['パスワード', '비밀번호', '암호'],
    pattern:
      /(?:パスワード|비밀번호|암호)(?:は|が|를|을|는|은|가|이)?[ \t]{0,4}[:：=]?[ \t]{0,4}["'「]?(?<secret>[!-~]{4,128})/g,
    accepts: isTyped,
  },
  // Japanese words as a value: in brackets, or words that end in figures (さくら2024).
  {
    kind: 'password',
    anchors: ['パスワード', 'パスフレーズ', '合言葉'],
    pattern: new RegExp(
      `(?:パスワード|パスフレーズ|合言葉)(?:は|が|を)?[ \\t\\u3000]{0,4}[:：=]?[ \\t\\u3000]{0,4}(?:[「『“"](?<quoted>[^」』”"\\n]{3,64})(?=[」』”"])|(?<secret>[${JAPANESE}]{1,20}[A-Za-z]{0,12}\\d{2,12})(?=です|だ|に|と|[\\s、。，．,.!！）)]|$))`,
      'g',
    ),
    accepts: isJapaneseValue,
  },
  // Said in a sentence, in quotation marks: the passphrase is "correct horse battery staple".
  {
    kind: 'password',
    anchors: ['pass', 'Pass', 'PASS'],
    pattern:
      /\b(?:password|passphrase|passcode)(?: \w{1,20}){0,3}? (?:is|was|to)(?: now)?:?[ \t]+\\{0,8}["“‘'`](?<secret>[^"”’'`\n\\]{4,128})(?=\\{0,8}["”’'`])/gi,
    accepts: isValue,
  },
  // Said in a sentence: "the password is blue-Kettle-77", "password blue77Kettle".
  {
    kind: 'password',
    anchors: ['pass', 'Pass', 'PASS', 'pin', 'PIN', 'Pin'],
    pattern: new RegExp(
      `${NAME}${GAP},? (?:is|was|to|=|be)(?: now| still| called)?:?[ \\t]+["'\`“‘]?${WORD}(?=["'\`”’]|[.!,;]?\\s*$|[.!,;]\\s|\\s+(?:and|but|for|on|until|by)\\b)`,
      'gim',
    ),
    accepts: isSaid,
  },
  {
    kind: 'password',
    anchors: ['pass', 'Pass', 'PASS', 'pw', 'PW'],
    pattern: new RegExp(
      `(?:${NAME}${GAP},?|\\b(?:my|the|your|our|his|her|their|sudo|root|admin|login|wifi) (?:pass|pw|pwd)) (?:is|was|to|=|be)(?: now| still| called)?:?(?:[ \\t]+|[ \\t]{0,4}${BREAK}[ \\t]{0,8})["'\`“‘]?${WORD}`,
      'gi',
    ),
    accepts: isTyped,
  },
  // "the password for the server: Tr0ub4dor&3", "anna, password - Kettle77", "pwd blue77kettle".
  {
    kind: 'password',
    anchors: ['pass', 'Pass', 'PASS', 'pwd', 'Pwd'],
    pattern: new RegExp(
      `(?:${NAME}(?:(?: [\\w'.-]{1,24}){1,5}[:：=]|[ \\t]{1,3}[-–—])|\\b(?:pwd|passwd))[ \\t]{1,4}["'\`“‘]?${WORD}`,
      'gi',
    ),
    accepts: isTyped,
  },
  {
    kind: 'password',
    anchors: ['assword ', 'asscode ', 'asswort '],
    pattern: /\b(?:password|passcode|passwort)[ \t]+\\{0,8}["“„](?<secret>[^"”“\n\\]{4,128})(?=\\{0,8}["”“])/gi,
    accepts: isTyped,
  },
  // The value on the next line, as copied from a form: the name ends its line, the value is a line of one word.
  {
    kind: 'password',
    anchors: ['\n', '\\n', '\\r'],
    pattern: new RegExp(
      `(?:${STRONG_NAMES}|密码|密碼|口令)(?:${ASIDE})?(?:${QUOTE})?\\*{0,2}[ \\t]{0,4}[:：=是]?\\*{0,2}[ \\t]{0,4}${BREAK}[ \\t]{0,8}["'\`“‘]?${WORD}(?=["'\`”’]?[ \\t]{0,8}(?:${BREAK}|["'\`”’]|$))`,
      'gi',
    ),
    accepts: isTyped,
  },
  // Other languages of Latin and Cyrillic script.
  {
    kind: 'password',
    anchors: ['asswort', 'ennwort', 'asse', 'ontrase', 'enha', 'achtwoord', 'ароль'],
    pattern: new RegExp(
      `(?:passwort|kennwort|mot de passe|contraseña|senha|wachtwoord|пароль)(?: [^\\s:=]{1,20}){0,4}? (?:ist|lautet|est|es|é|is|war|-|—)[: ][ \\t]{0,3}["'\`“„‘]?${WORD}`,
      'gi',
    ),
    accepts: isTyped,
  },
  // The key of a wireless network.
  {
    kind: 'password',
    anchors: ['i-fi', 'I-FI', 'i-Fi', 'ifi', 'iFi', 'IFI', 'LAN', 'lan', 'WPA', 'wpa', 'psk', 'PSK', 'otspot', 'outer'],
    pattern:
      /\b(?:(?:wi-?fi|wlan|wpa[23]?|hotspot|router|wireless)[ _-](?:(?:network|security)[ _-])?(?:key|code|pass|pw|psk)|psk)(?: is| was)?["']?[ \t]{0,3}[:=]?[ \t]{0,3}["'`“]?(?<secret>[^\s"'`“”,;<>()]{6,64})/gi,
    accepts: isTyped,
  },
  // A login said as name and password: "credentials: anna:Kettle77", "login anna / Kettle77".
  {
    kind: 'password',
    anchors: ['redential', 'ogin', 'creds', 'og in', '账号', '帐号'],
    pattern:
      /(?:\b(?:credentials?|creds|log ?in)\b(?: is| are| with)?|账号|帐号)[ \t]{0,2}[:：]?[ \t]{0,2}[\w.@-]{2,40}(?:[ \t]{1,3}\/[ \t]{1,3}|:)(?<secret>[^\s"'`“”,;，。<>()/]{6,128})/gi,
    accepts: isTyped,
  },
  {
    kind: 'password',
    anchors: ['assword', 'assphrase', 'asscode', 'ASSWORD'],
    pattern:
      /\b(?:password|passphrase|passcode)(?: is| was)?:?[ \t]+["'`“‘]?(?<secret>[^\s"'`“”‘’,;，；。<>()]{6,128})/gi,
    accepts: isTyped,
  },
  {
    kind: 'password',
    anchors: ['密码', '密碼', '口令', '密钥', '密鑰', '令牌', '暗号'],
    pattern: new RegExp(
      `${NAME_ZH}(?:${ASIDE})?(?:[\\u4e00-\\u9fff]{0,4}?(?:是|为|為|叫|改成了?|改为了?|换成了?|设为了?|设成了?|就是))?[ \\t]{0,4}[:：=]?[ \\t]{0,4}["'\`“‘「『]?(?<secret>[^\\s,;"'<>()（，。；、）”」\\u4e00-\\u9fff]{3,256})(?![^\\s,;"'<>()（，。；、）”」\\u4e00-\\u9fff]|[ \\t]?[位年月个次天分小元条种字])`,
      'g',
    ),
    accepts: (secret) =>
      isValue(secret) && !/^[^A-Za-z0-9]+$/.test(secret) && !/^(?:[a-z]{1,2}|API|SSH|SQL|token|ok)$/i.test(secret),
  },
  {
    kind: 'password',
    anchors: ['密码', '密碼', '口令', '暗号'],
    pattern: /(?:密码|密碼|口令|暗号)(?:是|为|為|：|:|=)[ \t]{0,4}["“‘「『](?<secret>[^"”’」』\n]{2,64})(?=["”’」』])/g,
    accepts: isValue,
  },
  // Chinese words as a value, up to the next mark; a clause that says something about the password is none.
  {
    kind: 'password',
    anchors: ['密码', '密碼', '口令', '暗号'],
    pattern: new RegExp(
      `(?:密码|密碼|口令|暗号)(?:${ASIDE})?(?:[\\u4e00-\\u9fff]{0,3}?(?:就是|是|为|為|叫|改成了?|改为了?|换成了?|设为了?|设成了?))?[ \\t]{0,4}[:：=]?(?<=[:：=是为為叫成了])[ \\t]{0,4}(?<secret>[\\u4e00-\\u9fff][\\u4e00-\\u9fffA-Za-z0-9]{1,15})(?=[\\s，。；、！,.;!）)"'\\\\]|了|$)`,
      'g',
    ),
    accepts: isChineseValue,
  },
];
