// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPkcePairs } from '#src/stytch/sdk/pkce.ts';
import { PUBLIC_TOKEN, SDK_STATE_KEY } from '../support/harness.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

describe('PKCE pairs', () => {
  const slot = `${SDK_STATE_KEY}::PKCE_VERIFIER:oauth`;
  const pair = (verifier: string) =>
    JSON.stringify({ code_verifier: verifier, code_challenge: 'c'.repeat(43) });
  let now = 0;
  const pairs = createPkcePairs(PUBLIC_TOKEN, () => now);

  it.each([43, 64, 128])(
    'of %i characters are saved for this tab and restored [R5.4, R5.5]',
    (length) => {
      const mine = pair('a'.repeat(length));
      localStorage.setItem(slot, mine);
      expect(pairs.save(true)).toBe(true);
      localStorage.setItem(slot, pair('b'.repeat(64)));
      expect(pairs.restore()).toMatchObject({ hasChosen: true });
      expect(localStorage.getItem(slot)).toBe(mine);
      pairs.clear();
      expect(pairs.restore()).toBeNull();
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
    expect(pairs.save(false)).toBe(true);
    now += waited;
    expect(pairs.restore() !== null).toBe(isRestored);
    expect(sessionStorage).toHaveLength(isRestored ? 1 : 0);
  });

  it.each([42, 129])('of %i characters are invalid', (length) => {
    localStorage.setItem(slot, pair('a'.repeat(length)));
    expect(pairs.save(false)).toBe(false);
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
      pairs.save(false);
      expect(pairs.restore()).not.toBeNull();
      localStorage.setItem('auth_signed_out_at', after);
      expect(pairs.restore()).toBeNull();
      expect(sessionStorage).toHaveLength(0);
    },
  );

  it('cannot be saved in full storage [R5.11]', () => {
    expect(pairs.canSave()).toBe(true);
    expect(localStorage).toHaveLength(0);
    expect(sessionStorage).toHaveLength(0);
    vi.stubGlobal('sessionStorage', {
      setItem() {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    expect(pairs.canSave()).toBe(false);
  });
});
