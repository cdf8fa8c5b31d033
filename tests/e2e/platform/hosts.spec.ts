import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import {
  type Answer,
  ask,
  BUILD,
  generatedHeaders,
  HOSTS,
  type RunningServer,
  startNginx,
} from '../support/web-servers.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

const built = (path: string) => readFileSync(join(BUILD, path));
const assets = readdirSync(join(BUILD, 'assets')).map((name) => `/assets/${name}`);
const asset = (pattern: RegExp) => {
  const found = assets.find((path) => pattern.test(path) && assets.includes(`${path}.gz`));
  if (found === undefined) throw new Error(`The build has no compressed file like ${pattern}.`);
  return found;
};
const script = asset(/\/core-.*\.js$/);
const style = asset(/\/sign-in-.*\.css$/);

/** What each kind of path answers. `body` is a file of the build; without it, the body is not compared. */
const answers: readonly {
  kind: string;
  path: string;
  status: number;
  type?: RegExp;
  cache: string;
  body?: string;
}[] = [
  {
    kind: 'the start page',
    path: '/',
    status: 200,
    type: /^text\/html/,
    cache: REVALIDATE,
    body: 'index.html',
  },
  ...['/policies?state=draft', '/no/such/page', '/a.page', '/github/connected', '/chart'].map(
    (path) => ({
      kind: 'a deep link',
      path,
      status: 200,
      type: /^text\/html/,
      cache: REVALIDATE,
      body: 'index.html',
    }),
  ),
  ...['/authenticate?stytch_token_type=oauth&token=t', '/discovery?token=t'].map((path) => ({
    kind: 'a callback',
    path,
    status: 200,
    type: /^text\/html/,
    cache: REVALIDATE,
    body: 'index.html',
  })),
  { kind: 'a script', path: script, status: 200, type: /javascript/, cache: FOREVER, body: script },
  {
    kind: 'a style sheet',
    path: style,
    status: 200,
    type: /^text\/css/,
    cache: FOREVER,
    body: style,
  },
  {
    kind: 'the icon',
    path: '/favicon.svg',
    status: 200,
    type: /^image\/svg/,
    cache: REVALIDATE,
    body: 'favicon.svg',
  },
  {
    kind: 'the terms',
    path: '/terms.html',
    status: 200,
    type: /^text\/html/,
    cache: REVALIDATE,
    body: 'terms.html',
  },
  { kind: 'a missing script', path: '/assets/index-00000000.js', status: 404, cache: REVALIDATE },
  {
    kind: 'a missing style sheet',
    path: '/assets/index-00000000.css',
    status: 404,
    cache: REVALIDATE,
  },
];

test.describe('nginx with the generated file', () => {
  let server: RunningServer;
  const headers = generatedHeaders();
  const expectAnswer = (answer: Answer, status: number, cache: string) => {
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({ ...headers, 'cache-control': cache });
  };

  test.beforeAll(async () => {
    expect(Object.keys(headers).length).toBeGreaterThan(6);
    server = await startNginx();
  });
  test.afterAll(() => server.stop());

  for (const { kind, path, status, type, cache, body } of answers) {
    test(`answers ${kind} (${path.replace(/-[\w-]{8}\./, '-*.')}) with every security header and its cache rule [R19.1, R19.5]`, async () => {
      const answer = await ask(server.origin + path);
      expectAnswer(answer, status, cache);
      if (type !== undefined) expect(answer.headers['content-type']).toMatch(type);
      if (body !== undefined) expect(answer.body.equals(built(body))).toBe(true);
      if (status === 404) expect(answer.body.equals(built('index.html'))).toBe(false);
    });
  }

  for (const path of [script, style]) {
    test(`serves the precompressed file of ${path.replace(/.*\./, '.')} [R19.4]`, async () => {
      const headersSent = { 'accept-encoding': 'gzip' };
      const answer = await ask(server.origin + path, { headers: headersSent });
      expectAnswer(answer, 200, FOREVER);
      expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip' });
      expect(String(answer.headers.vary).toLowerCase()).toBe('accept-encoding');
      expect(answer.body.equals(built(`${path}.gz`))).toBe(true);
      expect(gunzipSync(answer.body).equals(built(path))).toBe(true);
    });
  }

  test('keeps headers and cache rules in answers without a body [R19.1, R19.5]', async () => {
    expectAnswer(await ask(server.origin + script, { method: 'HEAD' }), 200, FOREVER);
    for (const [path, cache] of [
      [script, FOREVER],
      ['/', REVALIDATE],
    ] as const) {
      const { headers: first } = await ask(server.origin + path);
      const unchanged = await ask(server.origin + path, {
        headers: { 'if-none-match': String(first.etag) },
      });
      expectAnswer(unchanged, 304, cache);
    }
  });

  test('lists no folder, answers a form like a page and does not name its version [R19.1]', async () => {
    expectAnswer(await ask(`${server.origin}/assets/`), 404, REVALIDATE);
    const posted = await ask(`${server.origin}/`, { method: 'POST' });
    expectAnswer(posted, posted.status, REVALIDATE);
    const { headers: sent } = await ask(server.origin);
    expect(sent.server ?? '').not.toMatch(/\d/);
  });

  test('contains no file of a host', async () => {
    for (const path of ['/_headers', '/nginx.conf', '/vercel.json']) {
      const { body } = await ask(server.origin + path);
      expect(body.equals(built('index.html')), path).toBe(true);
    }
  });
});

test('nginx redirects plain http to https, and logs no query of a callback [R13.9]', async () => {
  const server = await startNginx();
  try {
    const answer = await ask(`${server.plainOrigin}/policies?a=b`);
    expect(answer.status).toBe(301);
    expect(answer.headers.location).toBe('https://your.host/policies?a=b');
    await ask(`${server.origin}/discovery?token=secret`);
    await expect.poll(() => readFileSync(server.log, 'utf8')).toContain('GET /discovery');
    expect(readFileSync(server.log, 'utf8')).not.toContain('secret');
  } finally {
    await server.stop();
  }
});

test('the file for Cloudflare Pages has no more rules than Cloudflare reads [R19.5]', () => {
  const rules = readFileSync(join(HOSTS, 'cloudflare-pages/_headers'), 'utf8').match(/^\//gm);
  expect(rules?.length).toBeGreaterThan(10);
  expect(rules?.length).toBeLessThanOrEqual(100);
});
