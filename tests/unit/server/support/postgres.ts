import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DEBIAN = '/usr/lib/postgresql';

/** A Postgres of this machine that a test has started. */
export interface TestPostgres {
  /** The address of a new, empty database. */
  createDatabase(): Promise<string>;
  /** Ends every connection at once, as a crash does, and starts it again. */
  restart(): Promise<void>;
  stop(): void;
}

/** Starts a Postgres with an empty folder on a free port. Throws a sentence that says what to install. */
export async function startPostgres(): Promise<TestPostgres> {
  const bin = findPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'charter-postgres-'));
  const port = await freePort();
  const user = ownerOf(folder);
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(bin, program), args, { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  const data = join(folder, 'data');
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-N');
  const start = async () => {
    const args = ['-D', data, '-p', String(port), '-k', folder, '-c', 'fsync=off'];
    spawn(join(bin, 'postgres'), args, { ...user, stdio: 'ignore' });
    run('pg_isready', '-h', '127.0.0.1', '-p', String(port), '-t', '20');
  };
  const stop = () => run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
  const isReady = async () => {
    for (;;) {
      try {
        return run('pg_isready', '-h', '127.0.0.1', '-p', String(port), '-q');
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  let databases = 0;
  const boot = async () => {
    await start().catch(() => undefined);
    await isReady();
  };
  await boot();
  return {
    async createDatabase() {
      const name = `test_${++databases}`;
      run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', name);
      return `postgres://postgres@127.0.0.1:${port}/${name}`;
    },
    async restart() {
      stop();
      await boot();
    },
    stop() {
      stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findPostgres(): string {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))
    : [];
  const folders = [
    process.env.POSTGRES_BIN,
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
  ];
  const found = folders.find((folder) => folder && existsSync(join(folder, 'initdb')));
  if (found) return found;
  throw new Error(
    'These tests need Postgres: install it (Debian: "apt-get install postgresql") or set POSTGRES_BIN to the folder of initdb.',
  );
}

/** Postgres refuses to run as root: root starts it as the user that its package has created. */
function ownerOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const user = { uid: id('-u'), gid: id('-g') };
  chownSync(folder, user.uid, user.gid);
  return user;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}
