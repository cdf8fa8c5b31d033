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

  it.each([42, 129])('of %i characters are invalid', (length) => {
    localStorage.setItem(slot, pair('a'.repeat(length)));
    expect(pairs.save()).toBe(false);
  });

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
