// Secrets are replaced by a mark that names their kind; what only looks like one stays.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findIdentifiers } from '../../../electron/core/safeguard/identifiers.ts';
import { mergeRedactions, redactSecrets } from '../../../electron/core/safeguard/redact.ts';
import { HARMLESS_FORMS, SECRET_FORMS } from './secret-corpus.ts';

const SECRETS: readonly (readonly [said: string, left: string])[] = [
  ['sk-ant-api03-AbCdEf0123456789AbCdEf0123456789', '[redacted:api_key]'],
  ['AKIAIOSFODNN7EXAMPLE', '[redacted:api_key]'],
  ['ghp_0123456789abcdefghijABCDEFGHIJ012345', '[redacted:token]'],
  ['xoxb-123456789012-123456789012-AbCdEfGhIjKlMnOpQrStUvWx', '[redacted:token]'],
  ['AIzaSyA0123456789abcdefghijklmnopqrstuv', '[redacted:api_key]'],
  ['sk_live_0123456789abcdefABCDEF', '[redacted:api_key]'],
  ['glpat-AbCdEf0123456789_xyz', '[redacted:token]'],
  ['npm_0123456789abcdefghijABCDEFGHIJ012345', '[redacted:token]'],
  ['hf_abcdefghijklmnopqrstuvwxyzABCDEFGH', '[redacted:token]'],
  ['SG.abcdefghijklmnop_qrstu.ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefg', '[redacted:api_key]'],
  ['123456789:AAabcdefghijklmnopqrstuvwxyz0123456', '[redacted:token]'],
  ['DB_PASSWORD=hunter2!', 'DB_PASSWORD=[redacted:password]'],
  ['login-ghp_0123456789abcdefghijABCDEFGHIJ012345.txt', 'login-[redacted:token].txt'],
  ['x_ghp_0123456789abcdefghijABCDEFGHIJ012345', 'x_[redacted:token]'],
  ['token_ghp_0123456789abcdefghijABCDEFGHIJ012345-old', 'token_[redacted:token]-old'],
  ['Bearer-glpat-AbCdEf0123456789_xyz', 'Bearer-[redacted:token]'],
  ['backup-AKIAIOSFODNN7EXAMPLE', 'backup-[redacted:api_key]'],
  ['user-sk-proj-Q7d8xkLmP2vN9rTz4WbY6hJc1FgAe3Ku5Xs0', 'user-[redacted:api_key]'],
  ['db_sk_live_0123456789abcdefABCDEF', 'db_[redacted:api_key]'],
  ['id_eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.AbCdEf012345', 'id_[redacted:token]'],
  ['口令：春眠不觉晓88', '口令：[redacted:password]'],
  ['密码是我家的猫2020', '密码是[redacted:password]'],
  ['パスワードは さくら2024 です', 'パスワードは [redacted:password] です'],
  ['パスワードは「夏の夜の夢」です', 'パスワードは「[redacted:password]」です'],
  ['合言葉はやまかわ77。', '合言葉は[redacted:password]。'],
  ['暗証番号は 4821 です', '暗証番号は [redacted:one_time_code] です'],
  ['passwd: s3cr3t', 'passwd: [redacted:password]'],
  ["pwd = 'abc 123'", "pwd = '[redacted:password]'"],
  ['The password for the wifi is Sunflower99.', 'The password for the wifi is [redacted:password]'],
  ['wifi password: sunflower', 'wifi password: [redacted:password]'],
  ['My PIN is 4821', 'My PIN is [redacted:one_time_code]'],
  ['2FA code: 123 456', '2FA code: [redacted:one_time_code]'],
  ['Use code 482913 to log in', 'Use code [redacted:one_time_code] to log in'],
  ['您的验证码是 482913，请勿泄露', '您的验证码是 [redacted:one_time_code]，请勿泄露'],
  ['密码：Abc123!', '密码：[redacted:password]'],
  ['口令是 tulip-77', '口令是 [redacted:password]'],
  ['api_key=abcd1234efgh5678', 'api_key=[redacted:api_key]'],
  ['"apiKey": "abcd1234efgh5678"', '"apiKey": "[redacted:api_key]"'],
  ["client_secret: 'Zx9-abcdef123456'", "client_secret: '[redacted:api_key]'"],
  ['x-api-key: 0123456789abcdef', 'x-api-key: [redacted:api_key]'],
  ['curl -u ana:hunter2 https://x.org', 'curl -u ana:[redacted:password] https://x.org'],
  ['curl -H "Authorization: Basic YW5hOmh1bnRlcjI="', 'curl -H "Authorization: Basic [redacted:bearer]"'],
  [
    'mongodb+srv://app:p4ss@cluster0.mongodb.net/x',
    'mongodb+srv://[redacted:connection_string]@cluster0.mongodb.net/x',
  ],
  ['redis://:pw123@cache:6379', 'redis://[redacted:connection_string]@cache:6379'],
  ['Server=db;User Id=sa;Password=Str0ng!Pass;', 'Server=db;User Id=sa;Password=[redacted:password];'],
  ['{\\"password\\":\\"blue-Kettle-77\\"}', '{\\"password\\":\\"[redacted:password]\\"}'],
  ['{"headers":{"Cookie":"sid=abc123def456; theme=dark"}}', '{"headers":{"Cookie":"[redacted:cookie]"}}'],
  ['{"set-cookie":["session=abc123def456; Path=/"]}', '{"set-cookie":["[redacted:cookie]"]}'],
  ['https://x.org/cb?access_token=abcd1234efgh5678&x=1', 'https://x.org/cb?access_token=[redacted:token]&x=1'],
  ['-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAA\nAAAB', '[redacted:private_key]'],
  ['access code 99812', 'access code [redacted:one_time_code]'],
  ["secret: 'k9#mQ2!vL7'", "secret: '[redacted:api_key]'"],
  ['token=abcDEF1234567890', 'token=[redacted:token]'],
  ['My login is ana / password tulip77', 'My login is ana / password [redacted:password]'],
  ['password is: tulip77, ok?', 'password is: [redacted:password], ok?'],
  ['<password>tulip77</password>', '<password>[redacted:password]</password>'],
  ['| password | tulip77 |', '| password | [redacted:password] |'],
  ['PGPASSWORD=tulip77 psql', 'PGPASSWORD=[redacted:password] psql'],
  ['--password=tulip77', '--password=[redacted:password]'],
  ["export TOKEN='abcDEF1234567890'", "export TOKEN='[redacted:token]'"],
  ['\\nsk-demo-a8f3k2m9x7q1w5e4r6t8y0u2i4o6p8z1\\n', '\\n[redacted:api_key]\\n'],
  ['the passphrase is "correct horse battery staple"', 'the passphrase is "[redacted:password]"'],
  ['Bearer eyJhbGciOiJIUzI1NiJ9.e30.abc', 'Bearer [redacted:bearer]'],
  ['our new password will be Tulip-77-blue', 'our new password will be [redacted:password]'],
  ['密码改成了tulip77', '密码改成了[redacted:password]'],
];

