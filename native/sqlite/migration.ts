// One numbered step of the schema. Its `up` runs inside a transaction that also stores the number.
import type { Database } from 'better-sqlite3';

export interface Migration {
  readonly version: number;
  readonly name: string;
  up(db: Database): void;
}
