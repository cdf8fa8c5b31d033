// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import {
  clearLinkRequests,
  linkRequestsFor,
  recordLinkRequest,
  wasLinkRequested,
} from '#src/stytch/email-link/magic-link-request.ts';

const BEN = 'ben@birch.example';
const HOUR = 60 * 60_000;
const NOW = Date.UTC(2026, 0, 5, 12);

/** The organizations of the sign-ins that requested a link to an address. */
async function requested(emailAddress: string, at = NOW): Promise<string[]> {
  return (await linkRequestsFor(emailAddress, at)).map(({ organization }) => organization);
}

beforeEach(() => localStorage.clear());

it('belongs to its address for an hour, until it is cleared [R9.5, R22.3]', async () => {
  expect(wasLinkRequested(NOW)).toBe(false);
  await recordLinkRequest('Ben@Birch.example ', 'organization-1', NOW);
  await recordLinkRequest('ada@acme.example', 'organization-2', NOW);
  // The clock may be set back.
  for (const [at, isValid] of [
    [HOUR, true],
    [HOUR + 1, false],
    [-2_000, true],
    [-HOUR - 1, false],
  ] as const) {
    expect(wasLinkRequested(NOW + at)).toBe(isValid);
    expect(await requested(BEN, NOW + at)).toEqual(isValid ? ['organization-1'] : []);
  }
  expect(await requested('ada@acme.example')).toEqual(['organization-2']);
  expect(await requested('dora@acme.example')).toEqual([]);
  clearLinkRequests();
  expect(wasLinkRequested(NOW)).toBe(false);
});

it('contains no address, and no digest that another request repeats [R9.5]', async () => {
  await recordLinkRequest(BEN, 'organization-1', NOW);
  await recordLinkRequest(BEN, 'organization-1', NOW);
  const [stored] = Object.values({ ...localStorage });
  expect(stored).not.toContain('ben');
  const [first, second] = JSON.parse(stored);
  expect(first.address).toMatch(/^[\da-f]{64}$/);
  expect(first.address).not.toBe(second.address);
});

it.each(['', 'invalid', '{}', '[1]', `[{"salt":"s","address":"a","at":${NOW}}]`])(
  'is none when %j is stored',
  async (stored) => {
    localStorage.setItem('auth_link_requests', stored);
    expect(wasLinkRequested(NOW)).toBe(false);
    expect(await requested(BEN)).toEqual([]);
  },
);
