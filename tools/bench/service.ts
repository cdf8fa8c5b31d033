import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator } from '../../packages/stytch-emulator/server.ts';
import { openDatabase } from '../../server/database/database.ts';
import { ADA, claimsOf, signSession } from '../../tests/unit/server/support/members.ts';
import { startPostgres } from '../../tests/unit/server/support/postgres.ts';
import { compileService, serve, writeSite } from '../../tests/unit/server/support/serve.ts';

const SIZES = [10, 1_000, 100_000];
const CONNECTIONS = 16;
/** Milliseconds of load, and how often each kind gets it in turn, so that what else the machine does meets all alike. */
const SLICE = 1_000;
const ROUNDS = 12;
const INPUT = JSON.stringify({
  name: 'Access reviews',
  description: 'Every quarter.',
  state: 'active',
});

/** A process under load, and one of its calls. */
interface Target {
  readonly name: string;
  readonly origin: string;
  readonly pid: number | undefined;
  readonly method: string;
  readonly path: () => string;
}

/**
 * Measures the service on Postgres beside a bare handler that asks the same: requests for each second, CPU time of each, and
 * and the slowest hundredth.
 */
export async function benchService(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'charter-bench-'));
  const emulator = await createEmulator();
  const postgres = await startPostgres();
  const removeCompiled = await compileService();
  try {
    for (const size of SIZES) {
      const url = await postgres.createDatabase();
      await fill(url, size);
      const served = await serve(writeSite(join(folder, String(size))), emulator.origin, url);
      const bare = spawn(process.execPath, ['--import', 'tsx', 'tools/bench/bare-handler.ts'], {
        env: { ...process.env, DATABASE_URL: url },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = await once(bare.stdout, 'data');
      const path = () => '/api/policies';
      const service = { origin: served.origin, pid: served.process.pid, method: 'GET' };
      console.log(`${size} policies`);
      await measure([
        { ...service, name: 'bare list', origin: JSON.parse(line).listening, pid: bare.pid, path },
        { ...service, name: 'list', path },
        { ...service, name: 'search', path: () => '/api/policies?search=policy%207' },
        { ...service, name: 'write', method: 'POST', path: () => `/api/policies/${randomUUID()}` },
      ]);
      bare.kill();
      await served.kill('SIGTERM');
    }
  } finally {
    removeCompiled();
    postgres.stop();
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Gives Ada's organization so many policies. */
async function fill(url: string, size: number): Promise<void> {
  const database = await openDatabase({ url, directUrl: url, poolSize: 1 }, () => undefined);
  await database.run(`
    begin; set local statement_timeout = 0;
    alter table policies disable trigger notify_change;
    insert into policies (organization_id, id, name, description, state, search_text, created_by, updated_by, updated_by_name)
    select '${ADA.organization}', gen_random_uuid(), 'Policy ' || n, repeat('Every quarter. ', 20), 'active',
      'policy ' || n, 'member', 'member', 'Member' from generate_series(1, ${size}) n;
    alter table policies enable trigger notify_change;
    analyze policies; commit`);
  await database.close();
}

/** Prints what each target does, beside the first one. */
async function measure(targets: readonly Target[]): Promise<void> {
  const jwt = await signSession(claimsOf(ADA), 3_600_000);
  const results = targets.map(() => ({ times: [0], cpu: 0 }));
  // The first round warms up. Writes, which change what is listed, come after all reads.
  for (const group of [targets.filter(({ method }) => method === 'GET'), targets.slice(-1)]) {
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const target of group) {
        const { times, cpu } = await load(target, jwt);
        const result = results[targets.indexOf(target)];
        if (!result || round === 0) continue;
        result.times.push(...times);
        result.cpu += cpu;
      }
    }
  }
  const rows = results.map(({ times, cpu }) => ({
    rate: (times.length * 1_000) / SLICE / ROUNDS,
    cpu: cpu / times.length,
    p99: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0,
  }));
  const [bare] = rows;
  for (const [index, { rate, cpu, p99 }] of rows.entries()) {
    const cells = [
      `${rate.toFixed(0)}/s (${(rate / (bare?.rate ?? 0)).toFixed(2)}x)`,
      `CPU ${cpu.toFixed(2)} ms (${(cpu / (bare?.cpu ?? 0)).toFixed(2)}x)`,
      `p99 ${p99.toFixed(0)} ms`,
    ];
    console.log(`  ${targets[index]?.name}: ${cells.join(', ')}`);
  }
}

/** Sends requests one after another on each connection. Returns the milliseconds of each, and the CPU time of the process. */
async function load({ origin, pid, method, path }: Target, jwt: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const headers = { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' };
  const body = method === 'POST' ? INPUT : '';
  const times: number[] = [];
  const before = readCpu(pid);
  const end = performance.now() + SLICE;
  const connection = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      const sent = request(origin + path(), { agent, method, headers }).end(body);
      const [response] = await once(sent, 'response');
      await once(response.resume(), 'end');
      if (response.statusCode !== 200)
        throw new Error(`${method} ${path()}: ${response.statusCode}`);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  agent.destroy();
  return { times, cpu: readCpu(pid) - before };
}

/** Returns the milliseconds of CPU that a process has used; the system counts them in hundredths of a second. */
function readCpu(pid: number | undefined): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11);
  return (Number(user) + Number(system)) * 10;
}
