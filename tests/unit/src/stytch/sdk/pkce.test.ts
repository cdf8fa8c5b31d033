// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPkcePairs } from '#src/stytch/sdk/pkce.ts';
import { PUBLIC_TOKEN, SDK_STATE_KEY } from '../support/harness.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

/** The session storage key of a tab's pair. */
const TAB_KEY = 'auth_pkce_oauth';

describe('PKCE pairs', () => {
  const slot = `${SDK_STATE_KEY}::PKCE_VERIFIER:oauth`;
  const pair = (verifier: string, challenge = 'c'.repeat(43)) =>
    JSON.stringify({ code_verifier: verifier, code_challenge: challenge });
  let now = 0;
  const pairs = createPkcePairs(PUBLIC_TOKEN, () => now);

  it.each([43, 64, 128])(
    'of %i characters are saved for this tab and restored [R5.4, R5.5]',
    (length) => {
      const mine = pair('a'.repeat(length));
      localStorage.setItem(slot, mine);
      expect(pairs.save()).toBe(true);
      localStorage.setItem(slot, pair('b'.repeat(64)));
      expect(pairs.restore()).toBe(true);
      expect(localStorage.getItem(slot)).toBe(mine);
      pairs.clear();
      expect(pairs.restore()).toBe(false);
    },
  );

  it.each([
    [0, true],
    [10 * 60_000, true],
    [10 * 60_000 + 1, false],
    [-2_000, true],
    [-10 * 60_000 - 1, false],
  ])('are restored %i ms after they were saved: %s [R5.14]', (waited, isRestored) => {
    now = Date.UTC(2026, 0, 5);
    localStorage.setItem(slot, pair('a'.repeat(64)));
    expect(pairs.save()).toBe(true);
    now += waited;
    expect(pairs.restore()).toBe(isRestored);
    expect(sessionStorage).toHaveLength(isRestored ? 1 : 0);
  });

  it.each([
    ['a verifier of 42 characters', pair('a'.repeat(42))],
    ['a verifier of 129 characters', pair('a'.repeat(129))],
    ['a challenge of 42 characters', pair('a'.repeat(64), 'c'.repeat(42))],
    ['a challenge of 44 characters', pair('a'.repeat(64), 'c'.repeat(44))],
    ['no pair', '{}'],
    ['no JSON', '{'],
  ])('are not saved when the SDK has stored %s', (_, stored) => {
    localStorage.setItem(slot, stored);
    expect(pairs.save()).toBe(false);
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    ['no pair', { pair: undefined }],
    ['an invalid pair', { pair: { code_verifier: 'short' } }],
    ['no time', { at: undefined }],
    ['another time', { at: '0' }],
    ['no sign-out', { signOut: undefined }],
  ])('are not restored from a record with %s, and removed', (_, change) => {
    now = 0;
    localStorage.setItem(slot, pair('a'.repeat(64)));
    pairs.save();
    const saved = JSON.parse(sessionStorage.getItem(TAB_KEY) ?? '');
    sessionStorage.setItem(TAB_KEY, JSON.stringify({ ...saved, ...change }));
    expect(pairs.restore()).toBe(false);
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    [null, '1'],
    ['1', '2'],
  ])(
    'are not restored after a sign-out in this browser: %s, then %s [R5.14, R11.12]',
    (before, after) => {
      localStorage.clear();
      if (before !== null) localStorage.setItem('auth_signed_out_at', before);
      localStorage.setItem(slot, pair('a'.repeat(64)));
      pairs.save();
      expect(pairs.restore()).toBe(true);
      localStorage.setItem('auth_signed_out_at', after);
      expect(pairs.restore()).toBe(false);
      expect(sessionStorage).toHaveLength(0);
    },
  );

  it('cannot be saved in storage that has no space for a pair [R5.11]', () => {
    expect(pairs.canSave()).toBe(true);
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    const used = { key: TAB_KEY, value: pair('a'.repeat(128)) };
    vi.stubGlobal('sessionStorage', {
      getItem: () => null,
      setItem(key: string, value: string) {
        const isFull = key.length + value.length >= used.key.length + used.value.length;
        if (isFull) throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => undefined,
    });
    expect(pairs.canSave()).toBe(false);
  });

  describe('for magic links', () => {
    const linkSlot = `${SDK_STATE_KEY}::PKCE_VERIFIER:magic_links`;

    it.each([
      [true, 'a pair', pair('a'.repeat(64))],
      [false, 'an invalid pair', pair('short')],
      [false, 'no JSON', '{'],
      [false, 'nothing', null],
    ])('are found: %s, when storage holds %s', (expected, _, stored) => {
      localStorage.setItem(slot, pair('a'.repeat(64)));
      if (stored !== null) localStorage.setItem(linkSlot, stored);
      expect(pairs.hasMagicLinkPair()).toBe(expected);
    });

    it('are removed without the pair of Google', () => {
      localStorage.setItem(slot, pair('a'.repeat(64)));
      localStorage.setItem(linkSlot, pair('b'.repeat(64)));
      pairs.clearMagicLinkPair();
      expect(pairs.hasMagicLinkPair()).toBe(false);
      expect(Object.keys(localStorage)).toEqual([slot]);
    });
  });
});
