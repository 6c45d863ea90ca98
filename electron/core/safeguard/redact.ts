// Secrets are replaced before text goes to a summariser, a summary, a note, a log or a card. Replaces and goes on; never blocks.

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
