import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('./migrations/', import.meta.url);

/** Any number that no other program uses for an advisory lock of the same database. */
const LOCK = 7_210_399_154;

/** Runs SQL of one or more statements on one connection, and returns the rows of the last one. */
export type RunSql = (statements: string) => Promise<readonly object[]>;

/**
 * Brings the database to the newest schema: runs the files of `migrations/` that it has not had yet, in the order of
 * their names, each in a transaction of its own. Instances that start together wait for one another.
 *
 * @param run runs SQL on one connection that nothing else uses
 */
export async function migrate(run: RunSql): Promise<void> {
  await run(`select pg_advisory_lock(${LOCK})`);
  try {
    await run(
      'create table if not exists migrations (name text primary key, applied_at timestamptz default now())',
    );
    const applied = (await run('select name from migrations')).map((row) =>
      Reflect.get(row, 'name'),
    );
    const files = readdirSync(FOLDER).filter(
      (name) => name.endsWith('.sql') && !applied.includes(name),
    );
    for (const name of files.sort()) {
      const statements = readFileSync(new URL(name, FOLDER), 'utf8');
      await run(`begin; ${statements}; insert into migrations (name) values ('${name}'); commit`);
    }
  } catch (error) {
    await run('rollback');
    throw error;
  } finally {
    await run(`select pg_advisory_unlock(${LOCK})`);
  }
}
