import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** Milliseconds that a request waits for its turn, for a connection, and for a statement. */
export const TIMEOUT = 5_000;

/** The result of a statement of plain SQL, the same from both drivers. */
interface Result<Row> {
  readonly rows: Row[];
}
interface Rows extends PgQueryResultHKT {
  readonly type: Result<this['row']>;
}

/** Runs statements in a transaction that somebody else begins and ends. */
export type Transaction = Omit<PgDatabase<Rows>, 'transaction'>;
export type Work<Result> = (transaction: Transaction) => Promise<Result>;

/** Runs SQL of one or more statements, and returns the rows of the last one. */
export type RunSql = (statements: string) => Promise<readonly object[]>;

/** A connection to PGlite or Postgres. */
export interface Connection {
  /** Says which database it is, without a password. */
  readonly name: string;
  /** How many transactions it runs at the same time. */
  readonly size: number;
  /** Runs `work` in a transaction that begins with a statement. A failure rolls the transaction back. */
  transact<Result>(beginning: string, work: Work<Result>): Promise<Result>;
  /** Runs a statement that only reads, after a beginning as of `transact`: in one message, and so in one transaction. */
  read<Row extends object>(beginning: string, statement: string): Promise<Row[]>;
  /** Runs SQL as the owner of the tables, whom no row-level security binds. No request's text may be in it. */
  readonly run: RunSql;
  close(): Promise<void>;
}
