import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '#server/database/database.ts';
import { failureOf } from '#server/database/failures.ts';
import { lockFolder } from '#server/database/folder-lock.ts';
import { readDatabaseSettings } from '#server/database/settings.ts';
import { createTurns } from '#server/database/turns.ts';
import { deferred } from '#tests/unit/support/deferred.ts';
import { settingsOf } from './support/database-setups.ts';
import {
  hasPooler,
  REQUEST_LOGIN,
  runSql,
  startPooler,
  startPostgres,
  type TestPostgres,
} from './support/postgres.ts';

// Only what hangs takes so long.
vi.setConfig({ testTimeout: 100_000, hookTimeout: 100_000 });

const folder = mkdtempSync(join(tmpdir(), 'charter-database-'));
const opened: Database[] = [];
const reports: string[] = [];
let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterEach(async () => {
  vi.useRealTimers();
  reports.length = 0;
  for (const database of opened.splice(0)) await database.close();
});
afterAll(() => {
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function open(url: string, directUrl = url): Promise<Database> {
  const database = await openDatabase(settingsOf(url, directUrl), (what, error) => {
    reports.push(`${what} ${error ? 'lost' : 'back'}`);
  });
  opened.push(database);
  return database;
}

const asRequests = (url: string) => url.replace(/\/\/\w+@/, `//${REQUEST_LOGIN}@`);
const count = (database: Database, organization = 'acme') =>
  database.forOrganization(organization, (rows) => rows.execute(sql`select * from policies`));

describe('the settings of the database', () => {
  it.each([
    ['postgress://localhost/charter', undefined, 'DATABASE_URL must be'],
    ['mysql://root:secret@localhost/charter', undefined, 'DATABASE_URL must be'],
    ['memory', undefined, 'DATABASE_URL must be'],
    ['localhost:5432/charter', undefined, 'DATABASE_URL must be'],
    ['postgres://charter:pass#word@localhost/charter', undefined, 'DATABASE_URL is no address'],
    ['postgres://localhost/charter', './data', 'DATABASE_DIRECT_URL is no address'],
    ['', undefined, 'DATABASE_URL must be'],
  ])('%s cannot be right', (url, direct, sentence) => {
    const env = { DATABASE_URL: url, DATABASE_DIRECT_URL: direct, NODE_ENV: 'production' };
    expect(() => readDatabaseSettings(env)).toThrow(sentence);
    expect(() => readDatabaseSettings(env)).not.toThrow(/secret|pass#word/);
  });

  it.each(['0', '-1', '2.5', 'many'])('%s is no size of a pool', (DATABASE_POOL) => {
    expect(() => readDatabaseSettings({ DATABASE_POOL })).toThrow('DATABASE_POOL');
  });

  it('have the folder .data and ten connections by default', () => {
    const expected = { url: '.data', directUrl: '.data', poolSize: 10 };
    expect(readDatabaseSettings({})).toEqual(expected);
    expect(readDatabaseSettings({ DATABASE_URL: 'memory://' }).url).toBe('memory://');
    expect(readDatabaseSettings({ DATABASE_URL: '/srv/data' }).url).toBe('/srv/data');
  });
});

describe('the role of the requests [R17.1]', () => {
  it('is given again to a dump that was restored into another cluster', async () => {
    const other = await startPostgres();
    try {
      const url = await other.createDatabase();
      await (await open(url)).close();
      opened.length = 0;
      // A dump has no role, and a restored one nothing that names it.
      const name = new URL(url).pathname.slice(1);
      await other.query('drop owned by charter_service; drop role charter_service', name);
      const restored = await open(url);
      expect(await count(restored)).toMatchObject({ rows: [] });
    } finally {
      for (const database of opened.splice(0)) await database.close();
      other.stop();
    }
  });

  it('is given to a login that may do nothing else, and that reads nothing without it', async () => {
    const url = await postgres.createDatabase();
    const database = await open(asRequests(url), url);
    expect(database.name).toContain(`as ${REQUEST_LOGIN}`);
    expect(await count(database)).toMatchObject({ rows: [] });
    for (const statement of ['select * from policies', 'create table mine ()']) {
      await expect(runSql(asRequests(url), statement)).rejects.toThrow('permission denied');
    }
  });

  it.runIf(hasPooler)('is given to the login that a pooler has another name for', async () => {
    const url = await postgres.createDatabase();
    const pooler = await startPooler(postgres, 'transaction', `user=${REQUEST_LOGIN}`);
    try {
      const database = await open(pooler.through(url), url);
      expect(database.name).toContain(`as ${REQUEST_LOGIN}`);
    } finally {
      await pooler.stop();
    }
  });

  it('is missing: the start fails, and so does the check', async () => {
    const url = await postgres.createDatabase();
    const database = await open(asRequests(url), url);
    await runSql(url, `revoke charter_service from ${REQUEST_LOGIN}`);
    await expect(database.check()).rejects.toThrow();
    // No statement runs as the login instead, which may read here.
    await runSql(url, `grant select on policies to ${REQUEST_LOGIN}`);
    await expect(database.read('acme', sql<object>`select from policies`)).rejects.toThrow('role');
    await expect(open(asRequests(await postgres.createDatabase()))).rejects.toThrow(
      'permission denied',
    );
  });
});

describe('the schema public', () => {
  it('has the tables, whatever comes first on the search path of a login', async () => {
    const url = await postgres.createDatabase();
    const name = new URL(url).pathname.slice(1);
    await postgres.query('create schema owner authorization owner', name);
    const database = await open(asRequests(url), url);
    expect(await count(database)).toMatchObject({ rows: [] });
    await postgres.query(`alter database ${name} set search_path to ''`);
    await database.run('select purge_deleted()');
    const again = await open(asRequests(url), url);
    expect(await count(again)).toMatchObject({ rows: [] });
  });
});

describe('a failure', () => {
  it('may be tried again when the connection was lost, but not when the code is wrong', async () => {
    const database = await open(await postgres.createDatabase());
    const lost = database
      .forOrganization('acme', (rows) => rows.execute(sql`select pg_sleep(3)`))
      .catch(failureOf);
    await vi.waitFor(async () => {
      const [row] = await postgres.query(
        "select pg_terminate_backend(pid) as done from pg_stat_activity where query = 'select pg_sleep(3)'",
      );
      expect(row).toEqual({ done: true });
    });
    expect(await lost).toBe('unavailable');
    expect(failureOf(new Error('A mistake of the code.'))).toBe(null);
    await database.check();
  });

  it('of a write to a replica may be tried again, on another connection', async () => {
    const database = await open(await postgres.createDatabase());
    const run = (statement: string) =>
      database.forOrganization('acme', (rows) => rows.execute(sql.raw(statement)));
    await run('set session characteristics as transaction read only');
    expect(await run('delete from policies').catch(failureOf)).toBe('unavailable');
    await run('delete from policies');
  });
});

describe('a read', () => {
  it('has its values as they are, and the limits of every statement: one organization, five seconds', async () => {
    const database = await open(await postgres.createDatabase());
    const text = "it's \\ a \\' $1 \n";
    const values = { text, none: null, list: ['a', text], number: 3 };
    const columns = sql`${text} as text, ${null} as none, ${sql.param(['a', text])} as list, ${3}::int as number`;
    const limits = sql`current_organization() as organization, current_user::text as role,
      current_setting('statement_timeout') as timeout`;
    const limited = { organization: text, role: 'charter_service', timeout: '5s' };
    expect(await database.read(text, sql<object>`select ${columns}, ${limits}`)).toEqual([
      { ...values, ...limited },
    ]);
    const { rows } = await database.forOrganization(text, (all) =>
      all.execute(sql`select ${limits}`),
    );
    expect(rows).toEqual([limited]);
  });
});

describe('one organization', () => {
  it('cannot take every connection, and its other requests wait for their turn', async () => {
    const database = await open(await postgres.createDatabase());
    const ends: string[] = [];
    const sleep = (organization: string, seconds: number) =>
      database
        .forOrganization(organization, (rows) => rows.execute(sql`select pg_sleep(${seconds})`))
        .then(() => ends.push(organization));
    const greedy = Array.from({ length: 20 }, () => sleep('greedy', 0.1));
    await Promise.all([sleep('modest', 0), ...greedy]);
    expect(ends.indexOf('modest')).toBe(0);
    expect(ends).toHaveLength(21);
  });

  it('that asks for too much is told to try again, and leaves nothing behind', async () => {
    vi.useFakeTimers();
    const takeTurn = createTurns(1, 5_000);
    const work = deferred();
    const running = takeTurn('greedy', () => work.promise);
    const waiting = takeTurn('greedy', async () => 'never').catch(failureOf);
    vi.advanceTimersByTime(5_000);
    expect(await waiting).toBe('unavailable');
    const next = takeTurn('greedy', async () => 'next');
    work.resolve();
    await running;
    expect(await next).toBe('next');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('what was deleted 30 days ago [R17.3]', () => {
  it('is removed within an hour', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const database = await open(await postgres.createDatabase());
    await database.run(`insert into policies (organization_id, id, name, description, state, search_text, created_by, updated_by, updated_by_name, deleted_at)
      select 'acme', gen_random_uuid(), 'Policy', '', 'active', '', '', '', '', now() - n * interval '1 day' from generate_series(29, 31) n`);
    vi.advanceTimersByTime(3_600_000);
    vi.useRealTimers();
    // The one that is 30 days old to the millisecond goes, too.
    await vi.waitFor(async () => expect((await count(database)).rows).toHaveLength(1), 20_000);
  });
});

describe('a search [R17.3]', () => {
  it('of a rare word is answered by its index, although row-level security binds the request', async () => {
    const database = await open(await postgres.createDatabase());
    await database.run(`insert into policies (organization_id, id, name, description, state, search_text, created_by, updated_by, updated_by_name)
      select 'acme', gen_random_uuid(), 'Policy', '', 'active', 'policy number ' || n, '', '', '' from generate_series(1, 20000) n`);
    await database.run('vacuum analyze policies');
    const [found, scans] = await database.forOrganization('acme', async (rows) => [
      await rows.execute(sql`select find_policies(array['%number 19999%'], null, null, 101)`),
      await rows.execute(
        sql`select pg_stat_get_xact_numscans('policies_search'::regclass)::int as scans`,
      ),
    ]);
    expect(found).toMatchObject({ rows: [expect.any(Object)] });
    expect(scans).toMatchObject({ rows: [{ scans: 1 }] });
  });
});

describe('a connection that is silent [R17.4, R17.5]', () => {
  it('fails its request, is replaced, and what may have been missed is announced', async () => {
    const url = await postgres.createDatabase();
    const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
    vi.useFakeTimers({ toFake: [...toFake] });
    const database = await open(url);
    const heard: (string | null)[] = [];
    database.changes.subscribe('acme', (resource) => heard.push(resource));
    const resume = postgres.stall();
    const answer = vi.fn();
    void count(database).catch(failureOf).then(answer);
    await new Promise(setImmediate);
    // The next question whether it still lives, and the time for its answer.
    vi.advanceTimersByTime(35_000);
    const isOver = () => {
      expect(answer).toHaveBeenCalledWith('unavailable');
      expect(reports).toEqual(['changes lost']);
    };
    await vi.waitFor(isOver, 20_000).finally(resume);
    await vi.waitFor(() => expect(reports).toEqual(['changes lost', 'changes back']), 20_000);
    expect(heard).toEqual([null]);
    await database.forOrganization('acme', (rows) =>
      rows.execute(
        sql`select pg_notify('changes', '{"organizationId":"acme","resource":"policies"}')`,
      ),
    );
    await vi.waitFor(() => expect(heard).toEqual([null, 'policies']));
  });
});

describe('the folder of an embedded database [R17.5]', () => {
  const script = `import { lockFolder } from '#server/database/folder-lock.ts';
    await lockFolder(process.argv[1]).then(() => console.log('locked'), () => process.exit(3));
    setInterval(() => undefined, 1000)`;
  const command = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', script];
  const start = (data: string, ...before: string[]) => {
    const [program = '', ...args] = [...before, ...command, data];
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit').then(([code]) => code);
    return {
      child,
      exited,
      answer: Promise.race([once(child.stdout, 'data').then(String), exited]),
    };
  };

  const others: (readonly [string, readonly string[]])[] = [['the same container', []]];
  // Only root may start them.
  if (process.getuid?.() === 0) {
    others.push(['another container', ['unshare', '--pid', '--kill-child', '--mount-proc']]);
    others.push(['another user', ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']]);
  }

  it.concurrent.each(others)('is for one process, also of %s', async (_, before) => {
    const data = mkdtempSync(join(folder, 'data-'));
    chmodSync(folder, 0o755);
    chmodSync(data, 0o777);
    const holder = start(data, ...before);
    expect(String(await holder.answer)).toContain('locked');
    const other = start(data, ...before).answer;
    await expect(open(data)).rejects.toThrow('Another process');
    expect(await other).toBe(3);
    holder.child.kill('SIGKILL');
    await holder.exited;
    await (await lockFolder(data))();
  });

  it.concurrent("is one process's of several that start together, and waits for one that ends", async () => {
    // It can have no socket, as a drive of Windows in WSL.
    const data = `/proc/${process.pid}`;
    const locks = Array.from({ length: 4 }, () => lockFolder(data));
    const answers = await Promise.allSettled(locks);
    const [unlock, ...others] = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? [answer.value] : [],
    );
    expect(others).toEqual([]);
    const next = lockFolder(data);
    await unlock?.();
    await (await next)();
  });
});
