import { describe, expect, it } from 'vitest';
import { hostFiles } from '#tools/vite/host-files.ts';
import { securityHeaders } from '#tools/vite/security-headers.ts';

const headers = securityHeaders({
  provider: ['https://api.stytch.com'],
  collectors: ['https://us.i.posthog.com'],
  // The longest policy, with characters that mean something in the files of hosts.
  checks: ['captcha', 'fingerprinting'],
});
const hashedFiles = ['/assets/index-BeEf0123.js', '/assets/_-dEaD(4).css'];
const files = hostFiles({ headers, hashedFiles });
const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' };

/** Paths that are not hashed files of the build. */
const otherPaths = [
  '/',
  '/policies',
  '/authenticate',
  '/discovery',
  '/favicon.png',
  '/assets/index-00000000.js',
  '/assets/indexxBeEf0123.js',
  '/assets/index-BeEf0123.js.map',
  '/api/policies',
];

function read(path: string): string {
  const text = files[path];
  if (text === undefined) throw new Error(`No file ${path} was generated.`);
  return text;
}

/** Returns the headers that a `_headers` file gives a path. Values of a name that is set twice are joined. */
function headersAt(text: string, path: string): Record<string, string> {
  const found: Record<string, string> = {};
  let applies = false;
  for (const line of text.trimEnd().split('\n')) {
    const [, name, value = ''] = /^ {2}([\w-]+): (.+)$/.exec(line) ?? [];
    if (name === undefined) applies = line === path || line === '/*';
    else if (applies) found[name] = found[name] === undefined ? value : `${found[name]}, ${value}`;
  }
  return found;
}

interface VercelFile {
  headers: { source: string; headers: { key: string; value: string }[] }[];
  rewrites: { source: string; destination: string }[];
}

const vercel: VercelFile = JSON.parse(read('vercel/vercel.json'));
const matchesSource = (source: string, path: string) => new RegExp(`^${source}$`).test(path);

function vercelHeaders(path: string): Record<string, string> {
  const rules = vercel.headers.filter(({ source }) => matchesSource(source, path));
  const entries = rules.flatMap((rule) => rule.headers.map(({ key, value }) => [key, value]));
  return Object.fromEntries(entries);
}

describe.each([
  ['netlify/_headers', (path: string) => headersAt(read('netlify/_headers'), path)],
  [
    'cloudflare-pages/_headers',
    (path: string) => headersAt(read('cloudflare-pages/_headers'), path),
  ],
  ['vercel/vercel.json', vercelHeaders],
])('the generated file %s', (_, headersOf) => {
  it.each(hashedFiles)(
    'gives %s all security headers, and lets it be kept forever [R19.1, R19.5]',
    (path) => {
      expect(headersOf(path)).toEqual({ ...headers, ...FOREVER });
    },
  );

  it.each(otherPaths)(
    'gives %s all security headers, and leaves it to be asked for again [R19.1, R19.5]',
    (path) => {
      expect(headersOf(path)).toEqual(headers);
    },
  );
});

it('the lines for Cloudflare Pages are not longer than it reads [R19.5]', () => {
  for (const line of read('cloudflare-pages/_headers').split('\n')) {
    expect(line.length).toBeLessThan(2_000);
  }
});

it('netlify/_redirects answers a missing hashed file and a call with 404, and any other path with the document [R19.5]', () => {
  expect(read('netlify/_redirects').trimEnd().split('\n')).toEqual([
    '/assets/* /not-found.txt 404',
    '/api/* /not-found.txt 404',
    '/* /index.html 200',
  ]);
});

it('vercel.json rewrites every path but those of hashed files and calls to the document [R19.5]', () => {
  const [rewrite] = vercel.rewrites;
  expect(vercel.rewrites).toHaveLength(1);
  expect(rewrite?.destination).toBe('/index.html');
  for (const path of otherPaths) {
    const isRewritten = matchesSource(rewrite?.source ?? '', path);
    expect(isRewritten, path).toBe(!/^\/(?:assets|api)\//.test(path));
  }
});
