import { beforeAll, describe, expect, test } from 'vitest';
import { chartCases } from '#chart/layout/chart-data.ts';
import { shortestWays } from '#chart/layout/shortest-paths.ts';
import type { ChartStep, ChartWay } from '#chart/model/chart.types.ts';
import { createSimulation } from '#chart/model/simulation.ts';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { statePath } from '#machines/auth/auth.view.ts';
import { chartGraph } from '#machines/explore/machine-graph.ts';
import { ALL_INPUTS } from '#machines/explore/start-inputs.ts';
import { execute, machineExecutors } from '#tests/model/support/executors.ts';
import { createWorld } from '#tests/model/support/world.ts';

const graph = chartGraph(authMachine);
const cases = chartCases();
const simulation = createSimulation(cases);
const INPUT = 'back from Google';

const VERIFY: readonly ChartStep[] = [
  { type: 'xstate.done.actor.redeem', case: 'listed' },
  { type: 'organization.choose', case: 'listed' },
  { type: 'xstate.done.actor.exchange', case: 'verify e-mail' },
];

describe('a simulation', () => {
  test('goes where the real machine goes', () => {
    const moments = simulation.replay(INPUT, VERIFY);
    expect(moments.map(({ path }) => path)).toEqual([
      'signedOut.redeeming',
      'signedOut.selecting.browsing',
      'signedOut.exchanging',
      'signedOut.stepUp.otp.idle signedOut.stepUp.magicLink.idle',
    ]);
    expect(moments[3]?.taken).toContain('signedOut.exchanging | xstate.done.actor.exchange | 1');
    expect(moments[3]?.taken).toContain('signedOut.stepUp.otp.deciding | always | 2');
  });

  test('offers only what does something, and changes nothing by offering it', () => {
    const moment = simulation.start(INPUT);
    const before = JSON.stringify(moment.snapshot.context);
    const steps = simulation.steps(moment);
    expect(steps).toContainEqual({ type: 'xstate.error.actor.redeem', case: 'unexpected' });
    expect(steps.map(({ type }) => type)).not.toContain('signOut');
    expect(JSON.stringify(moment.snapshot.context)).toBe(before);
  });

  test('takes the branch of a guard that is answered by hand', () => {
    const [moment] = simulation.replay(INPUT, VERIFY).slice(1, 2);
    const step = { type: 'organization.choose', case: 'listed' };
    const forced = { willExchange: false };
    if (moment === undefined) throw new Error('The replay stopped early.');
    expect(simulation.step(moment, step).path).toBe('signedOut.exchanging');
    expect(simulation.step(moment, { ...step, forced }).path).toBe('signedOut.selecting.starting');
  });

  test('stops at a step that the case table does not have', () => {
    expect(simulation.replay(INPUT, [{ type: 'nonsense', case: 'x' }])).toHaveLength(1);
  });
});

describe('the shortest ways', () => {
  let ways: Readonly<Record<string, ChartWay>>;

  beforeAll(() => {
    ways = shortestWays(cases);
  }, 120_000);

  test('lead to every state and every transition', () => {
    expect(graph.states.filter(({ id, parent }) => parent !== null && !ways[id])).toEqual([]);
    expect(graph.transitions.filter(({ id }) => !ways[id])).toEqual([]);
  });

  test('end where they say', () => {
    const wrong = graph.transitions.filter(({ id }) => {
      const way = ways[id];
      return !way || !simulation.replay(way.input, way.steps).at(-1)?.taken.includes(id);
    });
    // What is taken at boot is taken before the first step.
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test('hold on the real actor, step by step', async () => {
    const world = createWorld();
    for (const { input, steps } of Object.values(ways)) {
      const data = ALL_INPUTS.find(({ name }) => name === input);
      if (data === undefined) throw new Error(`No input "${input}".`);
      const run = world.start(data.input);
      const moments = simulation.replay(input, steps);
      for (const [index, step] of steps.entries()) {
        const clock = moments[index + 1]?.clock ?? 0;
        await execute(machineExecutors, { run, step, clock });
        expect(statePath(run.actor.getSnapshot().value)).toBe(moments[index + 1]?.path);
      }
      run.actor.stop();
    }
  }, 120_000);
});
