import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { CHANNEL, type Changes } from './changes.ts';
import type { Connection } from './database.ts';
import { migrate, type RunSql } from './migrate.ts';

/**
 * Opens a Postgres inside this process. It has one connection, so its transactions run one after another.
 *
 * @param folder where its data is; `memory://` keeps nothing
 * @throws when another process uses the folder: two of them would destroy it
 */
export async function openPglite(
  folder: string,
  onChange: Changes['receive'],
): Promise<Connection> {
  const unlock = folder === 'memory://' ? () => undefined : lockFolder(folder);
  const client = await PGlite.create(folder === 'memory://' ? folder : join(folder, 'postgres'));
  const run: RunSql = async (statements) => (await client.exec(statements)).at(-1)?.rows ?? [];
  await migrate(run);
  await client.listen(CHANNEL, onChange);
  return {
    drizzle: drizzle(client),
    run,
    async close() {
      await client.close();
      unlock();
    },
  };
}

/** Locks a folder with a file that contains the process id. The file of a process that has ended locks nothing. */
function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'process-id');
  const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (holder > 0 && holder !== process.pid && isRunning(holder)) {
    throw new Error(
      `Another process (${holder}) uses the database in ${folder}: stop it, or set DATABASE_URL to another folder or to a Postgres.`,
    );
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}
