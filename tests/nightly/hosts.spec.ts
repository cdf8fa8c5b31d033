import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { BUILD, generatedHeaders } from '#tests/e2e/support/generated-headers.ts';
import { ensureProgram } from '#tools/browsers/install.ts';
import { startNginx } from './nginx.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

const built = (path: string) => readFileSync(join(BUILD, path));
const assetLike = (pattern: RegExp) => {
  const found = readdirSync(join(BUILD, 'assets')).find((name) => pattern.test(name));
  if (found === undefined) throw new Error(`The build has no file like ${pattern}.`);
  return `/assets/${found}`;
};
const script = assetLike(/^core-.*\.js$/);
const style = assetLike(/^member-.*\.css$/);

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request without following redirects and without decompressing. */
function ask(address: string, method = 'GET', headers: Record<string, string> = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(address, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status, headers: received } = response;
        resolve({ status, headers: received, body: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

test.describe('nginx with the generated file', () => {
  let server: Awaited<ReturnType<typeof startNginx>>;
  const expectAnswer = ({ status, headers }: Answer, expected: number, cache: string) => {
    expect(status).toBe(expected);
    expect(headers).toMatchObject({ ...generatedHeaders(), 'cache-control': cache });
  };

  test.beforeAll(async () => {
    server = await startNginx(await ensureProgram('nginx'));
  });
  test.afterAll(() => server.stop());

  for (const [path, type, cache, file] of [
    ['/', /^text\/html/, REVALIDATE, 'index.html'],
    ['/policies?state=draft', /^text\/html/, REVALIDATE, 'index.html'],
    ['/a.page', /^text\/html/, REVALIDATE, 'index.html'],
    ['/authenticate?stytch_token_type=oauth&token=t', /^text\/html/, REVALIDATE, 'index.html'],
    [script, /javascript/, FOREVER, script],
    [style, /^text\/css/, FOREVER, style],
    ['/favicon.png', /^image\/png/, REVALIDATE, 'favicon.png'],
    ['/terms.html', /^text\/html/, REVALIDATE, 'terms.html'],
    ['/nginx.conf', /^text\/html/, REVALIDATE, 'index.html'],
  ] as const) {
    test(`answers ${path.replace(/-[\w-]{8}\./, '-*.')} with every security header and its cache rule [R19.1, R19.5]`, async () => {
      const answer = await ask(server.origin + path);
      expectAnswer(answer, 200, cache);
      expect(answer.headers['content-type']).toMatch(type);
      expect(answer.body.equals(built(file))).toBe(true);
    });
  }

  test('answers a missing file with 404, which a browser keeps no longer than the page [R19.5]', async () => {
    const answer = await ask(`${server.origin}/assets/index-00000000.js`);
    expectAnswer(answer, 404, REVALIDATE);
    expect(answer.body.equals(built('index.html'))).toBe(false);
    expectAnswer(await ask(`${server.origin}/assets/`), 404, REVALIDATE);
    expectAnswer(await ask(`${server.origin}/api/policies`), 404, REVALIDATE);
  });

  test('passes the calls on to a service with the line of the documents [R19.5]', async () => {
    const service = createServer(({ url }, response) => response.end(url)).listen(8080);
    const [line = ''] = /proxy_pass \S+;/.exec(readFileSync('docs/deploy.md', 'utf8')) ?? [];
    const proxy = await startNginx(await ensureProgram('nginx'), line);
    const { status, body } = await ask(`${proxy.origin}/api/policies?search=a`);
    await proxy.stop();
    service.close();
    expect([status, String(body)]).toEqual([200, '/api/policies?search=a']);
  });

  test('serves precompressed files, and keeps the headers in responses without a body [R19.1, R19.4]', async () => {
    for (const path of [script, style]) {
      const answer = await ask(server.origin + path, 'GET', { 'accept-encoding': 'gzip' });
      expectAnswer(answer, 200, FOREVER);
      expect(answer.headers['content-encoding']).toBe('gzip');
      expect(String(answer.headers.vary).toLowerCase()).toBe('accept-encoding');
      expect(answer.body.equals(built(`${path}.gz`))).toBe(true);
    }
    expectAnswer(await ask(server.origin + script, 'HEAD'), 200, FOREVER);
    const { headers } = await ask(server.origin);
    expect(headers.server ?? '').not.toMatch(/\d/);
    const etag = { 'if-none-match': String(headers.etag) };
    expectAnswer(await ask(server.origin, 'GET', etag), 304, REVALIDATE);
  });

  test('redirects plain http to https, and logs no query of a callback [R13.9]', async () => {
    const answer = await ask(`${server.plainOrigin}/policies?a=b`);
    expect(answer.status).toBe(301);
    expect(answer.headers.location).toBe('https://your.host/policies?a=b');
    await ask(`${server.origin}/discovery?token=secret`);
    await expect.poll(() => readFileSync(server.log, 'utf8')).toContain('GET /discovery');
    expect(readFileSync(server.log, 'utf8')).not.toContain('secret');
  });
});
