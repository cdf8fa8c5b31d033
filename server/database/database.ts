import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { type Changes, createChanges } from './changes.ts';
import type { RunSql } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';

type Drizzle = PgDatabase<PgQueryResultHKT>;
export type Transaction = Parameters<Parameters<Drizzle['transaction']>[0]>[0];

/** What PGlite and Postgres have in common. */
export interface Connection {
  readonly drizzle: Drizzle;
  /** Runs SQL as the owner of the tables, whom no row-level security binds. No request's text may be in it. */
  readonly run: RunSql;
  close(): Promise<void>;
}

/** The database of the service. */
export interface Database extends Pick<Connection, 'run' | 'close'> {
  /**
   * Runs `work` in a transaction that sees and changes the rows of one organization only, as a role that row-level
   * security binds.
   *
   * @param organizationId from the verified JWT, never from the rest of a request
   */
  forOrganization<Result>(
    organizationId: string,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result>;
  readonly changes: Changes;
}

/**
 * Opens the database and brings its schema up to date.
 *
 * @param url `postgres://...`, or the folder of an embedded Postgres; `memory://` keeps nothing
 */
export async function openDatabase(url: string): Promise<Database> {
  const changes = createChanges();
  const open = /^postgres(?:ql)?:/.test(url) ? openPostgres : openPglite;
  const { drizzle, run, close } = await open(url, changes.receive);
  return {
    changes,
    run,
    close,
    forOrganization: (organizationId, work) =>
      drizzle.transaction(async (transaction) => {
        await transaction.execute(
          sql`select set_config('role', 'charter_service', true), set_config('app.organization_id', ${organizationId}, true)`,
        );
        return work(transaction);
      }),
  };
}
