// What a redaction says about a secret: its kind and how often, never the secret itself. Data only; see redact.ts.

export type SecretKind =
  | 'private_key'
  | 'api_key'
  | 'token'
  | 'password'
  | 'connection_string'
  | 'one_time_code'
  | 'bearer'
  | 'cookie';

/** Kind and count, never the secret. */
export interface Redaction {
  readonly kind: SecretKind;
  readonly count: number;
}
