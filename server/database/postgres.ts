import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, Pool } from 'pg';
import { CHANNEL, type Changes } from './changes.ts';
import type { Connection } from './database.ts';
import { migrate, type RunSql } from './migrate.ts';

/** Milliseconds that a request waits for a connection, and for a statement. */
const TIMEOUT = 5_000;

/** Milliseconds between two attempts to listen again after the connection was lost. */
const LISTEN_AGAIN = 1_000;

/**
 * Opens a pool of connections to a Postgres. A lost connection fails the requests that use it; the next ones get another.
 *
 * @param url a login that may create tables and the role `charter_service`
 */
export async function openPostgres(url: string, onChange: Changes['receive']): Promise<Connection> {
  const migration = new Client({ connectionString: url });
  await migration.connect();
  await migrate(runOn(migration)).finally(() => migration.end());
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT,
    statement_timeout: TIMEOUT,
    query_timeout: 2 * TIMEOUT,
  });
  // Without a listener, the end of an idle connection would end the process.
  pool.on('error', () => undefined);
  const stopListening = await listen(url, onChange);
  return {
    drizzle: drizzle(pool),
    run: runOn(pool),
    async close() {
      await stopListening();
      await pool.end();
    },
  };
}

/** A query of several statements has several results. */
function runOn(connection: Client | Pool): RunSql {
  return async (statements) => [await connection.query(statements)].flat().at(-1)?.rows ?? [];
}

/** Listens for changes on a connection of its own, and again after it was lost. */
async function listen(url: string, onChange: Changes['receive']): Promise<() => Promise<void>> {
  let isClosed = false;
  let client: Client;
  const connect = async () => {
    client = new Client({ connectionString: url, keepAlive: true });
    // The end follows, also of an attempt that fails.
    client.on('error', () => undefined);
    client.on('end', () => {
      if (!isClosed) setTimeout(connectAgain, LISTEN_AGAIN).unref();
    });
    client.on('notification', ({ payload = '' }) => onChange(payload));
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
  };
  const connectAgain = () =>
    void connect().then(
      () => onChange(null),
      () => undefined,
    );
  await connect();
  return async () => {
    isClosed = true;
    await client.end().catch(() => undefined);
  };
}
