// The table of secret formats: for each row the kind, the pattern, and the public format it follows. Data for redact.ts.
// A row with `anchor` is skipped for a text that does not hold that text. Every pattern reads each character a bounded number of times:
// it starts only where no character of its own run stands before (see EDGE) or takes the whole run, so that a long run is walked once.

import type { SecretKind } from './redaction.ts';

export interface SecretPattern {
  readonly kind: SecretKind;
  /** One of these stands in every match; compared with case kept. */
  readonly anchors: readonly string[];
  /** Global. The group `secret` is what is replaced, else the whole match. */
  readonly pattern: RegExp;
  /** Looks at the matched secret: false leaves it. */
  readonly accepts?: (secret: string) => boolean;
}

/** Where a token may begin: no letter or digit before, or an escape of a JSON string or of a URL (`\n`, `\u003d`, `%3D`). */
const ESCAPED = '(?<=\\\\[nrtbf])|(?<=\\\\u[0-9a-fA-F]{4})|(?<=%[0-9A-Fa-f]{2})';
/** What is known by a prefix of its own, also glued to a word by `-` or `_`, as in the name of a file: `login-ghp_…`. */
const GLUED_EDGE = `(?:(?<![A-Za-z0-9])|${ESCAPED})`;
/** What is known by its length and letters only, and what would be read again from each place inside a long run. */
const EDGE = `(?:(?<![A-Za-z0-9_-])|${ESCAPED})`;
const token = (body: string): RegExp => new RegExp(GLUED_EDGE + body, 'g');
const aloneToken = (body: string): RegExp => new RegExp(EDGE + body, 'g');
const hasDigit = (secret: string): boolean => /\d/.test(secret);
/** A long run without a hyphen is no hyphenated prose; prose-like runs need a digit. */
const looksRandom = (secret: string): boolean => hasDigit(secret) || /[A-Za-z]{20,}/.test(secret);
/** Glued to a word a short prefix may be a syllable or a language: one part must look made. */
const hasRandomPart = (secret: string): boolean =>
  secret
    .split(/[-_]/)
    .some(
      (part) =>
        /\d/.test(part) && (part.length >= 16 || (part.length >= 12 && /[a-z]/.test(part) && /[A-Z]/.test(part))),
    );

