import { expect, it } from 'vitest';
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
  '/favicon.png',
  '/assets/index-00000000.js',
  '/assets/indexxBeEf0123.js',
  '/assets/index-BeEf0123.js.map',
  '/api/policies',
];

const NETLIFY = files['netlify/_headers'] ?? '';

/** Returns the headers that a `_headers` file gives a path. Values of a name that is set twice are joined. */
function netlifyHeaders(path: string): Record<string, string> {
  const found: Record<string, string> = {};
  let applies = false;
  for (const line of NETLIFY.trimEnd().split('\n')) {
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

const vercel: VercelFile = JSON.parse(files['vercel/vercel.json'] ?? '');
const matchesSource = (source: string, path: string) => new RegExp(`^${source}$`).test(path);

function vercelHeaders(path: string): Record<string, string> {
  const rules = vercel.headers.filter(({ source }) => matchesSource(source, path));
  const entries = rules.flatMap((rule) => rule.headers.map(({ key, value }) => [key, value]));
  return Object.fromEntries(entries);
}

it.each([
  ['Netlify', netlifyHeaders],
  ['Vercel', vercelHeaders],
])(
  '%s gives every path all security headers, and lets the hashed files alone be kept forever [R19.1, R19.5]',
  (_, headersOf) => {
    for (const path of hashedFiles) expect(headersOf(path)).toEqual({ ...headers, ...FOREVER });
    for (const path of otherPaths) expect(headersOf(path), path).toEqual(headers);
  },
);

it('Cloudflare Pages has the file of Netlify, whose lines are not longer than it reads [R19.5]', () => {
  expect(files['cloudflare-pages/_headers']).toBe(NETLIFY);
  for (const line of NETLIFY.split('\n')) expect(line.length).toBeLessThan(2_000);
});

it('a missing hashed file and a call are 404, and any other path is the document [R19.5]', () => {
  expect(files['netlify/_redirects']?.trimEnd().split('\n')).toEqual([
    '/assets/* /not-found.txt 404',
    '/api/* /not-found.txt 404',
    '/* /index.html 200',
  ]);
  const [{ source = '', destination } = {}, ...others] = vercel.rewrites;
  expect([destination, ...others]).toEqual(['/index.html']);
  const rewritten = otherPaths.filter((path) => matchesSource(source, path));
  expect(rewritten).toEqual(otherPaths.filter((path) => !/^\/(?:assets|api)\//.test(path)));
});
