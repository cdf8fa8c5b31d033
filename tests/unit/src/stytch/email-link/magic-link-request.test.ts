// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import {
  linkRequestFor,
  recordLinkRequest,
  removeLinkRequests,
  wasLinkRequested,
} from '#src/stytch/magic-link-request.ts';

const BEN = 'ben@birch.example';
const HOUR = 60 * 60_000;
const NOW = Date.UTC(2026, 0, 5, 12);

/** The organization of the sign-in that requested a link to an address. */
const requested = async (emailAddress: string, at = NOW) =>
  (await linkRequestFor(emailAddress, at))?.organization;

beforeEach(() => localStorage.clear());

it('belongs to its address for an hour, until it is cleared [R9.5, R22.2]', async () => {
  expect(wasLinkRequested(NOW)).toBe(false);
  await recordLinkRequest('Ben@Birch.example ', 'organization-1', NOW);
  // The clock may be set back.
  for (const [at, isValid] of [
    [HOUR, true],
    [HOUR + 1, false],
    [-2_000, true],
    [-HOUR - 1, false],
  ] as const) {
    expect(wasLinkRequested(NOW + at)).toBe(isValid);
    expect(await requested('BEN@birch.example', NOW + at)).toBe(
      isValid ? 'organization-1' : undefined,
    );
  }
  expect(await requested('dora@acme.example')).toBeUndefined();
  removeLinkRequests();
  expect(wasLinkRequested(NOW)).toBe(false);
});

it('contains no address, and no digest that another request repeats [R9.5]', async () => {
  const stored = [];
  for (const _ of ['first', 'second']) {
    await recordLinkRequest(BEN, 'organization-1', NOW);
    stored.push(localStorage.getItem('auth_link_requests') ?? '');
  }
  expect(stored[0]).not.toContain('ben');
  const [first, second] = stored.map((text) => JSON.parse(text).address);
  expect(first).toMatch(/^[\da-f]{64}$/);
  expect(first).not.toBe(second);
});

it.each(['', 'invalid', '{}', `{"salt":"s","address":"a","at":${NOW}}`])(
  'is none when %j is stored',
  async (stored) => {
    localStorage.setItem('auth_link_requests', stored);
    expect(wasLinkRequested(NOW)).toBe(false);
    expect(await requested(BEN)).toBeUndefined();
  },
);