const HARMLESS: readonly string[] = [
  '3f0c2b1e-1111-4222-8333-444455556666',
  'commit 4f2a9c1d7e8b6a5c4d3e2f1a0b9c8d7e6f5a4b3c',
  'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'v2.14.0-beta.3',
  '2026-03-01T10:00:00Z',
  '/home/ana/.ssh/id_rsa.pub',
  'Reset your password here',
  'The password must have 8 characters',
  'Where do I change the password?',
  'password: required',
  'type User = { password: string; token: string }',
  'const token = getToken()',
  'process.env.API_KEY',
  'max_tokens=4096',
  'tokens: 12345',
  'the secret to good bread is time',
  'Enter the code below',
  'error code 40312',
  'area code 02139',
  'zip code 94110',
  'order 482913',
  'ticket 20931477',
  'the token count is 512',
  'a bearer of bad news',
  'cookie: a small sweet biscuit',
  'chocolate cookies = best',
  'sk-learn',
  'git@github.com:ana/repo.git',
  'https://example.com/@user/post',
  'http://localhost:8080',
  'mailto:ana@example.com',
  'user:ana',
  'password manager',
  'I forgot my password',
  '密码太简单了',
  '密码是必填的',
  '请输入验证码',
  '验证码收不到',
  'pin the tab',
  'API key rotation policy: every 90 days',
  'secret santa: Ana',
  'key-value',
  'task-force-of-the-century-long-name',
  'The key is under the mat',
  'session: 2026-03-01',
  'auth: none',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  'Token ring networks were slow',
  'my pin code area is nice',
  'see page 1234 for login code samples',
  'lorem ipsum dolorsitametconsecteturadipiscingelitsed',
  'weather code in the table is 4711',
  'password reset link expires in 24 hours',
  'pass: 12 fail: 3',
  'passed: 1234',
];

describe('a secret is replaced', () => {
  test.each(SECRETS)('%s', (said, left) => {
    expect(redactSecrets(said).text).toBe(left);
  });
});