export const SECRET_PATTERNS: readonly SecretPattern[] = [
  // OpenAI: sk-…, sk-proj-…, sk-svcacct-…; Anthropic: sk-ant-api03-…; OpenRouter: sk-or-v1-…; and others that took the same prefix.
  { kind: 'api_key', anchors: ['sk-'], pattern: aloneToken('sk-[A-Za-z0-9_-]{20,}'), accepts: looksRandom },
  {
    kind: 'api_key',
    anchors: ['-sk-', '_sk-'],
    pattern: /(?<=[-_])sk-[A-Za-z0-9_-]{20,}/g,
    accepts: hasRandomPart,
  },
  // Stripe secret and restricted keys, live and test; webhook signing secrets.
  { kind: 'api_key', anchors: ['k_live_', 'k_test_'], pattern: token('[srp]k_(?:live|test)_[A-Za-z0-9]{16,}') },
  { kind: 'api_key', anchors: ['whsec_'], pattern: token('whsec_[A-Za-z0-9+/=]{24,}') },
  // AWS access key ids: four-letter prefix by kind and 16 upper-case base32 characters.
  {
    kind: 'api_key',
    anchors: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    pattern: token('(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])'),
  },
  // Google API keys (AIza + 35), OAuth client secrets (GOCSPX-), access tokens (ya29.).
  { kind: 'api_key', anchors: ['AIza'], pattern: token('AIza[A-Za-z0-9_-]{35}') },
  { kind: 'api_key', anchors: ['GOCSPX-'], pattern: token('GOCSPX-[A-Za-z0-9_-]{20,}') },
  { kind: 'token', anchors: ['ya29.'], pattern: token('ya29\\.[A-Za-z0-9_-]{20,}') },
  // GitHub: gh[pousr]_ + 36 characters, fine-grained github_pat_.
  { kind: 'token', anchors: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], pattern: token('gh[pousr]_[A-Za-z0-9]{30,}') },
  { kind: 'token', anchors: ['github_pat_'], pattern: token('github_pat_[A-Za-z0-9_]{40,}') },
  // GitLab: personal, deploy, runner, feed and job tokens.
  {
    kind: 'token',
    anchors: ['gl'],
    pattern: token('gl(?:pat|dt|rt|ft|soat|ptt|cbt|imt|agent|oas)-[A-Za-z0-9_.-]{20,}'),
  },
  // Slack: bot, user, app-level, refresh and configuration tokens; incoming webhooks.
  { kind: 'token', anchors: ['xox'], pattern: token('xox[abeoprs](?:\\.xox[bp])?-[A-Za-z0-9-]{10,}') },
  { kind: 'token', anchors: ['xapp-'], pattern: token('xapp-\\d-[A-Za-z0-9-]{20,}') },
  {
    kind: 'token',
    anchors: ['hooks.slack.com/'],
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9/_-]{20,})/g,
  },
  // Discord: three-part bot tokens; webhooks.
  {
    kind: 'token',
    anchors: ['.'],
    pattern: aloneToken('[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])'),
  },
  {
    kind: 'token',
    anchors: ['/api/webhooks/'],
    pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{10,25}\/(?<secret>[A-Za-z0-9_-]{40,})/g,
  },
  // Telegram bot tokens: bot id, colon, 35 characters.
  { kind: 'token', anchors: [':'], pattern: /(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{32,33}(?![A-Za-z0-9_-])/g },
  // JSON web tokens: three base64url parts, the first two begin with the encoded `{"`.
  // Glued to a word first, its first part bounded, since it may begin at many places of a run.
  {
    kind: 'token',
    anchors: ['-eyJ', '_eyJ'],
    pattern: /(?<=[-_])eyJ[A-Za-z0-9_-]{8,300}(?:\.[A-Za-z0-9_-]{8,}){1,4}/g,
  },
  { kind: 'token', anchors: ['eyJ'], pattern: aloneToken('eyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]{8,}){1,4}') },
  // Package registries: npm, PyPI, RubyGems, crates.io, Docker.
  { kind: 'token', anchors: ['npm_'], pattern: token('npm_[A-Za-z0-9]{30,}') },
  { kind: 'token', anchors: ['pypi-'], pattern: token('pypi-[A-Za-z0-9_-]{50,}') },
  { kind: 'token', anchors: ['rubygems_'], pattern: token('rubygems_[a-f0-9]{40,}') },
  { kind: 'token', anchors: ['dckr_'], pattern: token('dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}') },
  // Model hosts: Hugging Face, Groq, xAI, Replicate, Perplexity, NVIDIA.
  { kind: 'token', anchors: ['hf_'], pattern: token('hf_[A-Za-z]{30,}') },
  { kind: 'token', anchors: ['hf_'], pattern: token('hf_[A-Za-z0-9]{30,}') },
  {
    kind: 'api_key',
    anchors: ['gsk_', 'xai-', 'r8_', 'pplx-', 'nvapi-'],
    pattern: token('(?:gsk_|xai-|r8_|pplx-|nvapi-)[A-Za-z0-9_-]{30,}'),
    accepts: looksRandom,
  },
  // Mail and telephony: SendGrid (SG.x.y), Mailgun (key-hex), Mailchimp (hex-us1), Twilio API keys (SK + 32 hex), Postmark by context only.
  { kind: 'api_key', anchors: ['SG.'], pattern: token('SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,}') },
  { kind: 'api_key', anchors: ['key-'], pattern: aloneToken('key-[a-f0-9]{32}(?![a-f0-9])') },
  { kind: 'api_key', anchors: ['-us'], pattern: aloneToken('[a-f0-9]{32}-us\\d{1,2}(?![A-Za-z0-9])') },
  { kind: 'api_key', anchors: ['SK'], pattern: aloneToken('SK[a-f0-9]{32}(?![A-Za-z0-9])') },
  // Shops and payment: Shopify, Square, Razorpay, PayPal Braintree.
  { kind: 'token', anchors: ['shp'], pattern: token('shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}') },
  { kind: 'token', anchors: ['sq0'], pattern: token('sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,}') },
  {
    kind: 'token',
    anchors: ['access_token$'],
    pattern: /access_token\$(?:production|sandbox)\$[a-z0-9]{8,}\$[a-f0-9]{32}/g,
  },
  // Clouds: DigitalOcean, Fly, Netlify, Render, Supabase, PlanetScale, Heroku, Cloudflare origin CA, Databricks, Alibaba, Tencent, Volcengine.
  { kind: 'token', anchors: ['_v1_'], pattern: token('do[opr]_v1_[a-f0-9]{64}') },
  { kind: 'token', anchors: ['fm1r_', 'fm2_', 'fo1_'], pattern: token('(?:fm1r_|fm2_|fo1_)[A-Za-z0-9+/=_-]{40,}') },
  {
    kind: 'token',
    anchors: ['nfp_', 'rnd_', 'sbp_', 'pscale_'],
    pattern: token('(?:nfp_|rnd_|sbp_|pscale_(?:tkn|pw|oauth)_)[A-Za-z0-9_.-]{28,}'),
  },
  {
    kind: 'token',
    anchors: ['HRKU-', 'v1.0-'],
    pattern: token('(?:HRKU-[A-Za-z0-9_-]{36,}|v1\\.0-[a-f0-9]{24}-[a-f0-9]{146})'),
  },
  { kind: 'token', anchors: ['dapi'], pattern: token('dapi[a-f0-9]{32}(?:-\\d)?(?![a-f0-9])') },
  {
    kind: 'api_key',
    anchors: ['LTAI', 'AKID', 'AKLT', 'ALTAK'],
    pattern: token(
      '(?:LTAI[A-Za-z0-9]{12,26}|AKID[A-Za-z0-9]{32}|AKLT[A-Za-z0-9_-]{30,}|bce-v3/ALTAK-[A-Za-z0-9]{20,}/[a-f0-9]{40})',
    ),
  },
  // Developer tools: Linear, Notion, Figma, Airtable, Postman, Sentry, Grafana, New Relic, Doppler, Buildkite, CircleCI, Atlassian, Vault, Terraform Cloud.
  {
    kind: 'api_key',
    anchors: ['lin_api_', 'ntn_', 'figd_', 'figo_', 'PMAK-', 'NRAK-'],
    pattern: token('(?:lin_api_|lin_oauth_|ntn_|figd_|figo_|PMAK-|NRAK-)[A-Za-z0-9_-]{24,}'),
  },
  { kind: 'api_key', anchors: ['secret_'], pattern: aloneToken('secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])') },
  { kind: 'token', anchors: ['pat'], pattern: token('pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}') },
  {
    kind: 'token',
    anchors: ['sntry', 'glsa_', 'glc_', 'dp.', 'bkua_', 'CCIPAT_', 'ATATT3', 'ATCTT3'],
    pattern: token(
      '(?:sntry[su]_|glsa_|glc_|dp\\.(?:pt|st|ct|sa|scim|audit)\\.|bkua_|CCIPAT_|ATATT3|ATCTT3)[A-Za-z0-9_+/=.-]{24,}',
    ),
  },
  {
    kind: 'token',
    anchors: ['hvs.', 'hvb.', 'hvr.', '.atlasv1.'],
    pattern: token('(?:hv[sbr]\\.[A-Za-z0-9_-]{24,}|[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,})'),
  },
  { kind: 'token', anchors: ['EAA'], pattern: token('EAA(?=[A-Za-z]*\\d)[A-Za-z0-9]{60,}') },
  // age secret keys (bech32, upper case).
  { kind: 'private_key', anchors: ['AGE-SECRET-KEY-1'], pattern: token('AGE-SECRET-KEY-1[0-9A-Z]{58}') },
  // Azure: storage account keys and shared access keys are 64 or 32 bytes in base64; client secrets have `8Q~` or `7Q~` at place four.
  {
    kind: 'api_key',
    anchors: ['AccountKey=', 'SharedAccessKey=', 'SharedSecretValue='],
    pattern: /(?:AccountKey|SharedAccessKey|SharedSecretValue)=(?<secret>[A-Za-z0-9+/=]{20,})/g,
  },
  {
    kind: 'api_key',
    anchors: ['Q~'],
    pattern: aloneToken('[A-Za-z0-9_.~-]{3}[78]Q~[A-Za-z0-9_.~-]{31,34}(?![A-Za-z0-9_.~-])'),
  },
];
