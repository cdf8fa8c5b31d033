import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoffDelay, LONGEST_BACKOFF_DELAY } from '#machines/rules/backoff.ts';

const randomNumber = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('backoffDelay [R11.4]', () => {
  test('doubles 2 s up to seven times, and uses the whole width of the jitter', () => {
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
