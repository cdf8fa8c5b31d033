// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  expireAllCookies,
  expireCookie,
  readCookie,
  writeCookie,
} from '#src/stytch/session/cookies.ts';
import { clearCookies } from '../support/browser.ts';

beforeEach(clearCookies);

/** Records what is written to `document.cookie`, with attributes. */
function watchCookies(): string[] {
  const written: string[] = [];
  vi.spyOn(document, 'cookie', 'set').mockImplementation((text) => void written.push(text));
  return written;
}

describe('cookies', () => {
  const soon = Date.now() + 60_000;

  it('reads a cookie by its name, unless its value cannot be decoded', () => {
    writeCookie('one', 'a b=c', soon);
    writeCookie('one_more', 'x', soon);
    expect(readCookie('one')).toBe('a b=c');
    expect(readCookie('on')).toBeNull();
    // biome-ignore lint/suspicious/noDocumentCookie: a value that is not encoded cannot be written otherwise
    document.cookie = 'token=YQ==; path=/';
    expect(readCookie('token')).toBe('YQ==');
    // biome-ignore lint/suspicious/noDocumentCookie: an invalid value cannot be written otherwise
    document.cookie = 'broken=%E0%A4%A; path=/';
    expect(readCookie('broken')).toBeNull();
  });

  it('expires one cookie, or all', () => {
    writeCookie('one', '1', soon);
    writeCookie('two', '2', soon);
    expireCookie('one');
    expect(document.cookie).toBe('two=2');
    expireAllCookies();
    expect(document.cookie).toBe('');
  });

  it('expires each cookie under every domain and path that lead to the page [R12.4, R12.6]', () => {
    const written = watchCookies();
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('left=1');
    vi.stubGlobal('location', { hostname: 'app.example', pathname: '/policies/one' });
    expireAllCookies();
    const paths = ['/', '/policies', '/policies/', '/policies/one', '/policies/one/'];
    const past = 'expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax; secure';
    const domains = ['', '; domain=app.example', '; domain=example'];
    expect(written.toSorted()).toEqual(
      paths
        .flatMap((path) => domains.map((domain) => `left=; path=${path}; ${past}${domain}`))
        .toSorted(),
    );
  });

  it.each([
    ['app.example', '; secure; domain=app.example'],
    ['127.0.0.1.example', '; secure; domain=127.0.0.1.example'],
    ['localhost', ''],
    ['[::1]', ''],
    ['127.10.20.255', ''],
  ])('writes lax with path /, and on %s with the attributes %j [R13.7]', (hostname, attributes) => {
    const written = watchCookies();
    vi.stubGlobal('location', { hostname });
    writeCookie('one', '1', Date.UTC(2026, 0, 5));
    expect(written).toEqual([
      `one=1; path=/; expires=Mon, 05 Jan 2026 00:00:00 GMT; samesite=lax${attributes}`,
    ]);
  });
});
