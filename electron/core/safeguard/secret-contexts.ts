// Secrets known by what stands around them rather than by their form: `password: …`, headers, cookies, addresses with a login, command lines.
// Data for redact.ts, in plain text and in JSON strings however often escaped. Decides nothing alone; sentences: secret-sentences.ts.

import type { SecretPattern } from './secret-patterns.ts';
import {
  ASIDE,
  BARE,
  BARE_IN_QUERY,
  isKeyValue,
  isTyped,
  isValue,
  KEY_VALUE,
  QUOTE,
  QUOTED,
  SEPARATOR,
  STRONG_NAMES,
  VALUE,
} from './secret-values.ts';

const KEY_NAMES =
  'api[_-]?key|apikey|api[_-]?secret|secret[_-]?key|access[_-]?key|private[_-]?key|encryption[_-]?key|signing[_-]?key|master[_-]?key|client[_-]?secret|app[_-]?secret|webhook[_-]?secret|secret|credential';
const TOKEN_NAMES = 'token|x-amz-signature|x-amz-credential|jwt';

/** Short names of a password, which are ordinary words too: alone, or at the end of an account's name. */
const SHORT_NAME = '(?<![A-Za-z])(?:[Pp]ass|[Pp][Ww])';
const ACCOUNT =
  '(?:db|database|smtp|e?mail|imap|s?ftp|ssh|redis|mongo|mysql|pg|postgres|sql|admin|root|user|login|wifi|wlan|auth|proxy|http|basic|ldap|vpn|sudo|app|api|service|server|host|master|keystore|truststore|key|cert|bot|test|staging|prod|dev)';
const ENV_NAME = '[A-Z][A-Z0-9_]{0,48}_(?:PASS|PW)|(?<![A-Za-z_])(?:PASS|PW)(?==)';
const ACCOUNT_NAME = `(?<![A-Za-z])${ACCOUNT}(?:[_.-]?(?:pass|pw)|Pass|Pw)`;
/** A login named shortly before, on the same line or the line above. */
const BESIDE_LOGIN =
  '(?<=\\b(?:user(?:name|_?id)?|login|e?mail|account|usr|uid)(?:\\\\{0,8}["\'])?[ \\t]{0,4}[:=][^\\n]{1,80}(?:\\n[^\\n]{0,20})?)';
const isShortValue = (secret: string): boolean => isValue(secret) && !/^[\d.]+$|\s/.test(secret);

/** A login whose password is a variable or blanked out already. */
const isLogin = (secret: string): boolean => !/:(?:\$\{[^}]*\}|\$[A-Z_]{3,}|\{\{.*|\*{3,}|%[A-Z_]{3,}%)$/.test(secret);
/** Labels before an address or a package, which are no logins; a local part of small letters is one of an address. */
const isLoginSaid = (secret: string): boolean => isValue(secret) && !/^[a-z]+(?:[._-][a-z]+)*\d{0,4}$/.test(secret);

export const CONTEXT_PATTERNS: readonly SecretPattern[] = [
  // Addresses with a login (RFC 3986 userinfo): the login goes, scheme, host and path stay. Databases and queues first.
  {
    kind: 'connection_string',
    anchors: ['://'],
    pattern:
      /(?<=\b(?:postgres(?:ql)?|mysql|mariadb|mssql|sqlserver|oracle|mongodb(?:\+srv)?|rediss?|amqps?|kafka|nats|cassandra|clickhouse|cockroachdb|couchdb|neo4j|bolt|ldaps?|jdbc:\w+|(?:postgresql|mysql|mssql)\+\w+):\/\/)(?<secret>[^\s/?#"'<>[\]\\@:]{0,128}:[^\s/?#"'<>[\]\\]{1,256})(?=@)/g,
    accepts: isLogin,
  },
  {
    kind: 'password',
    anchors: ['://'],
    pattern: /(?<=[a-z0-9+.-]:\/\/)(?<secret>[^\s/?#"'<>[\]\\@:]{0,128}:[^\s/?#"'<>[\]\\]{1,256})(?=@)/gi,
    accepts: isLogin,
  },
  {
    kind: 'password',
    anchors: ['@'],
    pattern:
      /(?<![\w./:@%+-])(?!(?:redacted|mailto|sips?|xmpp|acct|to|cc|bcc|from|e-?mail|contact|npm|ssh|git|user|invite|image|docker):)[A-Za-z][\w.-]{1,32}:(?<secret>[^\s:@/"'<>`\\]{4,128})(?=@(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,6}\.[A-Za-z]{2,24})(?![\w-]))/gi,
    accepts: isLoginSaid,
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
  // A passphrase of several words, in quotation marks or up to the end of its line.
  {
    kind: 'password',
    anchors: ['phrase', 'Phrase', 'PHRASE'],
    pattern:
      /\bpass[ -]?phrase(?:[ \t]{0,3}[:=])?[ \t]+(?:\\{0,8}["“‘'`](?<quoted>[^"”’'`\n\\]{4,128})(?=\\{0,8}["”’'`])|(?<secret>[a-z]{2,12}(?:[ -][a-z]{2,12}){3,7})(?=[.!]?[ \t]*(?:\n|$)))/gi,
    accepts: (secret) => isValue(secret) && !/\b(?:is|are|was|must|should|will|the|your|for|has)\b/.test(secret),
  },
  // key = value, YAML, JSON, .env, query strings: passwords take anything, other names a value that looks made.
  {
    kind: 'password',
    anchors: [':', '=', '：'],
    pattern: new RegExp(`(?:${STRONG_NAMES})${SEPARATOR}${VALUE}`, 'gi'),
    accepts: isValue,
  },
  {
    kind: 'password',
    anchors: [':', '=', '：'],
    pattern: new RegExp(`(?:${ENV_NAME}|${ACCOUNT_NAME})${SEPARATOR}${VALUE}`, 'g'),
    accepts: isValue,
  },
  {
    kind: 'password',
    anchors: ['ass', 'pw', 'PW'],
    pattern: new RegExp(`${SHORT_NAME}${SEPARATOR}${QUOTED}`, 'g'),
    accepts: isShortValue,
  },
  {
    kind: 'password',
    anchors: ['ass', 'pw', 'PW'],
    pattern: new RegExp(`${SHORT_NAME}${SEPARATOR}${BARE_IN_QUERY}`, 'g'),
    accepts: isTyped,
  },
  {
    kind: 'password',
    anchors: ['ass', 'pw', 'PW'],
    pattern: new RegExp(`${SHORT_NAME}${BESIDE_LOGIN}${SEPARATOR}${BARE_IN_QUERY}`, 'g'),
    accepts: isValue,
  },
  {
    kind: 'password',
    anchors: ['(', '（', '['],
    pattern: new RegExp(`(?:${STRONG_NAMES}|密码|密碼|口令)${ASIDE}${SEPARATOR}(?:${QUOTED}|${BARE})`, 'gi'),
    accepts: isTyped,
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
    pattern: /\blogin[ \t]+\S{1,64}\s+password[ \t]+(?<secret>[^\s"'`\\]{3,256})/g,
    accepts: isValue,
  },
  {
    kind: 'password',
    anchors: [' -p'],
    pattern: /\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;]{0,160}? -p["']?(?<secret>[^\s"']{3,256})/g,
    accepts: isValue,
  },
];
