// @vitest-environment happy-dom
import { createHash } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { createPkcePair, createPkcePairs, savePkcePair } from '#src/stytch/sdk/pkce.ts';
import { PUBLIC_TOKEN, SDK_STATE_KEY } from '../support/harness.ts';

const NOON = Date.UTC(2026, 0, 5, 12);
const MINUTES = 60_000;
const SLOT = `${SDK_STATE_KEY}::PKCE_VERIFIER:oauth`;
const pairOf = (verifier: number, challenge = 43) =>
  JSON.stringify({ code_verifier: 'a'.repeat(verifier), code_challenge: 'c'.repeat(challenge) });

let now = NOON;
const pairs = createPkcePairs(PUBLIC_TOKEN, () => now);

beforeEach(() => {
  now = NOON;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  localStorage.clear();
  sessionStorage.clear();
});

it.each([
  [pairOf(43), true],
  [pairOf(128), true],
  [pairOf(42), false],
  [pairOf(129), false],
  [pairOf(64, 42), false],
  ['{}', false],
])('saves the pair %s for this tab, and uses it once: %s [R5.5]', (stored, isPair) => {
  savePkcePair(JSON.parse(stored));
  localStorage.setItem(SLOT, 'the pair of another tab');
  expect(pairs.use('oauth')).toBe(isPair);
  expect(localStorage.getItem(SLOT)).toBe(isPair ? stored : 'the pair of another tab');
  expect(pairs.use('oauth')).toBe(false);
});

const wait = (milliseconds: number) => () => {
  now += milliseconds;
};
const signOut = (at: string) => () => localStorage.setItem('auth_signed_out_at', at);

it.each<[string, () => void, boolean]>([
  ['ten minutes', wait(10 * MINUTES), true],
  ['more than ten minutes', wait(10 * MINUTES + 1), false],
  ['the clock was set back', wait(-2_000), true],
  ['the clock was set back by more than ten minutes', wait(-10 * MINUTES - 1), false],
  ['a sign-out in this browser', signOut('2'), false],
  ['nothing', signOut('1'), true],
])('uses a pair after %s: %s [R5.14, R11.12]', (_, happen, isUsable) => {
  signOut('1')();
  savePkcePair(JSON.parse(pairOf(64)));
  happen();
  expect(pairs.use('oauth')).toBe(isUsable);
  expect(sessionStorage).toHaveLength(0);
});

it('makes a new verifier of 64 hexadecimal digits, and its challenge [R5.4]', async () => {
  const { code_verifier, code_challenge } = await createPkcePair();
  expect(code_verifier).toMatch(/^[0-9a-f]{64}$/);
  expect(code_challenge).toBe(createHash('sha256').update(code_verifier).digest('base64url'));
  expect((await createPkcePair()).code_verifier).not.toBe(code_verifier);
});
