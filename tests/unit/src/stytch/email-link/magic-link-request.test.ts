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

describe('the request of a link', () => {
  const now = Date.UTC(2026, 0, 5, 12);

  it('is known for an hour, until its link is used [R9.5]', () => {
    expect(wasLinkRequested(now)).toBe(false);
    recordLinkRequest('ben@birch.example', now);
    expect(wasLinkRequested(now + 60 * 60_000)).toBe(true);
    expect(wasLinkRequested(now + 60 * 60_000 + 1)).toBe(false);
    clearLinkRequest();
    expect(wasLinkRequested(now)).toBe(false);
  });

  it('holds a time and nothing else [R9.5]', () => {
    recordLinkRequest('ben@birch.example', now);
    expect(Object.values({ ...localStorage })).toEqual([String(now)]);
  });

  it('is this tab’s for one address', () => {
    recordLinkRequest('Ben@Birch.example ', now);
    expect(wasLinkSentTo('ben@birch.example')).toBe(true);
    expect(wasLinkSentTo('ada@acme.example')).toBe(false);
    sessionStorage.clear();
    expect(wasLinkSentTo('ben@birch.example')).toBe(false);
  });

  it.each(['', 'rubbish', 'NaN', 'Infinity', String(now + 1)])('is none with %j', (stored) => {
    localStorage.setItem('auth_link_requested_at', stored);
    expect(wasLinkRequested(now)).toBe(false);
  });
});
