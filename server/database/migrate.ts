import { readdirSync, readFileSync } from 'node:fs';
import { escapeLiteral } from 'pg';
import type { RunSql } from './connection.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

/** Any number that no other program uses for an advisory lock of the same database. */
const LOCK = 7_210_399_154;

/**
 * Brings the database to the newest schema, in one transaction: runs the files of `migrations/` that it has not had
 * yet, in the order of their names. The role of the requests and what it may do belong to the cluster, and are in no
 * dump: each start gives them again, and the functions. Instances that start together wait for one another.
 *
 * @param run runs SQL on one connection that nothing else uses, as the owner of the tables
 * @param login who is to work as the role
 */
export async function migrate(run: RunSql, login: string): Promise<void> {
  try {
    await run(`begin; select pg_advisory_xact_lock(${LOCK})`);
    await run(`select set_config('app.login', ${escapeLiteral(login)}, true)`);
    await run(read('../role.sql') + read('../functions.sql'));
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
      await run(`${read(name)}; insert into migrations (name) values ('${name}')`);
    }
    await run(read('../grants.sql'));
    await run('commit');
  } catch (error) {
    await run('rollback').catch(() => undefined);
    throw error;
  }
}

function read(path: string): string {
  return readFileSync(new URL(path, FOLDER), 'utf8');
}