describe('what only looks like a secret stays', () => {
  test.each(HARMLESS)('%s', (said) => {
    expect(redactSecrets(said)).toEqual({ text: said, redactions: [] });
  });
});

describe('a corpus written without a look at the patterns', () => {
  test.each(SECRET_FORMS)('%j holds a secret', (said, secret) => {
    const { text } = redactSecrets(said);
    expect(text).not.toContain(secret);
    expect(redactSecrets(text)).toEqual({ text, redactions: [] });
  });

  test.each(SECRET_FORMS)('%j holds one inside JSON too', (said, secret) => {
    const inJson = JSON.stringify({ output: said });
    const { text } = redactSecrets(inJson);
    expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
    expect(JSON.parse(text)).toHaveProperty('output');
  });

  test.each(HARMLESS_FORMS)('%j holds none', (said) => {
    expect(redactSecrets(said)).toEqual({ text: said, redactions: [] });
  });
});

/** 32 letters and digits from a seed, as a key generator would make them. */
const keyBody = (seed: number): string =>
  Array.from({ length: 32 }, (_, index) =>
    ((seed * 7919 + index * index * 104729 + index * 31) % 36).toString(36),
  ).join('');

describe('passwords and keys are not kept because identifiers must be exact (B42)', () => {
  const key = `sk-demo-${keyBody(7)}`;
  const output = [
    `key ${key}`,
    'password: blue-Kettle-77',
    'Authorization: Bearer k3J9sLq0PzX81mVbN2',
    'open https://ana:Tulip-9@intranet.example/login',
    'Your login code is 482913.',
    'commit 4f2a9c1d7e in /srv/app/report_v2.txt',
  ].join('\n');

  test('none of the values is left, hash and path are', () => {
    const { text, redactions } = redactSecrets(output);
    for (const secret of [key, 'blue-Kettle-77', 'k3J9sLq0PzX81mVbN2', 'Tulip-9', '482913'])
      expect(text).not.toContain(secret);
    expect(findIdentifiers(text).map((identifier) => identifier.text)).toEqual([
      '4f2a9c1d7e',
      '/srv/app/report_v2.txt',
    ]);
    expect(redactions).toEqual([
      { kind: 'api_key', count: 1 },
      { kind: 'bearer', count: 1 },
      { kind: 'one_time_code', count: 1 },
      { kind: 'password', count: 2 },
    ]);
  });

  test.each([1, 2, 3])('in JSON escaped %i times', (depth) => {
    let text = output;
    for (let level = 0; level < depth; level += 1) text = JSON.stringify({ output: text });
    const redacted = redactSecrets(text).text;
    for (const secret of [key, 'blue-Kettle-77', 'k3J9sLq0PzX81mVbN2', 'Tulip-9', '482913'])
      expect(redacted).not.toContain(secret);
    expect(redacted).toContain('/srv/app/report_v2.txt');
    expect(JSON.parse(redacted)).toHaveProperty('output');
  });

  test('any such key goes, wherever it stands', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'), minLength: 32, maxLength: 32 }),
        fc.constantFrom('', 'key=', '"', '密钥', '(', '\\n', ': '),
        (body, before) => {
          expect(redactSecrets(`${before}sk-demo-${body} end`).text).not.toContain(body);
        },
      ),
    );
  });
});

test('one secret does not block, a long word in prose is none (B44)', () => {
  const word = 'pneumonoultramicroscopicsilicovolcanocon';
  const { text, redactions } = redactSecrets(`The word ${word} is long. api_key = ${keyBody(3)}`);
  expect(text).toBe(`The word ${word} is long. api_key = [redacted:api_key]`);
  expect(redactions).toEqual([{ kind: 'api_key', count: 1 }]);
});

test('two keys glued together both go at once', () => {
  const glued = `${'AIzaSyA1bCdEfGhIjKlMnOpQrStUvWxYz012345'}sk-ant-api03-AbCdEf0123456789AbCdEf0123456789`;
  expect(redactSecrets(glued).text).not.toMatch(/AbCdEf|AIza/u);
});

