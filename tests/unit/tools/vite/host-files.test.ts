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

it('Netlify gives every path all security headers, and lets the hashed files alone be kept forever [R19.1, R19.5]', () => {
  for (const path of hashedFiles) expect(netlifyHeaders(path)).toEqual({ ...headers, ...FOREVER });
  for (const path of otherPaths) expect(netlifyHeaders(path), path).toEqual(headers);
});

it('a missing hashed file and a call are 404, and any other path is the document [R19.5]', () => {
  expect(files['netlify/_redirects']?.trimEnd().split('\n')).toEqual([
    '/assets/* /not-found.txt 404',
    '/api/* /not-found.txt 404',
    '/* /index.html 200',
  ]);
});

it('nginx sends all security headers with every status, and logs no query of a callback [R19.1, R19.5]', () => {
  const server = files['nginx.conf']?.split('listen 443')[1] ?? '';
  for (const [name, value] of Object.entries(headers)) {
    expect(server).toContain(`add_header ${name} "${value}" always;`);
  }
  // An add_header of a location would take away those of the server.
  expect(server.split('location /').slice(1).join()).not.toContain('add_header');
  expect(server).toContain('access_log /var/log/nginx/charter.log charter;');
  expect(files['nginx.conf']).not.toMatch(/log_format charter .*\$(?:request|request_uri|args)\b/);
});

it('nginx answers a missing hashed file with 404, and any other path with the document [R19.5]', () => {
  const server = files['nginx.conf'] ?? '';
  expect(server).toMatch(/location \/assets\/ \{\s+try_files \$uri =404;/);
  expect(server).toMatch(/location \/ \{\s+try_files \$uri \/index\.html;/);
  expect(server).toMatch(/"~\^\(200\|206\|304\)\/assets\/" "public, max-age=31536000, immutable";/);
});
