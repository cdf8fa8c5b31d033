import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { createBehaviour } from '#tests/model/behaviour.ts';
import { ALL_INPUTS } from '#tests/model/inputs.ts';
import { definitionsOf } from '#tests/model/machine-graph.ts';
import { allNearest, coverOf } from '#tests/model/paths.ts';

const REVIEWED = new URL('level-1.behaviour.txt', import.meta.url);

/** Of the pure model; `level-1.test.ts` holds the real machine against it, step by step. */
describe('the model behaves as it was reviewed', () => {
  const behaviour = createBehaviour(definitionsOf(authMachine));

  test('by the shortest way to every state, and with every step from there', {
    timeout: 120_000,
  }, () => {
    for (const near of allNearest()) behaviour.record(near);
    const reviewed = new Set(readFileSync(REVIEWED, 'utf8').trimEnd().split('\n\n'));
    const seen = behaviour.text().trimEnd().split('\n\n');
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((section) => !reviewed.has(section))).toEqual([]);
  });

  test('on every branch and with every payload', { timeout: 120_000 }, async () => {
    for (const input of ALL_INPUTS) behaviour.record(coverOf(input));
    await expect(behaviour.text()).toMatchFileSnapshot('level-1.behaviour.txt');
  });
});
