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

  it('writes secure and available to subdomains except on localhost [R13.7]', () => {
    const written = watchCookies();
    for (const hostname of ['app.example', '127.0.0.1.example']) {
      vi.stubGlobal('location', { hostname, pathname: '/' });
      writeCookie('one', '1', Date.UTC(2026, 0, 5));
    }
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    expect(written).toEqual(
      ['app.example', '127.0.0.1.example'].map(
        (hostname) =>
          `one=1; path=/; expires=Mon, 05 Jan 2026 00:00:00 GMT; samesite=lax; secure; domain=${hostname}`,
      ),
    );
  });

  it.each(['localhost', '[::1]', '127.0.0.1', '127.10.20.255'])(
    'writes without secure and without a domain on %s [R13.7]',
    (hostname) => {
      const written = watchCookies();
      vi.stubGlobal('location', { hostname, pathname: '/' });
      writeCookie('one', '1', Date.UTC(2026, 0, 5));
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
      expect(written).toEqual([
        'one=1; path=/; expires=Mon, 05 Jan 2026 00:00:00 GMT; samesite=lax',
      ]);
    },
  );

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
