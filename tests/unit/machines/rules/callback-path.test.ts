import { describe, expect, it } from 'vitest';
import { callbackPath } from '#machines/rules/callback-path.ts';

describe('callbackPath', () => {
  it.each([
    '/discovery',
    '/discovery/',
    '/discovery//',
    '//discovery',
    '/DISCOVERY',
    '/%64iscovery',
    '/%44ISCOVERY/',
    '/discovery%2F',
    '/discovery%3Ftoken=secret',
    '/discovery/%3Ftoken=secret%0A',
    '/discovery%23token=secret',
  ])('returns /discovery for %s', (path) => {
    expect(callbackPath(path)).toBe('/discovery');
  });

  it.each(['/authenticate', '/Authenticate/', '/%61uthenticate'])(
    'returns /authenticate for %s',
    (path) => {
      expect(callbackPath(path)).toBe('/authenticate');
    },
  );

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
});
