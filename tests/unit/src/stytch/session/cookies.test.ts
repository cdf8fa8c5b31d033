// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  expireAllCookies,
  expireCookie,
  expireShadowingCookies,
  INTERMEDIATE_COOKIE,
  isAddressTooDeep,
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

  it('writes same-site lax with path /, and expires host and domain cookies [R13.7]', () => {
    const written = watchCookies();
    writeCookie('one', '1', Date.UTC(2026, 0, 5));
    expireCookie(SESSION_COOKIE);
    vi.restoreAllMocks();
    expect(written).toEqual([
      'one=1; path=/; expires=Mon, 05 Jan 2026 00:00:00 GMT; samesite=lax',
      'stytch_session=; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax; path=/',
      'stytch_session=; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax; path=/; domain=localhost',
    ]);
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

  it('expires a cookie under every domain and path of the page [R12.4]', () => {
    const written = watchCookies();
    vi.stubGlobal('location', { hostname: 'eu.app.example', pathname: '/github/connected' });
    expireCookie('one');
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    const attributes = written.map((text) =>
      text.replace(/^one=; expires=[^;]*; samesite=lax; /, ''),
    );
    const paths = ['/', '/github', '/github/', '/github/connected', '/github/connected/'];
    const domains = ['', '; domain=eu.app.example', '; domain=app.example', '; domain=example'];
    expect(attributes).toEqual(
      domains.flatMap((domain) =>
        paths.flatMap((path) =>
          ['', '; partitioned'].map((kind) => `path=${path}; secure${kind}${domain}`),
        ),
      ),
    );
  });

  it.each([
    [
      'older cookies of other domains, of two with the same name',
      `${SESSION_COOKIE}=1; ${SESSION_COOKIE}=2`,
      [`${SESSION_COOKIE} `, `${SESSION_COOKIE} example`],
    ],
    [
      'another spelling of a name, which the SDK reads as the name',
      'stytch%5Fsession=1',
      ['stytch%5Fsession ', 'stytch%5Fsession app.example', 'stytch%5Fsession example'],
    ],
    ['no cookie of another domain that is the only one of its name', `${SESSION_COOKIE}=1`, []],
    [
      'an empty cookie, also when it is the only one of its name',
      `${SESSION_COOKIE}=`,
      [`${SESSION_COOKIE} `, `${SESSION_COOKIE} app.example`, `${SESSION_COOKIE} example`],
    ],
  ])('expires %s [R22.4]', (_, stored, expected) => {
    const written = new Set<string>();
    const cookie = {
      configurable: true,
      get: () => stored,
      set: (text: string) => {
        const [, name, domain = ''] =
          /^([^=]+)=;.*?; path=\/(?:;.*?)?(?:; domain=(.*))?$/.exec(text) ?? [];
        written.add(`${name} ${domain}`);
      },
    };
    Object.defineProperty(document, 'cookie', cookie);
    vi.stubGlobal('location', { hostname: 'app.example', pathname: '/' });
    expireShadowingCookies();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(document, 'cookie');
    expect([...written]).toEqual(expected);
  });

  it('keeps the cookie of this host on localhost, where the SDK writes no domain [R13.7, R22.4]', () => {
    const written: string[] = [];
    const cookie = {
      configurable: true,
      get: () => `${SESSION_COOKIE}=1; ${SESSION_COOKIE}=2`,
      set: (text: string) => written.push(text),
    };
    Object.defineProperty(document, 'cookie', cookie);
    expireShadowingCookies();
    Reflect.deleteProperty(document, 'cookie');
    expect(written).toEqual([
      `${SESSION_COOKIE}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax; path=/; domain=localhost`,
    ]);
  });

  it('expires a cookie without a name, which the SDK reads as one without a value [R22.4]', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: a cookie without a name cannot be written otherwise
    document.cookie = `${SESSION_COOKIE}; path=/`;
    const written = watchCookies();
    expireShadowingCookies();
    vi.restoreAllMocks();
    expect(written).toContain(
      `${SESSION_COOKIE}; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax; path=/`,
    );
    expireShadowingCookies();
    expect(document.cookie).toBe('');
  });

  it.each([
    ['//policies', ['/', '//', '//policies', '//policies/']],
    ['/policies//', ['/', '/policies', '/policies/', '/policies//']],
  ])('knows every path whose cookies are sent to %s [R22.4]', (pathname, paths) => {
    const written = watchCookies();
    vi.stubGlobal('location', { hostname: 'localhost', pathname });
    expireCookie('one', undefined, ['']);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    expect(written.map((text) => /path=(.*)$/.exec(text)?.[1])).toEqual(paths);
  });

  it('knows the paths of the address that the document was loaded with [R22.4]', () => {
    const written = watchCookies();
    const entry: PerformanceEntry = Object.create(PerformanceEntry.prototype, {
      name: { value: 'http://localhost:3000/discovery?token=t' },
    });
    vi.spyOn(performance, 'getEntriesByType').mockImplementation((type) =>
      type === 'navigation' ? [entry] : [],
    );
    vi.stubGlobal('location', { hostname: 'localhost', pathname: '/policies' });
    expireCookie('one', undefined, ['']);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    expect(written.map((text) => /path=(.*)$/.exec(text)?.[1])).toEqual([
      '/',
      '/discovery',
      '/discovery/',
      '/policies',
      '/policies/',
    ]);
  });

  it('writes nothing while the page has no cookie of the SDK, and for no endless path [R22.4]', () => {
    const written = watchCookies();
    vi.stubGlobal('location', { hostname: 'app.example', pathname: '/a'.repeat(3_000) });
    expireShadowingCookies();
    expect(written).toEqual([]);
    expect(isAddressTooDeep()).toBe(true);
    expireCookie('one');
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    expect(written.length).toBeLessThan(500);
  });

  it.each([
    [40, false],
    [41, true],
  ])(
    'knows whether it can expire the cookies of %i paths: too many is %s [R22.10]',
    (count, is) => {
      vi.stubGlobal('location', { hostname: 'localhost', pathname: '/'.repeat(count) });
      expect(isAddressTooDeep()).toBe(is);
      vi.unstubAllGlobals();
    },
  );

  it.each(['/policies/a;b', `/${'x'.repeat(1_000)}`])(
    'knows that it cannot expire the cookies of an address, case %# [R22.10]',
    (pathname) => {
      expect(isAddressTooDeep()).toBe(false);
      vi.stubGlobal('location', { hostname: 'localhost', pathname });
      expect(isAddressTooDeep()).toBe(true);
      vi.unstubAllGlobals();
    },
  );

  it('keeps the own session beside a planted one that no header can carry [R22.4]', () => {
    let stored = [`${SESSION_COOKIE}=a:b`, `${SESSION_COOKIE}=own`];
    const cookie = {
      configurable: true,
      get: () => stored.join('; '),
      // The planted one belongs to the parent domain, the own one to the host.
      set(text: string) {
        const domain = /; domain=(.*)$/.exec(text)?.[1];
        if (domain === 'example') stored = stored.filter((pair) => pair.endsWith('=own'));
        if (domain === 'app.example') stored = stored.filter((pair) => !pair.endsWith('=own'));
      },
    };
    Object.defineProperty(document, 'cookie', cookie);
    vi.stubGlobal('location', { hostname: 'app.example', pathname: '/' });
    expireShadowingCookies();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(document, 'cookie');
    expect(stored).toEqual([`${SESSION_COOKIE}=own`]);
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
