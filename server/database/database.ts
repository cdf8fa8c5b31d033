import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { escapeLiteral } from 'pg';
import type { Report } from '../report.ts';
import { createChanges } from './changes.ts';
import { TIMEOUT, type Work } from './connection.ts';
import { openPostgres } from './postgres.ts';
import { type DatabaseSettings, isPostgres } from './settings.ts';
import { createTurns } from './turns.ts';

/** Milliseconds between two removals of what was deleted long ago. */
const PURGE_INTERVAL = 3_600_000;

/** The database of the service. */
export type Database = Awaited<ReturnType<typeof openDatabase>>;

/**
 * Opens the database and brings its schema up to date.
 *
 * @param report receives each failure and recovery of work that belongs to no request
 */
export async function openDatabase(settings: DatabaseSettings, report: Report) {
  const changes = createChanges();
  // An image without an embedded database does not have it.
  const open = isPostgres(settings.url) ? openPostgres : (await import('./pglite.ts')).openPglite;
  const connection = await open(settings, changes.receive, report);
  const { name, size, run } = connection;
  const takeTurn = createTurns(Math.max(1, Math.floor(size / 2)), TIMEOUT);
  const read = <Row extends object>(organizationId: string, query: SQL<Row>): Promise<Row[]> =>
    takeTurn(organizationId, () =>
      connection.read(transactionPreamble(organizationId, {}), textOf(query)),
    );
  const check = async () => {
    await read('', sql<object>`select`);
  };
  await check();
  const purging = setInterval(() => {
    run('select purge_deleted()').then(
      () => report('purge', null),
      (error) => report('purge', error),
    );
  }, PURGE_INTERVAL);
  purging.unref();
  return {
    name,
    changes,
    run,
    /**
     * Runs `work` in a transaction that sees and changes the rows of one organization only, as a role that row-level
     * security binds. At most half of the connections are one organization's.
     *
     * @param organizationId from the verified JWT, never from the rest of a request
     * @param actor who asks for the work, for the audit trail
     * @throws what `failureOf` explains
     */
    forOrganization: <Result>(organizationId: string, work: Work<Result>, actor: object = {}) =>
      takeTurn(organizationId, () =>
        connection.transact(transactionPreamble(organizationId, actor), work),
      ),
    /**
     * Runs one statement that only reads, as `forOrganization` would, but in one round trip. The values of the query,
     * which are texts, numbers or lists of them, are sent as literals.
     */
    read,
    /** Rejects when no request can be answered now. It takes the same path as a request. */
    check,
    async close() {
      clearInterval(purging);
      await connection.close();
    },
  };
}

const dialect = new PgDialect();

/** Returns a statement with its values in it. */
function textOf(query: SQL): string {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return text.replace(/\$(\d+)/g, (_, number) => literalOf(params[number - 1]));
}

function literalOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array[${value.map(literalOf)}]`;
  // No stored text has a zero character, which would end the statement.
  return escapeLiteral(String(value).replaceAll('\0', ''));
}

/** The settings end with the transaction, so that a pooler may give the connection to anybody afterwards. */
function transactionPreamble(organizationId: string, actor: object): string {
  return `select set_config('role', 'charter_service', true),
    set_config('search_path', 'public', true),
    set_config('statement_timeout', '${TIMEOUT}', true),
    set_config('app.organization_id', ${escapeLiteral(organizationId)}, true),
    set_config('app.actor', ${escapeLiteral(JSON.stringify(actor))}, true)`;
}
