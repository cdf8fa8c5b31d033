import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { chartGraph } from '#machines/explore/machine-graph.ts';
import { START_INPUTS } from '#machines/explore/start-inputs.ts';
import { edgeCover, shortestPathsByInput } from '../support/paths.ts';
import { createBehaviourRecord } from './behaviour.ts';

const REVIEWED = new URL('behaviour.txt', import.meta.url);

/** Of the pure model; `transition-test.ts` holds the real machine against it, step by step. */
describe('the model behaves as it was reviewed', () => {
  const behaviour = createBehaviourRecord(chartGraph(authMachine).transitions);

  test('by the shortest way to every state, and with every step from there', {
    timeout: 120_000,
  }, () => {
    for (const { paths } of shortestPathsByInput()) behaviour.record(paths);
    const reviewed = new Set(readFileSync(REVIEWED, 'utf8').trimEnd().split('\n\n'));
    const seen = behaviour.text().trimEnd().split('\n\n');
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((section) => !reviewed.has(section))).toEqual([]);
  });

  test('on every branch and with every payload', { timeout: 120_000 }, async () => {
    for (const input of START_INPUTS) behaviour.record(edgeCover(input));
    await expect(behaviour.text()).toMatchFileSnapshot('behaviour.txt');
  });
});
