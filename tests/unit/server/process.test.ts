import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEmulator, type Emulator } from '#emulator/server.ts';
import { RESOURCES } from '#src/pages/resources.ts';
import { isNightly } from '#tests/model/support/nightly.ts';
import { BEA, claimsOf, DORA, signSession } from './support/members.ts';
import { runSql, startPostgres, type TestPostgres } from './support/postgres.ts';
import {
  compileService,
  type Served,
  spawnService,
  serve as startService,
  writeSite,
} from './support/serve.ts';

// Each test starts processes. Only what hangs takes so long.
vi.setConfig({ testTimeout: 100_000, hookTimeout: 100_000 });

/** How often the service is killed. */
const KILLS = isNightly ? 100 : 3;

/** How often its database restarts and stalls, at night. */
const DISTURBANCES = 15;

const INPUT = { name: 'Access reviews', description: '', state: 'active' };

let emulator: Emulator;
let postgres: TestPostgres;
const folder = mkdtempSync(join(tmpdir(), 'charter-serve-'));
const site = writeSite(folder);
const running: Served[] = [];
let removeCompiled: () => void;

beforeAll(async () => {
  emulator = await createEmulator({ resources: RESOURCES });
  postgres = await startPostgres();
  removeCompiled = await compileService();
});
afterEach(() => Promise.all(running.splice(0).map(({ kill }) => kill('SIGKILL'))));
afterAll(async () => {
  postgres.stop();
  await emulator.close();
  removeCompiled();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(databaseUrl: string): Promise<Served> {
  const served = await startService(site, emulator.origin, databaseUrl);
  running.push(served);
  return served;
}

/** Opens the stream of changes as Dora, reads its beginning, and returns what reads on. */
async function watch({ origin }: Served) {
  const headers = { authorization: `Bearer ${await signSession(claimsOf(DORA))}` };
  const response = await fetch(`${origin}/api/changes`, { headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => (await reader?.read())?.value;
  await read();
  return read;
}

const pathOf = (id: string) => `/api/policies/${id}`;
const create = ({ call }: Served, id: string = randomUUID()) =>
  call('POST', pathOf(id), { body: INPUT });
const count = async ({ call }: Served) => (await call('GET', '/api/policies')).body.policies.length;

describe('npm run serve', () => {
  it('serves the page with its headers, and the service, from one process [R19.5]', async () => {
    const { origin } = await serve(await postgres.createDatabase());
    const problem = [401, 'no-store', 'application/problem+json'];
    for (const [path, ...expected] of [
      ['/', 200, 'no-cache', 'text/html'],
      ['/policies?a=b', 200, 'no-cache', 'text/html'],
      ['/assets/a-hash.js', 200, 'immutable', 'text/javascript'],
      ['/assets/missing.js', 404, 'no-cache', 'text/plain'],
      ['/api/live', 200, 'no-store', 'application/json'],
      ['/api/ready', 200, 'no-store', 'application/json'],
      ['/api', ...problem],
      ['/api/', ...problem],
      ['/api/policies', ...problem],
      ['/api/nothing', ...problem],
    ]) {
      const { status, headers } = await fetch(`${origin}${path}`);
      expect(headers.get('x-frame-options'), `${path}`).toBe('DENY');
      const type = headers.get('content-type')?.split(';')[0];
      expect([status, headers.get('cache-control'), type], `${path}`).toEqual(expected);
    }
    const document = await fetch(`${origin}/policies`, { headers: { 'accept-encoding': 'gzip' } });
    expect(document.headers.get('content-encoding')).toBe('gzip');
    const headers = { 'if-none-match': document.headers.get('etag') ?? '' };
    expect((await fetch(origin, { headers })).status).toBe(304);
    const range = { headers: { range: 'bytes=99999999-' } };
    const asset = await fetch(`${origin}/assets/a-hash.js`, range);
    expect([asset.status, asset.headers.get('vary')]).toEqual([200, 'accept-encoding']);
    // Longer than Google's load balancer keeps a connection at rest.
    expect(asset.headers.get('keep-alive')).toBe('timeout=620');
  });

  it('names the setting that is missing, and the database that cannot be opened', async () => {
    await expect(serve('postgres://localhost:1/none')).rejects.toThrow('ECONNREFUSED');
    const { env } = process;
    const { stderr } = spawnSync('npm', ['run', 'serve'], {
      env: { PATH: env.PATH },
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/^\w+ is not set: see docs\/deploy.md/);
  });

  it('survives when nobody reads its log', async () => {
    const { origin, process: child } = await serve(await postgres.createDatabase());
    child.stdout?.destroy();
    for (let time = 0; time < 5; time += 1) {
      expect((await fetch(`${origin}/api/live`)).status).toBe(200);
    }
  });

  it('stops with ten pages open that reconnect at once, after it has finished its responses', async () => {
    const url = await postgres.createDatabase();
    const served = await serve(url);
    const agent = new Agent({ keepAlive: true });
    const left = new Agent({ keepAlive: true });
    const headers = { authorization: `Bearer ${await signSession(claimsOf(DORA))}` };
    let isOver = false;
    const open = (by: Agent) =>
      new Promise<void>((resolve) => {
        get(`${served.origin}/api/changes`, { agent: by, headers }, (response) => {
          response.once('data', resolve).resume().once('close', again);
        }).once('error', () => setTimeout(again, 50));
      });
    const again = () => void (isOver || open(agent));
    await Promise.all(Array.from({ length: 10 }, () => open(agent)));
    // It does not come back, and leaves a connection at rest.
    await open(left);
    const answers = Array.from({ length: 20 }, () => create(served).catch(() => null));
    await answers[0];
    expect(await served.kill('SIGTERM')).toBe(0);
    isOver = true;
    for (const each of [agent, left]) each.destroy();
    const created = (await Promise.all(answers)).filter((answer) => answer?.status === 200);
    expect(await count(await serve(url))).toBe(created.length);
  });

  it('stops in time when its database does not answer', async () => {
    const served = await serve(await postgres.createDatabase());
    const resume = postgres.stall();
    expect(await served.kill('SIGTERM').finally(resume)).toBe(1);
  });

  it('stops before it listens, also as process 1', async () => {
    const url = await postgres.createDatabase();
    const served = await serve(url);
    const waiting = new Client({ connectionString: url });
    await waiting.connect();
    await waiting.query('select pg_advisory_lock(7210399154)');
    const wraps = [[], ['unshare', '--pid', '--fork', '--kill-child']];
    // Only root can make it process 1.
    for (const [index, wrap] of wraps.slice(0, process.getuid?.() === 0 ? 2 : 1).entries()) {
      const starting = spawnService(site, emulator.origin, url, wrap);
      await vi.waitFor(
        async () => {
          const { rows } = await waiting.query(
            "select from pg_locks where locktype = 'advisory' and not granted",
          );
          // Postgres does not notice that one that waits has gone.
          expect(rows).toHaveLength(index + 1);
        },
        { timeout: 60_000 },
      );
      const exited = once(starting, 'exit');
      const { pid } = starting;
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
      process.kill(Number((wrap.length > 0 ? children.split(' ')[0] : '') || pid), 'SIGTERM');
      expect(await exited).toEqual([0, null]);
    }
    await waiting.end();
    expect(await served.kill('SIGTERM')).toBe(0);
  });

  it('shows a change through every instance beside one Postgres [R17.4]', async () => {
    const url = await postgres.createDatabase();
    // Both bring the schema up to date.
    const [one, two] = await Promise.all([serve(url), serve(url)]);
    const read = await watch(two);
    const id = randomUUID();
    await create(one, id);
    expect(await read()).toBe('data: policies\n\n');
    expect(await count(two)).toBe(1);
    await two.call('PUT', pathOf(id), { as: BEA, body: INPUT, seen: 1 });
    expect((await one.call('DELETE', pathOf(id), { seen: 1 })).status).toBe(412);
  });

  it('fails a write while its database is gone, stores nothing of it, and goes on afterwards [R17.5]', async () => {
    const url = await postgres.createDatabase();
    const served = await serve(url);
    const read = await watch(served);
    const lock = new Client({ connectionString: url }).on('error', () => undefined);
    await lock.connect();
    await lock.query('begin; lock table policies');
    const writes = Array.from({ length: 30 }, () => randomUUID());
    const answers = writes.map((id) => create(served, id));
    // Some writes are under way when the database goes, and none has succeeded.
    const waiting = "select from pg_stat_activity where wait_event_type = 'Lock'";
    await vi.waitFor(async () => expect(await runSql(url, waiting)).not.toEqual([]), 15_000);
    await postgres.restart();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toContain(503);
    expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([]);
    // What may have been missed is announced, whatever else has changed.
    for (let text = ''; !text.includes('data: *'); ) {
      const more = await read();
      // A stream that has ended gives nothing for ever.
      expect(more).toBeDefined();
      text += more;
    }
    for (const id of writes) expect((await create(served, id)).status).toBe(200);
    expect(await count(served)).toBe(writes.length);
  });

  it.runIf(isNightly)(
    'loses some calls and nothing else when its database stalls or restarts under 16 busy clients [R17.5]',
    async () => {
      const served = await serve(await postgres.createDatabase());
      const isUsable = async () => expect((await create(served)).status).toBe(200);
      await isUsable();
      let isBusy = true;
      const statuses = new Set<number>();
      const client = async () => {
        while (isBusy) statuses.add((await served.call('GET', '/api/policies')).status);
      };
      const clients = Promise.all(Array.from({ length: 16 }, client));
      for (let round = 0; round < DISTURBANCES; round += 1) {
        for (const disturb of [
          () => postgres.restart('fast'),
          () => postgres.restart('immediate'),
          // Longer than the service waits for an answer.
          () => pause(12_000).finally(postgres.stall()),
        ]) {
          await pause(300);
          await disturb();
          // Those that had waited for their turn end first.
          await vi.waitFor(isUsable, 15_000);
        }
      }
      isBusy = false;
      await clients;
      expect([...statuses].toSorted()).toEqual([200, 503]);
      // A client that was not released would be missing now.
      await Promise.all(Array.from({ length: 30 }, isUsable));
    },
    180_000 + DISTURBANCES * 60_000,
  );

  it(
    'loses nothing that it has answered when it is killed [R17.5]',
    async () => {
      const url = await postgres.createDatabase();
      const acknowledged: string[] = [];
      for (let round = 0; round < KILLS; round += 1) {
        const served = await serve(url);
        const answers = Array.from({ length: 20 }, async () => {
          const id = randomUUID();
          const answer = await create(served, id).catch(() => null);
          if (answer?.status === 200) acknowledged.push(id);
        });
        await Promise.race(answers);
        await served.kill('SIGKILL');
        await Promise.all(answers);
      }
      const { call } = await serve(url);
      expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS);
      // A change finds only what is there.
      for (const id of acknowledged) {
        expect((await call('PUT', pathOf(id), { body: INPUT, seen: 1 })).status).toBe(200);
      }
    },
    180_000 + KILLS * 30_000,
  );
});
