import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoffDelay, LONGEST_BACKOFF_DELAY } from '#machines/rules/backoff.ts';

const randomNumber = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('backoffDelay [R11.4]', () => {
  test.each([
    [1, 4_000],
    [2, 8_000],
    [3, 16_000],
    [4, 32_000],
    [5, 64_000],
    [6, 128_000],
    [7, 256_000],
    [8, 256_000],
    [1_000, 256_000],
  ])('attempt %i waits about %i ms', (attempt, middle) => {
    expect(backoffDelay(attempt, 0.5)).toBe(middle);
  });

  test('stays within the jitter, and uses its whole width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), randomNumber, (attempt, random) => {
        const middle = 2_000 * 2 ** Math.min(attempt, 7);
        const wait = backoffDelay(attempt, random);
        expect(Math.abs(wait - middle)).toBeLessThanOrEqual(175);
        expect(Number.isInteger(wait)).toBe(true);
      }),
    );
    expect(backoffDelay(1, 0)).toBe(3_825);
    expect(backoffDelay(1, 1 - Number.EPSILON)).toBe(4_174);
    expect(backoffDelay(99, 1)).toBe(LONGEST_BACKOFF_DELAY);
  });
});
