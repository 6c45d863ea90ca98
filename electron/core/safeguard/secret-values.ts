// The pieces that patterns for named secrets are made of: quotes, separators, names of a password, and what its value can not be.
// Data and small readers for secret-contexts.ts, secret-sentences.ts and one-time-codes.ts. Decides nothing alone.

/** A quote, bare or escaped any number of times up to 8, as in JSON inside JSON. */
export const QUOTE = '\\\\{0,8}["\'`]';
/** One line end, a real one or that of a JSON string however often escaped. */
export const BREAK = '(?:\\r?\\n|(?:\\\\{1,8}r)?\\\\{1,8}n)';
/** A bracketed aside between a name and its value: "password (root): …". */
export const ASIDE = '[ \\t]?(?:\\([^()（）\\n]{1,40}\\)|（[^()（）\\n]{1,40}）|\\[[^\\[\\]\\n]{1,40}\\])';
const STARS = '(?:\\*{1,2}|__)?';
/** What stands between a name and its value: `:`, `=`, `=>`, `:=`, with quotes, spaces and the stars of bold print around. */
export const SEPARATOR = `(?:${QUOTE})?${STARS}[ \\t]{0,8}(?:=>|:=|[:：=])${STARS}[ \\t]{0,8}`;
/** A quoted value up to the same mark, escaped as often; one whose mark is missing; a bare one, made of what `bare` leaves. */
const bareOf = (bare: string): string => `[^\\s"'\`,;，；。、<>|\\\\)}\\]${bare}]{1,400}`;
export const QUOTED = `(?<open>${QUOTE})(?:(?<quoted>[^\\n]{1,400}?)(?<!\\\\)\\k<open>|(?<cut>[^"'\`\\n\\\\]{1,400}))`;
export const BARE = `(?<secret>${bareOf('')})`;
/** A bare value inside a query string or a list of settings. */
export const BARE_IN_QUERY = `(?<secret>${bareOf('&')})`;
const valueOf = (bare: string): string => `(?:${QUOTED}|(?<secret>${bareOf(bare)}))`;
export const VALUE = valueOf('');
/** In a query string a key's value ends at the next parameter. */
export const KEY_VALUE = valueOf('&');

/** Names that mean a password wherever they stand, also at the end of a longer name. */
export const STRONG_NAMES =
  'password|passwd|passphrase|pass[_-]?phrase|passwort|kennwort|mot[ _-]?de[ _-]?passe|contraseña|senha|wachtwoord|пароль|パスワード|비밀번호|pwd|passcode|pgpassword|mysql_pwd';

const PLACEHOLDER =
  /^(?:\[redacted|\{\{|<|%|\*{2,}|x{3,}$|\.{3}|process\.env|os\.environ|os\.getenv|env[.[(]|import\.meta|getenv|config\.|settings\.|secrets\.|vault:|string\b|number\b|boolean\b|bool\b|str\b|int\b|any\b|unknown\b|object\b|void\b|null\b|undefined\b|none\b|nil\b|true\b|false\b|yes\b|no\b|see$|ask$|as$|same$|must$|min$|max$|at$|from$|required|optional|missing|empty|invalid|valid$|wrong|incorrect|expired|changed|unchanged|hidden|unset|set$|unknown|example$|placeholder|your[-_ ]|changeme$|todo\b|tbd\b|n\/a|the$|a$|an$|is$|not$|and$|or$|in$|for$|to$|with$|of$|it$|this$|that$|z\.|varchar|text$|char\b|await\b|new\b|function\b|async\b|this\.|self\.|req\.|args\.|options\.|input|field|reset|manager|policy|hash(?:ed|ing)?$|prompt|rotation|rules?$)/i;
/** A variable of a shell, a script or a template; a password may begin with `$` too. */
const VARIABLE =
  /^\$(?:$|\{|\(|env:|[A-Z_][A-Z0-9_]*$|\w*(?:pass|pw|secret|token|key|this|env|conf|user|input|data|row|value|_)\w*)/;
/** Code that names a place where a password lies: `userPassword`, `form.password`. */
const REFERENCE = /^[a-z_$]\w*(?:\??\.\w+)*(?:Password|_password|\.pass(?:word|wd)?|\.pwd|\.secret|\.token)$/;
/** Words that describe a password rather than being one, after "the password is". */
const DESCRIPTION =
  /^(?:stored|saved|kept|wrong|correct|required|needed|too|very|the|a|an|in|on|at|not|no|only|now|still|always|never|being|set|reset|changed|rotated|expired|invalid|valid|missing|empty|hashed|encrypted|secret|safe|secure|weak|strong|long|short|there|here|what|which|where|written|sent|asked|used|shared|different|same|hidden|visible|unknown|known|incorrect|optional|case|at|your|my|our|his|her|their|it|that|this|to|for|from|by|and|or|but|ok|okay|fine|good|bad|easy|hard|longer|shorter|gone|lost|forgotten|protected|going|about|also|up|already|currently|probably|default|sha\d+|md5|bcrypt|argon2\w*|base64|utf-?8|oauth2?)$/i;
/** Code that fetches or makes one: `getPassword(`, `crypto.randomBytes(`. */
const CALL =
  /^(?:[\w$]+\.)*(?:get|load|read|fetch|find|ask|prompt|hash|encrypt|decrypt|generate|random|create|make)[\w$]*\(/i;
/** Exact names of other kinds, which a sentence may put after the word: UUIDs, long hashes, versions, dates, paths, addresses, file names. */
const ORDINARY =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-\S*|[0-9a-f]{32,}|v?\d+(?:\.\d+)+\S*|\d{4}-\d\d-\d\d\S*|[~.]{0,2}\/\S*|\w+:\/\/\S*|[\w.+-]+@[\w.-]+|[\w-]+(?:\/[\w.-]+)+|[\w-]+\.[a-z]{2,4})$/i;

export const isValue = (secret: string): boolean =>
  secret.length >= 3 &&
  !PLACEHOLDER.test(secret) &&
  !VARIABLE.test(secret) &&
  !REFERENCE.test(secret) &&
  !CALL.test(secret);

export const isKeyValue = (secret: string): boolean =>
  secret.length >= 8 &&
  !/\S\s+\S+\s+\S|\(/.test(secret) &&
  !PLACEHOLDER.test(secret) &&
  !VARIABLE.test(secret) &&
  (/\d/.test(secret) || secret.length >= 24) &&
  !/^\d{1,7}$/.test(secret);

/** A word said to be a password. */
export const isSaid = (secret: string): boolean => {
  const word = secret.replace(/[.!?]+$/, '');
  return word.length >= 4 && isValue(word) && !DESCRIPTION.test(word) && !ORDINARY.test(word) && !/\u2026/.test(word);
};

/** One that looks made up: letters with digits or with marks no word has. */
export const isTyped = (secret: string): boolean =>
  isSaid(secret) && secret.length >= 6 && /[A-Za-z]/.test(secret) && /[\d!#$%&*+=?@^~]./.test(secret);
