import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEmulator, type Emulator } from '#emulator/server.ts';
import { BEA, claimsOf, DORA, signSession } from './support/members.ts';
import { startPostgres, type TestPostgres } from './support/postgres.ts';
import { type Served, serve as startService, writeSite } from './support/serve.ts';

// Each test starts processes. Only what hangs takes so long.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const INPUT = { name: 'Access reviews', description: '', state: 'active' };

let emulator: Emulator;
let postgres: TestPostgres;
const folder = mkdtempSync(join(tmpdir(), 'charter-serve-'));
const site = writeSite(folder);
const running: Served[] = [];

beforeAll(async () => {
  emulator = await createEmulator();
  postgres = startPostgres();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ kill }) => kill('SIGKILL')));
});
afterAll(async () => {
  postgres.stop();
  await emulator.close();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(databaseUrl: string, changes?: NodeJS.ProcessEnv): Promise<Served> {
  const served = await startService(site, emulator.origin, databaseUrl, changes);
  running.push(served);
  return served;
}

/** Opens the stream of changes as Dora, and reads its beginning. */
async function watch({ origin }: Served) {
  const headers = { authorization: `Bearer ${await signSession(claimsOf(DORA))}` };
  const response = await fetch(`${origin}/api/changes`, { headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  await reader?.read();
  return reader;
}

const pathOf = (id: string) => `/api/policies/${id}`;

describe('npm run serve', () => {
  it('serves the page with its headers, and the service, from one process [R19.5]', async () => {
    const { origin } = await serve('memory://');
    const get = async (path: string) => {
      const response = await fetch(origin + path, { headers: { 'accept-encoding': 'br' } });
      const { status, headers } = response;
      expect(headers.get('x-frame-options'), path).toBe('DENY');
      return [status, headers.get('cache-control'), headers.get('content-type')?.split(';')[0]];
    };
    expect(await get('/')).toEqual([200, 'no-cache', 'text/html']);
    expect(await get('/policies?a=b')).toEqual([200, 'no-cache', 'text/html']);
    expect(await get('/assets/a-hash.js')).toEqual([200, 'immutable', 'text/javascript']);
    expect(await get('/assets/missing.js')).toEqual([404, 'no-cache', 'text/plain']);
    expect(await get('/api/health')).toEqual([200, 'no-store', 'application/json']);
    for (const path of ['/api', '/api/', '/api/policies', '/api/nothing']) {
      expect(await get(path), path).toEqual([401, 'no-store', 'application/problem+json']);
    }
  });

  it('names the setting that is missing, and the database that cannot be opened', async () => {
    await expect(serve('memory://', { STYTCH_PROJECT_ID: '' })).rejects.toThrow(
      'STYTCH_PROJECT_ID',
    );
    await expect(serve('postgres://localhost:1/none')).rejects.toThrow('ECONNREFUSED');
    const data = join(folder, 'data-in-use');
    await serve(data);
    await expect(serve(data)).rejects.toThrow(/Another process \(\d+\) uses the database/);
  });

  it('answers what it has begun and ends its streams before it stops', async () => {
    const url = postgres.createDatabase();
    const served = await serve(url);
    const stream = await watch(served);
    const answers = Array.from({ length: 20 }, () =>
      served.call('POST', pathOf(randomUUID()), { body: INPUT }).catch(() => null),
    );
    await answers[0];
    const code = served.kill('SIGTERM');
    while ((await stream?.read())?.done === false);
    const created = (await Promise.all(answers)).filter((answer) => answer?.status === 200);
    expect(await code).toBe(0);
    const { call } = await serve(url);
    expect((await call('GET', '/api/policies')).body.policies).toHaveLength(created.length);
  });

  it('shows a change through every instance beside one Postgres [R17.4]', async () => {
    const url = postgres.createDatabase();
    // Both bring the schema up to date.
    const [one, two] = await Promise.all([serve(url), serve(url)]);
    const stream = await watch(two);
    const id = randomUUID();
    await one.call('POST', pathOf(id), { body: INPUT });
    expect((await stream?.read())?.value).toBe('data: policies\n\n');
    const [policy] = (await two.call('GET', '/api/policies', { as: DORA })).body.policies;
    expect(policy.id).toBe(id);
    await two.call('PUT', pathOf(id), { as: BEA, body: INPUT, seen: 1 });
    expect((await one.call('DELETE', pathOf(id), { seen: 1 })).status).toBe(412);
  });

  it('fails a write while its database is gone, stores nothing of it, and goes on afterwards [R17.5]', async () => {
    const served = await serve(postgres.createDatabase());
    const stream = await watch(served);
    const writes = Array.from({ length: 30 }, () => randomUUID());
    const answers = writes.map((id) => served.call('POST', pathOf(id), { body: INPUT }));
    postgres.restart();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    // What may have been missed is announced.
    expect((await stream?.read())?.value).toMatch(/data: (\*|policies)/);
    for (const id of writes) {
      expect((await served.call('POST', pathOf(id), { body: INPUT })).status).toBe(200);
    }
    expect((await served.call('GET', '/api/policies')).body.policies).toHaveLength(writes.length);
    expect((await served.call('GET', '/api/health')).status).toBe(200);
  });

  it.each([
    ['PGlite', () => join(folder, 'killed')],
    ['Postgres', () => postgres.createDatabase()],
  ])(
    'loses nothing that it has answered when it is killed: %s [R17.5]',
    async (_, createDatabase) => {
      const url = createDatabase();
      const acknowledged: string[] = [];
      for (let round = 0; round < 3; round += 1) {
        const { call, kill } = await serve(url);
        const answers = Array.from({ length: 20 }, async () => {
          const id = randomUUID();
          const answer = await call('POST', pathOf(id), { body: INPUT }).catch(() => null);
          if (answer?.status === 200) acknowledged.push(id);
        });
        await Promise.race(answers);
        await kill('SIGKILL');
        await Promise.all(answers);
      }
      const { call } = await serve(url);
      // The same creation again, as after an answer that was lost, finds its policy.
      for (const id of acknowledged) {
        expect((await call('POST', pathOf(id), { body: INPUT })).status).toBe(200);
        expect((await call('PUT', pathOf(id), { body: INPUT, seen: 1 })).status).toBe(200);
      }
      expect(acknowledged.length).toBeGreaterThan(2);
    },
  );
});
