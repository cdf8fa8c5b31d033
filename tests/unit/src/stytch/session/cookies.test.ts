// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  expireAllCookies,
  expireCookie,
  expireShadowingCookies,
  INTERMEDIATE_COOKIE,
  readCookie,
  SESSION_COOKIE,
  writeCookie,
} from '#src/stytch/session/cookies.ts';
import {
  expireIntermediateSession,
  hasIntermediateCookie,
  heldIntermediateDigest,
} from '#src/stytch/session/session.ts';
import { clearCookies } from '../support/browser.ts';

beforeEach(clearCookies);

/** Records what is written to `document.cookie`, with attributes. */
function watchCookies(): string[] {
  const written: string[] = [];
  const property = vi.spyOn(document, 'cookie', 'set').mockImplementation((text) => {
    written.push(text);
  });
  expect(property).toBeDefined();
  return written;
}

describe('cookies', () => {
  const soon = Date.now() + 60_000;

  it('reads a cookie by its name', () => {
    writeCookie('one', 'a b=c', soon);
    writeCookie('one_more', 'x', soon);
    expect(readCookie('one')).toBe('a b=c');
    expect(readCookie('on')).toBeNull();
    // biome-ignore lint/suspicious/noDocumentCookie: a value that is not encoded cannot be written otherwise
    document.cookie = 'token=YQ==; path=/';
    expect(readCookie('token')).toBe('YQ==');
  });

  it('returns null for a value that cannot be decoded', () => {
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
    const written = watchCookies();
    expireAllCookies();
    vi.restoreAllMocks();
    expect(written).toEqual([]);
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

  it('expires a cookie under every domain of the page and every path of its pages [R12.4]', () => {
    const written = watchCookies();
    vi.stubGlobal('location', { hostname: 'app.example' });
    expireCookie('one');
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    const expected = ['', '; domain=app.example', '; domain=example'].flatMap((domain) =>
      ['/', '/policies', '/authenticate', '/discovery'].flatMap((path) =>
        ['; secure', '; secure; partitioned'].map((kind) => `path=${path}${kind}${domain}`),
      ),
    );
    const past = 'one=; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax; ';
    expect(written).toEqual(expected.map((attributes) => past + attributes));
  });

  it.each([
    ['one of each name', [1], []],
    ['two of one name, of which the older one is read', [1, 2], ['', '; domain=example']],
  ])('expires beside the SDK’s own cookie, with %s', (_, values, domains) => {
    const written: string[] = [];
    Object.defineProperty(document, 'cookie', {
      configurable: true,
      get: () => values.map((value) => `${SESSION_COOKIE}=${value}`).join('; '),
      set: (text) => written.push(text),
    });
    vi.stubGlobal('location', { hostname: 'app.example' });
    expireShadowingCookies();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(document, 'cookie');
    const ofRoot = written.filter(
      (text) => text.includes('path=/; secure') && !text.includes('partitioned'),
    );
    expect(ofRoot.map((text) => text.split('; secure')[1])).toEqual(domains);
    // A longer path than that of the SDK's own comes first.
    expect(written.filter((text) => text.includes('path=/policies'))).not.toEqual([]);
  });

  it.each(['a b', 'a:b', 'tökén', '😀'])(
    'expires a session cookie that no header can carry: %s',
    (value) => {
      writeCookie(SESSION_COOKIE, value, soon);
      expireShadowingCookies();
      expect(readCookie(SESSION_COOKIE)).toBeNull();
      writeCookie(SESSION_COOKIE, 'WJtR5BCy38Szd5AfoDpf0iqFKEt4EE5JhjlWUY7l3FtY', soon);
      expireShadowingCookies();
      expect(readCookie(SESSION_COOKIE)).not.toBeNull();
    },
  );

  it('removes the intermediate session [R13.8]', async () => {
    writeCookie(INTERMEDIATE_COOKIE, 'token', soon);
    expect(hasIntermediateCookie()).toBe(true);
    expect(await heldIntermediateDigest()).toMatch(/^[\da-f]{64}$/);
    expireIntermediateSession();
    expect(hasIntermediateCookie()).toBe(false);
    expect(await heldIntermediateDigest()).toBeNull();
  });
});