describe('secrets as people say and type them elsewhere', () => {
  test.each([
    ['mysql -u root -pTulip99 app', 'mysql -u root -p[redacted:password] app'],
    ['api key AbCdEf123456GhIjKlMn', 'api key [redacted:api_key]'],
    ['mot de passe : Tulipe99', 'mot de passe : [redacted:password]'],
    ['パスワードは Tulip99 です', 'パスワードは [redacted:password] です'],
    ['비밀번호: Tulip99', '비밀번호: [redacted:password]'],
    [
      'seed phrase: abandon ability able about above absent absorb abstract absurd abuse access accident',
      'seed phrase: [redacted:password]',
    ],
  ])('%s', (text, expected) => {
    expect(redactSecrets(text).text).toBe(expected);
  });

  test.each([
    'const password = getPassword()',
    'password: crypto.randomBytes(16)',
    'the primary key is AccountNumber and the api key page',
    'cp -p notes.md backup; mysql -u root app',
    'The phrase: we all went home early and then had some tea with cake',
    'パスワードを忘れました',
  ])('none of them: %s', (text) => {
    expect(redactSecrets(text)).toEqual({ text, redactions: [] });
  });
});

describe('private keys', () => {
  const body = `${keyBody(1)}${keyBody(2)}`;
  const pem = (label: string) => `-----BEGIN ${label}-----\n${body}\n${body}\n-----END ${label}-----`;

  test.each([
    'PRIVATE KEY',
    'RSA PRIVATE KEY',
    'EC PRIVATE KEY',
    'OPENSSH PRIVATE KEY',
    'ENCRYPTED PRIVATE KEY',
    'PGP PRIVATE KEY BLOCK',
  ])('%s', (label) => {
    expect(redactSecrets(`a\n${pem(label)}\nb`).text).toBe('a\n[redacted:private_key]\nb');
  });

  test('a public key and a certificate stay', () => {
    for (const label of ['PUBLIC KEY', 'CERTIFICATE']) expect(redactSecrets(pem(label)).text).toBe(pem(label));
  });

  test('a cut-off head or tail is a key too', () => {
    expect(redactSecrets(`-----BEGIN PRIVATE KEY-----\n${body}\n${body.slice(0, 9)}`).text).toBe(
      '[redacted:private_key]',
    );
    expect(redactSecrets(`cut\n${body}\n-----END PRIVATE KEY-----\nnext`).text).toBe(
      'cut\n[redacted:private_key]\nnext',
    );
  });

  test('in a JSON string, its line ends escaped', () => {
    expect(redactSecrets(JSON.stringify({ key: pem('PRIVATE KEY'), id: 7 })).text).toBe(
      '{"key":"[redacted:private_key]","id":7}',
    );
  });
});

test('counts are summed by kind', () => {
  expect(
    mergeRedactions([
      [{ kind: 'token', count: 1 }],
      [],
      [
        { kind: 'api_key', count: 2 },
        { kind: 'token', count: 3 },
      ],
    ]),
  ).toEqual([
    { kind: 'api_key', count: 2 },
    { kind: 'token', count: 4 },
  ]);
});

describe('for any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(...SECRETS.map(([said]) => said), ...HARMLESS),
    fc.constantFrom(
      ' ',
      '\n',
      '"',
      '\\"',
      ': ',
      '=',
      '密码',
      '[redacted:',
      ']',
      '://',
      '@',
      'password',
      'code ',
      'Bearer ',
    ),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  );

  test('redacting again changes nothing', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const once = redactSecrets(pieces.join('')).text;
        expect(redactSecrets(once)).toEqual({ text: once, redactions: [] });
      }),
      { numRuns: 400 },
    );
  });

  test('identifiers beside a secret survive word for word', () => {
    const names = [
      '4f2a9c1d7e',
      '/srv/app/report_v2.txt',
      '3f0c2b1e-1111-4222-8333-444455556666',
      'R-5521',
      '20931477',
      'v2.14.0',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...SECRETS.map(([said]) => said)), fc.constantFrom(...names), (secret, name) => {
        expect(redactSecrets(`${secret}\nsee ${name} there\n`).text).toContain(name);
      }),
    );
  });
});

test.each([
  'sk-',
  'eyJ',
  'password:',
  '-----BEGIN PRIVATE KEY-----\n',
  '-----END PRIVATE KEY-----\n',
  '"',
  '\\',
  '1234 ',
  '://a:',
  'Bearer ',
  'cookie: a=b;',
  '密码',
  'a',
  'A',
  'login code ',
  'password is ',
  '{"a":"',
])(
  '250 kB of %j are read once, not over and over',
  (part) => {
    const text = part.repeat(Math.ceil(250_000 / part.length));
    // Work that grew with the square of the length would take hours here: the limit below tells that from a busy machine.
    expect(typeof redactSecrets(text).text).toBe('string');
  },
  120_000,
);
