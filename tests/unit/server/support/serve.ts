import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EMULATOR_PROJECT_ID, EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import { createCaller } from './members.ts';

/** `npm run serve`, as a process of its own. */
export interface Served {
  readonly origin: string;
  readonly process: ChildProcess;
  readonly call: ReturnType<typeof createCaller>;
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

/** Writes a build of two files into a folder, and returns its path. */
export function writeSite(folder: string): string {
  const site = join(folder, 'dist');
  mkdirSync(join(site, 'assets'), { recursive: true });
  mkdirSync(`${site}-hosts`);
  writeFileSync(join(site, 'index.html'), '<title>The page</title>');
  writeFileSync(join(site, 'assets/a-hash.js'), 'script');
  writeFileSync(join(site, 'assets/a-hash.js.br'), 'compressed');
  const cache = { hashed: 'immutable', other: 'no-cache' };
  const headers = { security: { 'x-frame-options': 'DENY' }, cache };
  writeFileSync(`${site}-hosts/headers.json`, JSON.stringify(headers));
  return site;
}

/** Starts the process. Rejects with what it has printed when it does not start. */
export async function serve(
  site: string,
  providerOrigin: string,
  databaseUrl: string,
  changes: NodeJS.ProcessEnv = {},
): Promise<Served> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts', '--site', site], {
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: databaseUrl,
      VITE_STYTCH_PUBLIC_TOKEN: EMULATOR_PUBLIC_TOKEN,
      STYTCH_PROJECT_ID: EMULATOR_PROJECT_ID,
      STYTCH_ORIGIN: providerOrigin,
      SITE_ORIGIN: 'http://localhost',
      ...changes,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const listening = new Promise<string>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      const origin = JSON.parse(line).listening;
      if (origin) resolve(origin);
    });
  });
  const origin = await Promise.race([
    listening,
    exited.then(() => {
      throw new Error(errors);
    }),
  ]);
  return {
    origin,
    process: child,
    call: createCaller((path, init) => fetch(origin + path, init)),
    async kill(signal) {
      // One that has ended already has its code.
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}
