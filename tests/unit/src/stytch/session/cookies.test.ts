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

  it('expires the cookies of each path that leads to the page [R12.4]', () => {
    const written = watchCookies();
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('left=1');
    vi.stubGlobal('location', { hostname: 'localhost', pathname: '/policies/one' });
    expireAllCookies();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    const paths = written.map((text) => /^left=; path=([^;]*);/.exec(text)?.[1]);
    const leading = ['/', '/policies', '/policies/', '/policies/one', '/policies/one/'];
    expect([...new Set(paths)]).toEqual(leading);
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
    vi.unstubAllGlobals();
    expect(written).toEqual([
      `one=1; path=/; expires=Mon, 05 Jan 2026 00:00:00 GMT; samesite=lax${attributes}`,
    ]);
    vi.restoreAllMocks();
  });

  it('expires a cookie under every domain of the page [R12.4, R12.6]', () => {
    const written = watchCookies();
    vi.stubGlobal('location', { hostname: 'app.example' });
    expireCookie('one');
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    const past = 'one=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax; secure';
    expect(written).toEqual([past, `${past}; domain=app.example`, `${past}; domain=example`]);
  });
});
