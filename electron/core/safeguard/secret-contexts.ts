// Secrets known by what stands around them rather than by their form: `password: …`, headers, cookies, addresses with a login, login codes.
// Data and small readers for redact.ts, English and Chinese, in plain text and in JSON strings however often escaped. Decides nothing alone.

import type { SecretPattern } from './secret-patterns.ts';

/** A quote, bare or escaped any number of times up to 8, as in JSON inside JSON. */
const QUOTE = '\\\\{0,8}["\'`]';
/** What stands between a name and its value: `:`, `=`, `=>`, `:=`, with quotes and spaces around. */
const SEPARATOR = `(?:${QUOTE})?[ \\t]{0,8}(?:=>|:=|[:：=])[ \\t]{0,8}`;
/** A quoted value up to the same mark, escaped as often; one whose mark is missing; a bare one, made of what `bare` leaves. */
const valueOf = (bare: string): string =>
  `(?:(?<open>${QUOTE})(?:(?<quoted>[^\\n]{1,400}?)(?<!\\\\)\\k<open>|(?<cut>[^"'\`\\n\\\\]{1,400}))|(?<secret>[^\\s"'\`,;，；。、<>|\\\\)}\\]${bare}]{1,400}))`;
const VALUE = valueOf('');
/** In a query string a key's value ends at the next parameter. */
const KEY_VALUE = valueOf('&');

const STRONG_NAMES =
  'password|passwd|passphrase|pass[_-]?phrase|passwort|mot de passe|contraseña|senha|wachtwoord|пароль|パスワード|비밀번호|pwd|passcode|pgpassword|mysql_pwd';
const KEY_NAMES =
  'api[_-]?key|apikey|api[_-]?secret|secret[_-]?key|access[_-]?key|private[_-]?key|encryption[_-]?key|signing[_-]?key|master[_-]?key|client[_-]?secret|app[_-]?secret|webhook[_-]?secret|secret|credential';
const TOKEN_NAMES = 'token|x-amz-signature|x-amz-credential|jwt';

