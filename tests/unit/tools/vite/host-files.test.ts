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
  '/favicon.svg',
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

const matchesSource = (source: string, path: string) => new RegExp(`^${source}$`).test(path);

describe.each(['netlify/_headers', 'cloudflare-pages/_headers'])(
  'the generated file %s',
  (file) => {
    it.each(hashedFiles)(
      'gives %s all security headers, and lets it be kept forever [R19.1, R19.5]',
      (path) => {
        expect(headersAt(read(file), path)).toEqual({ ...headers, ...FOREVER });
      },
    );

    it.each(otherPaths)(
      'gives %s all security headers, and leaves it to be asked for again [R19.1, R19.5]',
      (path) => {
        expect(headersAt(read(file), path)).toEqual(headers);
      },
    );

    it('stays within the length of a line that Cloudflare Pages reads', () => {
      for (const line of read(file).split('\n')) expect(line.length).toBeLessThan(2_000);
    });
  },
);

describe('the generated file netlify/_redirects', () => {
  it('answers a missing hashed file and a call with 404, and any other path with the document [R19.5]', () => {
    expect(read('netlify/_redirects').trimEnd().split('\n')).toEqual([
      '/assets/* /not-found.txt 404',
      '/api/* /not-found.txt 404',
      '/* /index.html 200',
    ]);
  });
});

describe('the generated file vercel/vercel.json', () => {
  const config: VercelFile = JSON.parse(read('vercel/vercel.json'));
  const headersOf = (path: string) =>
    Object.fromEntries(
      config.headers
        .filter(({ source }) => matchesSource(source, path))
        .flatMap((rule) => rule.headers.map(({ key, value }) => [key, value])),
    );

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

  it('rewrites every path but those of hashed files and calls to the document [R19.5]', () => {
    const [rewrite] = config.rewrites;
    expect(config.rewrites).toHaveLength(1);
    expect(rewrite?.destination).toBe('/index.html');
    for (const path of otherPaths) {
      expect(matchesSource(rewrite?.source ?? '', path), path).toBe(
        !/^\/(?:assets|api)\//.test(path),
      );
    }
  });
});
