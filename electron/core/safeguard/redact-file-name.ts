// Secrets in the name of an attached file: a name can not hold `:` or `=` on every system, so what follows the word after `_`, `-` or a
// space is read too. Decides from the name alone; in running text these would be identifiers of code (`password_v2`), so only names come here.

import { mergeRedactions, redactionMark, type Redacted, redactSecrets } from './redact.ts';
import { isTyped, STRONG_NAMES } from './secret-values.ts';

const NAMED = new RegExp(
  `(?<before>(?:${STRONG_NAMES}|密码|密碼|口令|(?<![A-Za-z])(?:pass|pw|key|wifi))[ _.:=-]{1,3}(?:is[ _-])?)(?<secret>[^\\s_.]{4,128})`,
  'gi',
);

/** The name with every secret replaced by its mark. */
export function redactFileName(name: string): Redacted {
  const plain = redactSecrets(name);
  let count = 0;
  const text = plain.text.replace(NAMED, (match: string, before: string, secret: string) => {
    if (secret.startsWith('[redacted') || !isTyped(secret)) return match;
    count += 1;
    return before + redactionMark('password');
  });
  if (count === 0) return plain;
  return { text, redactions: mergeRedactions([plain.redactions, [{ kind: 'password', count }]]) };
}
