import { resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { CHANNEL, type Changes } from './changes.ts';
import type { Connection, RunSql } from './connection.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import type { DatabaseSettings } from './settings.ts';

/**
 * Opens a Postgres inside this process. It has one connection, so its transactions run one after another. It does not
 * wait for the disk: a power cut can lose what was answered, and the end of this process cannot.
 *
 * @throws when another process uses the folder: two of them would destroy it
 */
export async function openPglite(
  { url }: DatabaseSettings,
  onChange: Changes['receive'],
): Promise<Connection> {
  const isKept = url !== 'memory://';
  const unlock = isKept ? await lockFolder(url) : async () => undefined;
  const client = await PGlite.create(isKept ? `${url}/postgres` : url, {
    extensions: { btree_gin, pg_trgm },
  });
  const run: RunSql = async (statements) => (await client.exec(statements)).at(-1)?.rows ?? [];
  await migrate(run, 'postgres');
  await client.listen(CHANNEL, onChange);
  const database = drizzle(client);
  return {
    name: isKept
      ? `embedded in ${resolve(url)}, for development and trials`
      : 'embedded, and kept nowhere',
    size: 1,
    transact: (beginning, work) =>
      database.transaction(async (transaction) => {
        await transaction.execute(sql.raw(beginning));
        return work(transaction);
      }),
    read: <Row extends object>(beginning: string, statement: string) =>
      client.transaction(async (transaction) => {
        await transaction.query(beginning);
        return (await transaction.query<Row>(statement)).rows;
      }),
    run,
    async close() {
      await client.close();
      await unlock();
    },
  };
}
