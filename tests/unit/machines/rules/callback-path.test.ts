import { expect, it } from 'vitest';
import { callbackPath } from '#machines/rules/callback-path.ts';

const DISCOVERY = [
  ...['/discovery', '/discovery/', '/discovery//', '//discovery', '/DISCOVERY', '/%64iscovery'],
  ...['/%44ISCOVERY/', '/discovery%2F', '/discovery%3Ftoken=secret', '/discovery%23token=secret'],
  '/discovery/%3Ftoken=secret%0A',
];
const AUTHENTICATE = ['/authenticate', '/Authenticate/', '/%61uthenticate'];

it.each([
  ['/discovery', DISCOVERY],
  ['/authenticate', AUTHENTICATE],
] as const)('recognizes %s in any spelling', (route, paths) => {
  expect(paths.filter((path) => callbackPath(path) !== route)).toEqual([]);
});

it.each([
  '/',
  '',
  'discovery',
  '/policies',
  '/authenticates',
  '/a/authenticate',
  '/dis/covery',
  '/policies%3Ftoken=secret',
  '/discovery/more',
  '/%2564iscovery',
  '/%E0%A4%A',
  // Letters that only lower-case to ASCII in some locales.
  '/D\u0130SCOVERY',
  '/d\u0131scovery',
])('returns null for %j', (path) => {
  expect(callbackPath(path)).toBeNull();
});
