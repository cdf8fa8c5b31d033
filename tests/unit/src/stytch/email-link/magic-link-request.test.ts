// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import {
  clearLinkRequests,
  linkRequestsFor,
  recordLinkRequest,
  wasLinkRequested,
} from '#src/stytch/email-link/magic-link-request.ts';

const BEN = 'ben@birch.example';
const ADA = 'ada@acme.example';
const HOUR = 60 * 60_000;

/** The organizations of the sign-ins that requested a link to an address. */
async function requested(emailAddress: string, at: number): Promise<string[]> {
  return (await linkRequestsFor(emailAddress, at)).map(({ organization }) => organization);
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('magic link request', () => {
  const now = Date.UTC(2026, 0, 5, 12);

  it('is valid for an hour, until it is cleared [R9.5]', async () => {
    expect(wasLinkRequested(now)).toBe(false);
    await recordLinkRequest(BEN, 'organization-1', now);
    expect(wasLinkRequested(now + HOUR)).toBe(true);
    expect(wasLinkRequested(now + HOUR + 1)).toBe(false);
    // The clock may be set back.
    expect(wasLinkRequested(now - 2_000)).toBe(true);
    expect(wasLinkRequested(now - HOUR - 1)).toBe(false);
    clearLinkRequests();
    expect(wasLinkRequested(now)).toBe(false);
  });

  it('is bound to the address, for each of several requests [R22.3]', async () => {
    await recordLinkRequest('Ben@Birch.example ', 'organization-1', now);
    await recordLinkRequest(ADA, 'organization-2', now + 1);
    expect(await requested(BEN, now + 2)).toEqual(['organization-1']);
    expect(await requested(ADA, now + 2)).toEqual(['organization-2']);
    expect(await requested('dora@acme.example', now + 2)).toEqual([]);
    expect(await requested(BEN, now + HOUR + 1)).toEqual([]);
  });

  it('keeps the five newest', async () => {
    for (const number of [1, 2, 3, 4, 5, 6])
      await recordLinkRequest(`${number}@a.example`, 'organization-1', now);
    expect(await requested('1@a.example', now)).toEqual([]);
    expect(await requested('2@a.example', now)).toEqual(['organization-1']);
    expect(await requested('6@a.example', now)).toEqual(['organization-1']);
  });

  it('stores no address in local storage, and no digest that another request repeats [R9.5]', async () => {
    await recordLinkRequest(BEN, 'organization-1', now);
    await recordLinkRequest(BEN, 'organization-1', now);
    const [stored] = Object.values({ ...localStorage });
    expect(stored).not.toContain('ben');
    const [first, second] = JSON.parse(stored);
    expect(first.address).toMatch(/^[\da-f]{64}$/);
    expect(first.address).not.toBe(second.address);
  });

  it.each(['', 'invalid', '{}', '[1]', `[{"salt":"s","address":"a","at":${now + 1}}]`])(
    'is invalid when %j is stored',
    async (stored) => {
      localStorage.setItem('auth_link_requests', stored);
      expect(wasLinkRequested(now)).toBe(false);
      expect(await requested(BEN, now)).toEqual([]);
    },
  );
});
