import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { machineGraph } from '#machines/explore/machine-graph.ts';
import { START_INPUTS } from '#machines/explore/start-inputs.ts';
import { edgeCover, shortestPathsByInput } from '../support/paths.ts';
import { createBehaviourRecord } from './behaviour.ts';

const REVIEWED = new URL('behaviour.txt', import.meta.url);

/** The stepper's behaviour; `transition-coverage.test.ts` compares the real actor with the stepper. */
describe('the machine behaves as reviewed in behaviour.txt', () => {
  const behaviour = createBehaviourRecord(machineGraph(authMachine).transitions);

  test('on the shortest path to every state, and on every step from there', {
    timeout: 120_000,
  }, () => {
    for (const { paths } of shortestPathsByInput()) behaviour.record(paths);
    // The record keeps the step nearest to a start, which may be on one of these paths.
    for (const input of START_INPUTS) behaviour.record(edgeCover(input));
    const reviewed = new Set(readFileSync(REVIEWED, 'utf8').trimEnd().split('\n\n'));
    const recorded = behaviour.text().trimEnd().split('\n\n');
    expect(recorded.length).toBeGreaterThan(0);
    expect(recorded.filter((section) => !reviewed.has(section))).toEqual([]);
  });

  test('on every branch, with every payload case', { timeout: 120_000 }, async () => {
    await expect(behaviour.text()).toMatchFileSnapshot('behaviour.txt');
  });
});
