import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BUILD, HOSTS } from '#tests/e2e/support/generated-headers.ts';

/**
 * Starts nginx with the generated file. Only the address, the certificate and the folder are replaced.
 *
 * @param program the path of nginx
 * @param api what stands in `location /api/`
 * @returns also the origin of the server that redirects to https, and the path of the log
 */
export async function startNginx(program: string, api = 'return 404;') {
  const folder = mkdtempSync(join(tmpdir(), 'charter-nginx-'));
  const [port, plainPort] = [await freePort(), await freePort()];
  const site = replaceAll(readFileSync(join(HOSTS, 'nginx.conf'), 'utf8'), [
    [/^ *listen \[::\].*\n/gm, ''],
    [/^ *ssl_certificate.*\n/gm, ''],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
    ['/var/log/nginx/charter.log', `${folder}/access.log`],
    ['root /srv/charter;', `root ${BUILD};`],
    [/(location \/api\/ \{\s+)return 404;/, `$1${api}`],
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
    plainOrigin: `http://127.0.0.1:${plainPort}`,
    log: `${folder}/access.log`,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Replaces each text. Throws if one is missing, because then the generated file has changed. */
function replaceAll(text: string, replacements: readonly [RegExp | string, string][]): string {
  return replacements.reduce((current, [from, to]) => {
    const replaced = current.replace(from, to);
    if (current.search(from) < 0) throw new Error(`The generated file does not contain ${from}.`);
    return replaced;
  }, text);
}

function mimeTypes(nginx: string): string {
  const build = execFileSync('sh', ['-c', `"${nginx}" -V 2>&1`], { encoding: 'utf8' });
  const path = /--conf-path=(\S+)/.exec(build)?.[1] ?? '/etc/nginx/nginx.conf';
  return join(dirname(path), 'mime.types');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Resolves when the server has printed that it serves; rejects with what it printed when it ends instead. */
function ready(child: ChildProcess, pattern: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stderr?.on('data', (chunk) => {
      printed += String(chunk);
      if (pattern.test(printed)) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(printed)));
  });
}
