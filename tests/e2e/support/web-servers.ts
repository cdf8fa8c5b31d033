import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { findNginx } from '#tools/nginx.ts';

/** The build that the browser tests use, and the files of the hosts beside it. */
export const BUILD = resolve('dist-emulator');
export const HOSTS = `${BUILD}-hosts`;

/** A web server that serves the build with its generated file. */
export interface RunningServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** An answer as it was on the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request without following redirects and without decompressing. */
export function ask(
  address: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolveAnswer, reject) => {
    const sent = request(address, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolveAnswer({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Returns the security headers of the build, read from its generated file for Netlify. */
export function generatedHeaders(): Record<string, string> {
  const [, ...lines] = readFileSync(join(HOSTS, 'netlify/_headers'), 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('  '));
  return Object.fromEntries(
    lines.slice(0, end).map((line): [string, string] => {
      const [name = '', value = ''] = line.trim().split(/: (.*)/s);
      return [name, value];
    }),
  );
}

/**
 * Starts nginx with the generated file. Only the address, the certificate and the folder are replaced.
 *
 * @returns also the origin of the server that redirects to https, and the path of the log
 */
export async function startNginx(): Promise<
  RunningServer & { readonly plainOrigin: string; readonly log: string }
> {
  const program = findNginx();
  const folder = mkdtempSync(join(tmpdir(), 'charter-nginx-'));
  const [port, plainPort] = [await freePort(), await freePort()];
  const site = replaceAll(readFileSync(join(HOSTS, 'nginx.conf'), 'utf8'), [
    [/^ *listen \[::\].*\n/gm, ''],
    [/^ *ssl_certificate.*\n/gm, ''],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
    ['/var/log/nginx/charter.log', `${folder}/access.log`],
    ['root /srv/charter;', `root ${BUILD};`],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; pid ${folder}/nginx.pid; error_log stderr notice; events {}
    http {
      include ${mimeTypes(program)}; access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      include ${folder}/site.conf;
    }`;
  writeFileSync(join(folder, 'site.conf'), site);
  writeFileSync(join(folder, 'nginx.conf'), main);
  const child = spawn(program, ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]);
  await ready(child, /start worker process /);
  return {
    origin: `http://127.0.0.1:${port}`,
    log: `${folder}/access.log`,
    plainOrigin: `http://127.0.0.1:${plainPort}`,
    stop: () => stop(child, folder),
  };
}

/** Replaces each text. Throws when one is not there: then the generated file is not what it was. */
function replaceAll(text: string, replacements: readonly [RegExp | string, string][]): string {
  return replacements.reduce((current, [from, to]) => {
    const replaced = current.replace(from, to);
    if (replaced === current) throw new Error(`The generated file does not contain ${from}.`);
    return replaced;
  }, text);
}

function mimeTypes(nginx: string): string {
  const build = execFileSync('sh', ['-c', `"${nginx}" -V 2>&1`], { encoding: 'utf8' });
  const path = /--conf-path=(\S+)/.exec(build)?.[1] ?? '/etc/nginx/nginx.conf';
  return join(dirname(path), 'mime.types');
}

function freePort(): Promise<number> {
  return new Promise((resolvePort) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolvePort(port));
    });
  });
}

/** Resolves when a server has printed that it serves; rejects with what it printed when it ends instead. */
function ready(child: ChildProcess, pattern: RegExp): Promise<void> {
  return new Promise((resolveReady, reject) => {
    let printed = '';
    child.stderr?.on('data', (chunk) => {
      printed += String(chunk);
      if (pattern.test(printed)) resolveReady();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(printed)));
  });
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const ended = new Promise((resolveEnded) => child.once('exit', resolveEnded));
  child.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
