// One-time codes (RFC 4226, RFC 6238 and the habits of short messages), card and door codes: digits that are named as such, before or after.
// Data for redact.ts, English and Chinese. Decides nothing alone: order numbers, error codes and quantities stay.

import { BREAK, QUOTE } from './secret-values.ts';
import type { SecretPattern } from './secret-patterns.ts';

const CODE_WORDS =
  '(?:log[- ]?in|sign[- ]?in|verification|verify|one[- ]?time|security|authentication|authenticator|auth|confirmation|access|2fa|mfa|otp|totp|sms|two[- ]factor|unlock|recovery|pairing|activation|door|gate|alarm|locker|garage)';
const DIGITS = '(?:[A-Z]{1,2}-)?(?:\\d{3}[- ]\\d{3}|\\d\\d \\d\\d \\d\\d|\\d{4,8})';
/** Nothing that makes a quantity, a decimal or a longer name of it. */
const CODE = `(?<secret>${DIGITS})(?![\\dA-Za-z_-])(?![.:]\\d)(?![ \\t]?(?:lines?|loc|characters?|chars|bytes|files|words|rows|times|ms|px|%|[kKmM]B)(?![A-Za-z]))`;
/** What may stand between the name and the digits: signs, quotes, one line end. */
const LINK = `[ \\t]{0,4}[:：=#]?[ \\t]{0,4}(?:${BREAK}[ \\t]{0,8})?(?:${QUOTE})?(?:\\*\\*)?`;
/** A short message's purpose, said after the digits. */
const PURPOSE = '(?:log[- ]?(?:in|on)|sign[- ]?in|verif|confirm|authenticat|unlock)';

export const CODE_PATTERNS: readonly SecretPattern[] = [
  {
    kind: 'one_time_code',
    anchors: ['ode', 'ODE', 'otp', 'OTP', 'PIN', 'pin', 'assword'],
    pattern: new RegExp(
      `\\b${CODE_WORDS}[_ -]{0,3}(?:pass)?(?:code|pin|password)s?(?:${QUOTE})?(?:[ \\t]+(?:is|was|for \\w{1,20}(?: \\w{1,20})?(?: is)?|of|to use is))?${LINK}${CODE}`,
      'gi',
    ),
  },
  {
    kind: 'one_time_code',
    anchors: ['otp', 'OTP', 'Otp', 'TOTP', '2FA', '2fa', 'MFA', 'asscode', 'PIN', 'pin'],
    pattern: new RegExp(
      `\\b(?:otp|totp|2fa|mfa|passcode|pin)(?:${QUOTE})?(?:[ \\t]+(?:code))?(?:[ \\t]+(?:for|of|to|on) (?:the |my |our |your |his |her )?\\w{1,20}(?: \\w{1,20})?)?(?:[ \\t]+(?:is|was))?${LINK}${CODE}`,
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
    anchors: ['暗証番号', 'コード', 'ワンタイム'],
    pattern:
      /(?:暗証番号|認証コード|確認コード|セキュリティコード|ワンタイムパスワード)(?:は|が|を|[:：])[ \t]{0,4}[「『]?(?<secret>\d{3}[- ]\d{3}|\d{4,8})(?!\d|[ \t]?[円桁個文字回分秒])/g,
  },
  {
    kind: 'one_time_code',
    anchors: ['码', '碼'],
    pattern:
      /(?:验证码|驗證碼|动态码|動態碼|校验码|登录码|登陆码|确认码|短信码|动态密码|一次性密码|安全码|PIN码)[^\d\n]{0,8}(?:\r?\n[ \t]{0,8})?(?<secret>\d{3}[- ]\d{3}|\d{4,8})(?!\d|[ \t]?[元块条行个分秒])/g,
  },
  {
    kind: 'one_time_code',
    anchors: ['码', '碼'],
    pattern:
      /(?<![\d.])(?<secret>\d{4,8})(?=[^\d\n]{0,6}(?:是|为|作为)(?:您|你)?的?(?:验证码|动态码|校验码|登录码|确认码))/g,
  },
  // "Your code: 482913", "Your login code is 771-204", "Use 482913 to sign in", "Code 482913 for your bank login".
  {
    kind: 'one_time_code',
    anchors: ['ode', 'ODE'],
    pattern: new RegExp(
      `\\b(?:your|my|this|the \\d-digit) (?:new |latest |current )?code(?:[ \\t]+is)?${LINK}${CODE}`,
      'gi',
    ),
  },
  {
    kind: 'one_time_code',
    anchors: ['se ', 'nter ', 'ype ', 'SE ', 'ode '],
    pattern: new RegExp(
      `\\b(?:use|enter|type|code)[ \\t]${CODE}(?=[ \\t](?:to|as|for)[ \\t][^\\n.]{0,30}?${PURPOSE})`,
      'gi',
    ),
  },
  // Recovery codes: a list of short words with digits.
  {
    kind: 'one_time_code',
    anchors: ['odes', 'ODES'],
    pattern: new RegExp(
      `\\b(?:recovery|backup|scratch|emergency)[ -]codes?(?: are)?[ \\t]{0,4}[:：]?(?:[ \\t]{1,4}|[ \\t]{0,4}${BREAK})(?<secret>(?=[a-z-]{0,20}\\d)[a-z0-9]{4,12}(?:-[a-z0-9]{3,12}){0,3}(?:[\\s,;]{1,3}(?=[a-z-]{0,20}\\d)[a-z0-9]{4,12}(?:-[a-z0-9]{3,12}){0,3}){0,23})`,
      'gi',
    ),
  },
];
