import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DEBIAN = '/usr/lib/postgresql';

/** A Postgres of this machine that a test has started. */
export type TestPostgres = ReturnType<typeof startPostgres>;

/** Starts a Postgres with an empty folder, on a socket in it. Throws a sentence that says what to install. */
export function startPostgres() {
  const bin = findPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'charter-postgres-'));
  const user = ownerOf(folder);
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(bin, program), args, { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  const data = join(folder, 'data');
  const options = `-k ${folder} -c listen_addresses= -c fsync=off`;
  const control = (...args: string[]) =>
    run('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-o', options, '-t', '600', '-w', ...args);
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-N');
  control('start');
  let databases = 0;
  return {
    /** Returns the address of a new, empty database. */
    createDatabase(): string {
      const name = `test_${++databases}`;
      run('createdb', '-h', folder, '-U', 'postgres', name);
      return `postgres://postgres@localhost/${name}?host=${folder}`;
    },
    /** Ends every connection at once, as a crash does, and starts it again. */
    restart: () => control('restart', '-m', 'immediate'),
    stop() {
      control('stop', '-m', 'immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findPostgres(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort().reverse() : [];
  const folders = [process.env.POSTGRES_BIN, ...versions.map((each) => join(DEBIAN, each, 'bin'))];
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
