// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  forgetLinkRequest,
  linkWasRequested,
  linkWasSentTo,
  markLinkRequested,
} from '#src/stytch/email-link/magic-link-request.ts';
import {
  clearLocal,
  localKeys,
  readLocal,
  readTab,
  removeLocal,
  removeTab,
  storageIsAllowed,
  writeLocal,
  writeTab,
} from '#src/stytch/safe-storage.ts';
import { createPkcePairs } from '#src/stytch/sdk/pkce.ts';
import {
  expireAllCookies,
  expireCookie,
  INTERMEDIATE_COOKIE,
  readCookie,
  SESSION_COOKIE,
  writeCookie,
} from '#src/stytch/session/cookies.ts';
import { expireIntermediateSession, hasIntermediateCookie } from '#src/stytch/session/session.ts';
import { clearCookies, STATE_KEY, TOKEN } from './support/harness.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  clearCookies();
});
afterEach(() => vi.unstubAllGlobals());

/** What was written to `document.cookie`, with its attributes. */
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

  it('are read by name', () => {
    writeCookie('one', 'a b=c', soon);
    writeCookie('one_more', 'x', soon);
    expect(readCookie('one')).toBe('a b=c');
    expect(readCookie('on')).toBeNull();
  });

  it('that cannot be decoded are none', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as a hand would
    document.cookie = 'broken=%E0%A4%A; path=/';
    expect(readCookie('broken')).toBeNull();
  });

  it('end by name, all of them if need be', () => {
    writeCookie('one', '1', soon);
    writeCookie('two', '2', soon);
    expireCookie('one');
    expect(document.cookie).toBe('two=2');
    expireAllCookies();
    expect(document.cookie).toBe('');
  });

  it('are written same-site lax with path /, and ended wherever the SDK may have written them [R13.7]', () => {
    const written = watchCookies();
    writeCookie('one', '1', Date.UTC(2026, 0, 5));
    expireCookie(SESSION_COOKIE);
    vi.restoreAllMocks();
    expect(written).toEqual([
      'one=1; path=/; expires=Mon, 05 Jan 2026 00:00:00 GMT; samesite=lax',
      'stytch_session=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax',
      'stytch_session=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax; domain=localhost',
    ]);
  });

  it('are secure except on localhost', () => {
    const written = watchCookies();
    vi.stubGlobal('location', { hostname: 'app.example' });
    writeCookie('one', '1', Date.UTC(2026, 0, 5));
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    expect(written[0]).toMatch(/; secure$/);
  });

  it('of the intermediate session end without the SDK', () => {
    writeCookie(INTERMEDIATE_COOKIE, 'token', soon);
    expect(hasIntermediateCookie()).toBe(true);
    expireIntermediateSession();
    expect(hasIntermediateCookie()).toBe(false);
  });
});

describe('the request of a link', () => {
  const now = Date.UTC(2026, 0, 5, 12);

  it('is known for an hour, until its link is used', () => {
    expect(linkWasRequested(now)).toBe(false);
    markLinkRequested('ben@birch.example', now);
    expect(linkWasRequested(now + 60 * 60_000)).toBe(true);
    expect(linkWasRequested(now + 60 * 60_000 + 1)).toBe(false);
    forgetLinkRequest();
    expect(linkWasRequested(now)).toBe(false);
  });

  it('holds a time and nothing else', () => {
    markLinkRequested('ben@birch.example', now);
    expect(Object.values({ ...localStorage })).toEqual([String(now)]);
  });

  it('is this tab’s for one address', () => {
    markLinkRequested('Ben@Birch.example ', now);
    expect(linkWasSentTo('ben@birch.example')).toBe(true);
    expect(linkWasSentTo('ada@acme.example')).toBe(false);
    sessionStorage.clear();
    expect(linkWasSentTo('ben@birch.example')).toBe(false);
  });

  it.each(['', 'rubbish', 'NaN', 'Infinity', String(now + 1)])('is none with %j', (stored) => {
    localStorage.setItem('auth_link_requested_at', stored);
    expect(linkWasRequested(now)).toBe(false);
  });
});

describe('PKCE pairs', () => {
  const slot = `${STATE_KEY}::PKCE_VERIFIER:oauth`;
  const pair = (verifier: string) =>
    JSON.stringify({ code_verifier: verifier, code_challenge: 'c'.repeat(43) });
  const pairs = createPkcePairs(TOKEN);

  it.each([43, 64, 128])('of %i characters are kept for this tab and put back', (length) => {
    const mine = pair('a'.repeat(length));
    localStorage.setItem(slot, mine);
    expect(pairs.keep()).toBe(true);
    localStorage.setItem(slot, pair('b'.repeat(64)));
    expect(pairs.restore()).toBe(true);
    expect(localStorage.getItem(slot)).toBe(mine);
    pairs.forget();
    expect(pairs.restore()).toBe(false);
  });

  it.each([42, 129])('of %i characters are none', (length) => {
    localStorage.setItem(slot, pair('a'.repeat(length)));
    expect(pairs.keep()).toBe(false);
  });

  it('need room', () => {
    expect(pairs.canKeep()).toBe(true);
    expect(localStorage).toHaveLength(0);
    expect(sessionStorage).toHaveLength(0);
    vi.stubGlobal('sessionStorage', {
      setItem() {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    expect(pairs.canKeep()).toBe(false);
  });
});

describe('storage that is denied', () => {
  beforeEach(() => {
    for (const area of ['localStorage', 'sessionStorage']) vi.stubGlobal(area, undefined);
  });

  it('is noticed', () => {
    expect(storageIsAllowed()).toBe(false);
    vi.unstubAllGlobals();
    expect(storageIsAllowed()).toBe(true);
    vi.stubGlobal('navigator', { cookieEnabled: false });
    expect(storageIsAllowed()).toBe(false);
  });

  it('is never fatal', () => {
    expect(readLocal('x')).toBeNull();
    expect(writeLocal('x', 'y')).toBe(false);
    expect(localKeys('x')).toEqual([]);
    expect(readTab('x')).toBeNull();
    expect(writeTab('x', 'y')).toBe(false);
    expect(() => {
      removeLocal('x');
      removeTab('x');
      clearLocal();
    }).not.toThrow();
  });
});
