import { setTimeout as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, Pool, type PoolClient, type QueryResult } from 'pg';
import { codeOf, explain, type Report } from '../report.ts';
import { CHANNEL, type Changes } from './changes.ts';
import { type Connection, type RunSql, TIMEOUT } from './connection.ts';
import { DatabaseUnavailable } from './failures.ts';
import { migrate } from './migrate.ts';
import type { DatabaseSettings } from './settings.ts';

/** Milliseconds that a client waits for an answer; the server ends a statement before. */
const ANSWER_TIMEOUT = 2 * TIMEOUT;

/** Milliseconds in which a connection must be able to roll back, or is not used again. */
const ROLLBACK_TIMEOUT = 1_000;

/** The SQLSTATE of a write to a replica. After a failover, the address can lead to the old server for a while. */
const READ_ONLY = '25006';

/** Milliseconds before each attempt to listen again. */
const RECONNECT_DELAY = 1_000;

/** Milliseconds between two checks that the listening connection still lives. */
const HEARTBEAT_INTERVAL = 30_000;

/** Opens a pool of connections to a Postgres. A lost connection fails the requests that use it; the next ones get another. */
export async function openPostgres(
  { url, directUrl, poolSize }: DatabaseSettings,
  onChange: Changes['receive'],
  report: Report,
): Promise<Connection> {
  const { host, database } = new Client({ connectionString: url });
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: TIMEOUT,
    query_timeout: ANSWER_TIMEOUT,
  });
  // Without a listener, the end of a connection would end the process. The request that uses it fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  const prepare = async () => {
    // A pooler can have another name for the login.
    const { rows } = await pool.query<{ login: string }>('select session_user as login');
    const [{ login } = { login: '' }] = rows;
    await connected(directUrl, (run) => migrate(run, login));
    return login;
  };
  const user = await prepare().catch((error: unknown) => {
    throw new Error(`The database on ${host} cannot be opened: ${explain(error)}`, {
      cause: error,
    });
  });
  const withClient = async <Result>(work: (client: PoolClient) => Promise<Result>) => {
    const client = await pool.connect().catch(unavailable);
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      const rollback = { text: 'rollback', query_timeout: ROLLBACK_TIMEOUT };
      const isUsable =
        codeOf(error) !== READ_ONLY && (await client.query(rollback).then(Boolean, () => false));
      client.release(!isUsable);
      return isUsable ? Promise.reject(error) : unavailable(error);
    }
  };
  const stopListening = await listen(directUrl, onChange, report);
  return {
    name: `${database} on ${host} as ${user}`,
    size: poolSize,
    transact: (beginning, work) =>
      withClient(async (client) => {
        await client.query(`begin; ${beginning}`);
        const result = await work(drizzle(client));
        await client.query('commit');
        return result;
      }),
    // When a statement fails, Postgres skips the rest of its message, so nothing is read as the login.
    read: (beginning, statement) =>
      withClient((client) => lastRows(client.query(`${beginning}; ${statement}`))),
    run: (statements) => connected(directUrl, (run) => run(statements)),
    async close() {
      await stopListening();
      await pool.end();
    },
  };
}

function unavailable(cause: unknown): never {
  throw new DatabaseUnavailable('The database did not answer.', { cause });
}

/** The tables are in the schema `public`; the extensions may be in another one of the login's path. */
const FIND_TABLES =
  "select set_config('search_path', concat_ws(', ', 'public', nullif(current_setting('search_path'), '')), false)";

/** Does work on a connection of its own. */
async function connected<Result>(
  url: string,
  work: (run: RunSql) => Promise<Result>,
): Promise<Result> {
  const client = createClient(url);
  await client.connect();
  const run: RunSql = (statements) => lastRows(client.query(statements));
  return run(FIND_TABLES)
    .then(() => work(run))
    .finally(() => client.end());
}

/** A query of several statements has several results. */
async function lastRows<Row extends object>(
  results: Promise<QueryResult<Row> | QueryResult<Row>[]>,
): Promise<Row[]> {
  return [await results].flat().at(-1)?.rows ?? [];
}

function createClient(url: string, settings: { query_timeout?: number } = {}): Client {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT,
    ...settings,
  });
  return client.on('error', () => undefined);
}

/** Listens for changes on a connection of its own. Connects again after a loss, also one that nothing announced. */
async function listen(
  url: string,
  onChange: Changes['receive'],
  report: Report,
): Promise<() => Promise<void>> {
  let isClosed = false;
  let client: Client;
  const connect = async () => {
    client = createClient(url, { query_timeout: TIMEOUT });
    client.on('notification', ({ payload = '' }) => onChange(payload));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    client.once('end', connectAgain);
  };
  const connectAgain = async () => {
    if (!isClosed) report('changes', new Error('The connection that listens was lost.'));
    while (!isClosed) {
      await pause(RECONNECT_DELAY, undefined, { ref: false });
      const isConnected = await connect().then(
        () => true,
        () => false,
      );
      if (!isConnected) continue;
      report('changes', null);
      return onChange(null);
    }
  };
  await connect();
  const check = setInterval(() => {
    client.query('select 1').catch(() => client.end());
  }, HEARTBEAT_INTERVAL);
  check.unref();
  return async () => {
    isClosed = true;
    clearInterval(check);
    await client.end().catch(() => undefined);
  };
}