const PLACEHOLDER =
  /^(?:\[redacted|\$|\{\{|<|%|\*{2,}|x{3,}$|\.{3}|process\.env|os\.environ|os\.getenv|env[.[(]|import\.meta|getenv|config\.|settings\.|secrets\.|vault:|string\b|number\b|boolean\b|bool\b|str\b|int\b|any\b|unknown\b|object\b|void\b|null\b|undefined\b|none\b|nil\b|true\b|false\b|yes\b|no\b|required|optional|missing|empty|invalid|valid$|wrong|incorrect|expired|changed|unchanged|hidden|unset|set$|unknown|example$|placeholder|your[-_ ]|changeme$|todo\b|tbd\b|n\/a|the$|a$|an$|is$|not$|and$|or$|in$|for$|to$|with$|of$|it$|this$|that$|z\.|varchar|text$|char\b|await\b|new\b|function\b|async\b|this\.|self\.|req\.|args\.|options\.|input|field|reset|manager|policy|hash(?:ed|ing)?$|prompt|rotation|rules?$)/i;
/** Words that describe a password rather than being one, after "the password is". */
const DESCRIPTION =
  /^(?:stored|saved|kept|wrong|correct|required|needed|too|very|the|a|an|in|on|at|not|no|only|now|still|always|never|being|set|reset|changed|rotated|expired|invalid|valid|missing|empty|hashed|encrypted|secret|safe|secure|weak|strong|long|short|there|here|what|which|where|written|sent|asked|used|shared|different|same|hidden|visible|unknown|known|incorrect|optional|case|at|your|my|our|his|her|their|it|that|this|to|for|from|by|and|or|but|ok|okay|fine|good|bad|easy|hard|longer|shorter|gone|lost|forgotten|protected|going|about|also|up|already|currently|probably|default|sha\d+|md5|bcrypt|argon2\w*|base64|utf-?8|oauth2?)$/i;

/** Code that fetches or makes one: `getPassword(`, `crypto.randomBytes(`. */
const CALL =
  /^(?:[\w$]+\.)*(?:get|load|read|fetch|find|ask|prompt|hash|encrypt|decrypt|generate|random|create|make)[\w$]*\(/i;

const isValue = (secret: string): boolean => secret.length >= 3 && !PLACEHOLDER.test(secret) && !CALL.test(secret);
const isKeyValue = (secret: string): boolean =>
  secret.length >= 8 &&
  !/\S\s+\S+\s+\S|\(/.test(secret) &&
  !PLACEHOLDER.test(secret) &&
  (/\d/.test(secret) || secret.length >= 24) &&
  !/^\d{1,7}$/.test(secret);
const isSaid = (secret: string): boolean => {
  const word = secret.replace(/[.!?]+$/, '');
  return word.length >= 4 && !PLACEHOLDER.test(word) && !DESCRIPTION.test(word) && !/\u2026/.test(word);
};
const isTyped = (secret: string): boolean =>
  isSaid(secret) && /\d/.test(secret) && /[A-Za-z]/.test(secret) && secret.length >= 6;

const CODE_WORDS =
  '(?:log[- ]?in|sign[- ]?in|verification|verify|one[- ]?time|security|authentication|authenticator|auth|confirmation|access|2fa|mfa|otp|totp|sms|two[- ]factor|unlock|recovery|pairing|activation)';
const CODE = '(?<secret>(?:[A-Z]{1,2}-)?(?:\\d{3}[- ]\\d{3}|\\d{4,8}))(?![\\dA-Za-z_-])(?![.:]\\d)';

export const CONTEXT_PATTERNS: readonly SecretPattern[] = [
  // Addresses with a login (RFC 3986 userinfo): the login goes, scheme, host and path stay. Databases and queues first.
  {
    kind: 'connection_string',
    anchors: ['://'],
    pattern:
      /(?<=\b(?:postgres(?:ql)?|mysql|mariadb|mssql|sqlserver|oracle|mongodb(?:\+srv)?|rediss?|amqps?|kafka|nats|cassandra|clickhouse|cockroachdb|couchdb|neo4j|bolt|ldaps?|jdbc:\w+|(?:postgresql|mysql|mssql)\+\w+):\/\/)(?<secret>[^\s/?#"'<>[\]\\@:]{0,128}:[^\s/?#"'<>[\]\\]{1,256})(?=@)/g,
  },
  {
    kind: 'password',
    anchors: ['://'],
    pattern: /(?<=[a-z0-9+.-]:\/\/)(?<secret>[^\s/?#"'<>[\]\\@:]{0,128}:[^\s/?#"'<>[\]\\]{1,256})(?=@)/gi,
  },
  // HTTP authorization (RFC 9110, RFC 6750): the whole credential.
  {
    kind: 'bearer',
    anchors: ['uthorization', 'UTHORIZATION'],
    pattern: new RegExp(
      `authorization${SEPARATOR}(?:${QUOTE})?(?:(?:Bearer|Basic|Token|Digest|Negotiate|ApiKey|AWS4-HMAC-SHA256)[ \\t]+)?(?<secret>(?!Bearer\\b|Basic\\b|\\[redacted)[^\\s"'\`<>\\\\]{6,4096})`,
      'gi',
    ),
  },
  {
    kind: 'bearer',
    anchors: ['earer', 'EARER'],
    pattern: /\bbearer[ \t]+(?<secret>[A-Za-z0-9_~+/=.-]{12,})/gi,
    accepts: (secret) => /\d/.test(secret) || secret.length >= 32,
  },
  // Cookies (RFC 6265): everything a Cookie header carries, the value of a Set-Cookie header; well-known session names anywhere.
  {
    kind: 'cookie',
    anchors: ['ookie', 'OOKIE'],
    pattern: new RegExp(
      `\\b(?:set-)?cookies?${SEPARATOR}(?:\\[[ \\t]{0,4})?(?:${QUOTE})?(?<secret>[A-Za-z0-9_.!%*+^-]{1,128}=[^\\s;"'\`\\\\]{4,4096}(?:;[ \\t]{0,2}[A-Za-z0-9_.-]{1,64}(?:=[^\\s;"'\`\\\\]{0,4096})?){0,64})`,
      'gi',
    ),
  },
  {
    kind: 'cookie',
    anchors: ['sess', 'SESS', '.sid', 'csrf'],
    pattern:
      /\b(?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|connect\.sid|sessionid|session_id|_session|csrftoken)=(?<secret>[A-Za-z0-9%_.:+/=-]{12,512})/gi,
  },
  // key = value, YAML, JSON, .env, query strings: passwords take anything, other names a value that looks made.
  {
    kind: 'password',
    anchors: [':', '=', '：'],
    pattern: new RegExp(`(?:${STRONG_NAMES})${SEPARATOR}${VALUE}`, 'gi'),
    accepts: isValue,
  },
  {
    kind: 'api_key',
    anchors: [':', '=', '：'],
    pattern: new RegExp(`(?:${KEY_NAMES})${SEPARATOR}${KEY_VALUE}`, 'gi'),
    accepts: isKeyValue,
  },
  {
    kind: 'token',
    anchors: [':', '=', '：'],
    pattern: new RegExp(`(?:${TOKEN_NAMES})${SEPARATOR}${KEY_VALUE}`, 'gi'),
    accepts: isKeyValue,
  },
  // Markup and tables.
  {
    kind: 'password',
    anchors: ['<'],
    pattern: new RegExp(`<(?:${STRONG_NAMES}|secret|apikey|api-key)>(?<secret>[^<\\s]{3,256})(?=<)`, 'gi'),
    accepts: isValue,
  },
  {
    kind: 'password',
    anchors: ['|'],
    pattern: new RegExp(`(?:${STRONG_NAMES})[ *\`]{0,4}\\|[ *\`]{0,4}(?<secret>[^|\\s\`]{4,256})`, 'gi'),
    accepts: isTyped,
  },
  // Command lines: --password X, curl -u user:pass, sshpass -p X, .netrc.
  {
    kind: 'password',
    anchors: ['--'],
    pattern: new RegExp(`--(?:${STRONG_NAMES})[ \\t]+["']?(?<secret>[^\\s"'-][^\\s"']{2,256})`, 'gi'),
    accepts: isValue,
  },
  {
    kind: 'password',
    anchors: ['-u', '--user'],
    pattern: /\s(?:-u|--user)[ \t=]+["']?[^\s"':]{1,64}:(?<secret>[^\s"']{3,256})/g,
    accepts: isValue,
  },
  {
    kind: 'password',
    anchors: ['sshpass'],
    pattern: /sshpass[ \t]+-p[ \t]*["']?(?<secret>[^\s"']{3,256})/g,
    accepts: isValue,
  },
  {
    kind: 'password',
    anchors: ['login '],
    pattern: /\blogin[ \t]+\S{1,64}\s+password[ \t]+(?<secret>\S{3,256})/g,
    accepts: isValue,
  },
  {
    kind: 'password',
    anchors: [' -p'],
    pattern: /\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;]{0,160}? -p["']?(?<secret>[^\s"']{3,256})/g,
    accepts: isValue,
  },
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
  // Said in a sentence, in quotation marks: the passphrase is "correct horse battery staple".
  {
    kind: 'password',
    anchors: ['pass', 'Pass', 'PASS'],
    pattern:
      /\b(?:password|passphrase|passcode)(?: \w{1,20}){0,3}? (?:is|was|to)(?: now)?:?[ \t]+["“‘'`](?<secret>[^"”’'`\n]{4,128})(?=["”’'`])/gi,
    accepts: isValue,
  },
  // Said in a sentence: "the password is blue-Kettle-77", "password blue77Kettle".
  {
    kind: 'password',
    anchors: ['pass', 'Pass', 'PASS', 'pin', 'PIN', 'Pin'],
    pattern:
      /\b(?:password|passwd|passphrase|passcode|pass ?word)(?: \w{1,20}){0,4}?,? (?:is|was|to|=|be)(?: now| still| called)?:?[ \t]+["'`“‘]?(?<secret>[^\s"'`“”‘’,;，；。<>()]{3,128})(?=["'`”’]|[.!,;]?\s*$|[.!,;]\s|\s+(?:and|but|for|on|until|by)\b)/gim,
    accepts: isSaid,
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
    pattern:
      /(?:密码|密碼|口令|密钥|密鑰|令牌|暗号)(?:[\u4e00-\u9fff]{0,4}?(?:是|为|為|叫|改成了?|改为了?|换成了?|设为了?|设成了?|就是))?[ \t]{0,4}[:：=]?[ \t]{0,4}["'`“‘「『]?(?<secret>[^\s,;"'<>()，。；、）”」\u4e00-\u9fff]{3,256})/g,
    accepts: (secret) =>
      isValue(secret) && !/^[^A-Za-z0-9]+$/.test(secret) && !/^(?:[a-z]{1,2}|API|SSH|SQL|token|ok)$/i.test(secret),
  },
  {
    kind: 'password',
    anchors: ['密码', '密碼', '口令'],
    pattern: /(?:密码|密碼|口令)(?:是|为|為|：|:|=)[ \t]{0,4}["“‘「『](?<secret>[^"”’」』\n]{2,64})(?=["”’」』])/g,
    accepts: isValue,
  },
  // One-time codes (RFC 4226, RFC 6238 and SMS habits): 4 to 8 digits named as such, before or after.
  {
    kind: 'one_time_code',
    anchors: ['ode', 'ODE', 'otp', 'OTP', 'PIN', 'pin'],
    pattern: new RegExp(
      `\\b${CODE_WORDS}[_ -]{0,3}(?:pass)?(?:code|pin|password)s?(?:${QUOTE})?(?:[ \\t]+(?:is|was|for \\w{1,20}(?: \\w{1,20})?(?: is)?|of|to use is))?[ \\t]{0,4}[:=#]?[ \\t]{0,4}(?:${QUOTE})?(?:\\*\\*)?${CODE}`,
      'gi',
    ),
  },
  {
    kind: 'one_time_code',
    anchors: ['otp', 'OTP', 'Otp', 'TOTP', '2FA', '2fa', 'MFA', 'asscode', 'PIN', 'pin'],
    pattern: new RegExp(
      `\\b(?:otp|totp|2fa|mfa|passcode|pin)(?:${QUOTE})?(?:[ \\t]+(?:code|is|was))?[ \\t]{0,4}[:=]?[ \\t]{0,4}(?:${QUOTE})?${CODE}`,
      'gi',
    ),
  },
  {
    kind: 'one_time_code',
    anchors: ['ode', 'ODE', 'otp', 'OTP'],
    pattern: new RegExp(
      `(?<![\\w.:/#-])${CODE}["'\`)*]{0,3}[ \\t]{1,3}(?:(?:is|as|\\(|is the|is your|as the|as your|-|–|—)[ \\t]{0,2})(?:your |the |a |my |our )?(?:\\w{1,20} ){0,3}?(?:${CODE_WORDS}[ -](?:code|pin|password)|otp\\b)`,
      'gi',
    ),
  },
  {
    kind: 'one_time_code',
    anchors: ['ode'],
    pattern: new RegExp(
      `(?:enter|type|use|send|sent|got|received|texted)[ \\t](?:me |you )?(?:the |this |your |my |a )?(?:\\d-digit )?code[ \\t]{0,2}[:=]?[ \\t]{0,2}(?:${QUOTE})?${CODE}(?=[^\\n]{0,80}\\b(?:log|sign|verif|confirm|authenticat|expires?|minutes)\\w{0,12})`,
      'gi',
    ),
  },
  {
    kind: 'one_time_code',
    anchors: ['码', '碼'],
    pattern:
      /(?:验证码|驗證碼|动态码|動態碼|校验码|登录码|登陆码|确认码|短信码|动态密码|一次性密码|安全码|PIN码)[^\d\n]{0,8}(?<secret>\d{3}[- ]\d{3}|\d{4,8})(?!\d)/g,
  },
  {
    kind: 'one_time_code',
    anchors: ['码', '碼'],
    pattern:
      /(?<![\d.])(?<secret>\d{4,8})(?=[^\d\n]{0,6}(?:是|为|作为)(?:您|你)?的?(?:验证码|动态码|校验码|登录码|确认码))/g,
  },
];
