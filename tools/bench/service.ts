import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator } from '../../packages/stytch-emulator/server.ts';
import { openDatabase } from '../../server/database/database.ts';
import { ADA, claimsOf, signSession } from '../../tests/unit/server/support/members.ts';
import { startPostgres } from '../../tests/unit/server/support/postgres.ts';
import { type Served, serve, writeSite } from '../../tests/unit/server/support/serve.ts';

const SIZES = [10, 1_000, 100_000];
const CONNECTIONS = 16;
const SECONDS = 5;
const INPUT = { name: 'Access reviews', description: 'Every quarter.', state: 'active' };

/**
 * Measures the service on both databases, each as a process of its own: requests for each second, the slowest of a
 * hundred, and memory.
 */
export async function benchService(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'charter-bench-'));
  const [emulator, postgres, site] = [
    await createEmulator(),
    await startPostgres(),
    writeSite(folder),
  ];
  const databases = [
    ['PGlite', join(folder, 'data')],
    ['Postgres', await postgres.createDatabase()],
  ] as const;
  try {
    for (const [name, url] of databases) {
      for (const size of SIZES) {
        await fill(url, size);
        const served = await serve(site, emulator.origin, url);
        await measure(name, size, served);
        await served.kill('SIGTERM');
      }
    }
  } finally {
    postgres.stop();
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Gives Ada's organization so many policies. */
async function fill(url: string, size: number): Promise<void> {
  const database = await openDatabase({ url, directUrl: url, poolSize: 1 }, () => undefined);
  await database.run(`
    begin; set local statement_timeout = 0; truncate policies;
    alter table policies disable trigger notify_change;
    insert into policies (organization_id, id, name, description, state, search_text, created_by, updated_by, updated_by_name)
    select '${ADA.organization}', gen_random_uuid(), 'Policy ' || n, repeat('Every quarter. ', 20), 'active',
      'policy ' || n, 'member', 'member', 'Member' from generate_series(1, ${size}) n;
    alter table policies enable trigger notify_change;
    analyze policies; commit`);
  await database.close();
}

async function measure(
  name: string,
  size: number,
  { origin, process: child }: Served,
): Promise<void> {
  const headers = {
    authorization: `Bearer ${await signSession(claimsOf(ADA))}`,
    'content-type': 'application/json',
  };
  const send = async (method: string, path: string) => {
    const body = method === 'POST' ? { body: JSON.stringify(INPUT) } : {};
    const response = await fetch(`${origin}${path}`, { method, headers, ...body });
    await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  };
  const list = await load(() => send('GET', '/api/policies'));
  const search = await load(() => send('GET', '/api/policies?search=policy%207'));
  const write = await load(() => send('POST', `/api/policies/${randomUUID()}`));
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const memory = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024);
  const row = [name, `${size} policies`, `list ${list}`, `search ${search}`, `write ${write}`];
  console.log([...row, `${memory} MB`].join(' | '));
}

/** Sends requests one after another on each connection, and returns what a second and the slowest hundredth took. */
async function load(request: () => Promise<void>): Promise<string> {
  await request();
  const times: number[] = [];
  const end = performance.now() + SECONDS * 1_000;
  const connection = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      await request();
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  times.sort((a, b) => a - b);
  const slowest = times[Math.floor(times.length * 0.99)] ?? 0;
  return `${Math.round(times.length / SECONDS)}/s, p99 ${Math.round(slowest)} ms`;
}
