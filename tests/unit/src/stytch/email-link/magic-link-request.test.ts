// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import {
  clearLinkRequest,
  recordLinkRequest,
  wasLinkRequested,
  wasLinkSentTo,
} from '#src/stytch/email-link/magic-link-request.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('magic link request', () => {
  const now = Date.UTC(2026, 0, 5, 12);

  it('is valid for an hour, until it is cleared [R9.5]', () => {
    expect(wasLinkRequested(now)).toBe(false);
    recordLinkRequest('ben@birch.example', now);
    expect(wasLinkRequested(now + 60 * 60_000)).toBe(true);
    expect(wasLinkRequested(now + 60 * 60_000 + 1)).toBe(false);
    clearLinkRequest();
    expect(wasLinkRequested(now)).toBe(false);
  });

  it('stores only a time in local storage [R9.5]', () => {
    recordLinkRequest('ben@birch.example', now);
    expect(Object.values({ ...localStorage })).toEqual([String(now)]);
  });

  it('is bound to this tab and one address', () => {
    recordLinkRequest('Ben@Birch.example ', now);
    expect(wasLinkSentTo('ben@birch.example')).toBe(true);
    expect(wasLinkSentTo('ada@acme.example')).toBe(false);
    sessionStorage.clear();
    expect(wasLinkSentTo('ben@birch.example')).toBe(false);
  });

  it.each(['', 'invalid', 'NaN', 'Infinity', String(now + 1)])(
    'is invalid when %j is stored',
    (stored) => {
      localStorage.setItem('auth_link_requested_at', stored);
      expect(wasLinkRequested(now)).toBe(false);
    },
  );
});
