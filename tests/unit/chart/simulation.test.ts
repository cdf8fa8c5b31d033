import { beforeAll, describe, expect, test } from 'vitest';
import { statePath } from '#machines/auth/state-path.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { createAuthStepper } from '#machines/auth-cases/auth-stepper.ts';
import { START_INPUTS } from '#machines/auth-cases/start-inputs.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';
import {
  keyWithTimers,
  shortestPaths,
  shortestSequences,
} from '#statechart/explore/shortest-paths.ts';
import { type ModelStep, type StepSequence, stepKind } from '#statechart/explore/steps.ts';
import { createTestMachine } from '#tests/model/support/test-machine.ts';
import { machineExecutors } from '#tests/model/support/walker.ts';

const graph = machineGraph(authMachine);
const stepper = createAuthStepper();
const INPUT = 'back from Google';

const VERIFY: readonly ModelStep[] = [
  { type: 'xstate.done.actor.redeem', case: 'listed' },
  { type: 'organization.choose', case: 'listed' },
  { type: 'xstate.done.actor.exchange', case: 'verify e-mail' },
];

describe('the stepper', () => {
  test('takes the transitions of the machine', () => {
    const states = stepper.replay(INPUT, VERIFY);
    expect(states.map(({ path }) => path)).toEqual([
      'signedOut.redeeming',
      'signedOut.selecting.browsing',
      'signedOut.exchanging',
      'signedOut.stepUp.otp.idle signedOut.stepUp.magicLink.idle',
    ]);
    expect(states[3]?.taken).toContain('signedOut.exchanging | xstate.done.actor.exchange | 2');
    expect(states[3]?.taken).toContain('signedOut.stepUp.otp.deciding | always | 2');
  });

  test('lists only steps that take a transition, without changing the state', () => {
    const state = stepper.start(INPUT);
    const before = JSON.stringify(state.snapshot.context);
    const steps = stepper.steps(state);
    expect(steps).toContainEqual({ type: 'xstate.error.actor.redeem', case: 'unexpected' });
    expect(steps.map(({ type }) => type)).not.toContain('signOut');
    expect(JSON.stringify(state.snapshot.context)).toBe(before);
  });

  test('takes the branch that a guard override selects', () => {
    const [state] = stepper.replay(INPUT, VERIFY).slice(1, 2);
    const step = { type: 'organization.choose', case: 'listed' };
    const guardOverrides = { willExchange: false };
    if (state === undefined) throw new Error('The replay stopped early.');
    expect(stepper.step(state, step).path).toBe('signedOut.exchanging');
    expect(stepper.step(state, { ...step, guardOverrides }).path).toBe(
      'signedOut.selecting.starting',
    );
  });

  test('stops before a step without a payload case', () => {
    expect(stepper.replay(INPUT, [{ type: 'nonsense', case: 'x' }])).toHaveLength(1);
  });
});

describe('the shortest paths', () => {
  let paths: Readonly<Record<string, StepSequence>>;

  beforeAll(() => {
    paths = shortestSequences(shortestPaths(stepper, { key: keyWithTimers }).paths);
  }, 120_000);

  test('exist for every state and every transition', () => {
    expect(graph.states.filter(({ id, parent }) => parent !== null && !paths[id])).toEqual([]);
    expect(graph.transitions.filter(({ id }) => !paths[id])).toEqual([]);
  });

  test('end with their transition', () => {
    const wrong = graph.transitions.filter(({ id }) => {
      const path = paths[id];
      return !path || !stepper.replay(path.input, path.steps).at(-1)?.taken.includes(id);
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test('lead the real actor through the same states', async () => {
    const testMachine = createTestMachine();
    for (const { input, steps } of Object.values(paths)) {
      const data = START_INPUTS.find(({ name }) => name === input);
      if (data === undefined) throw new Error(`No input "${input}".`);
      const run = testMachine.start(data.value);
      const states = stepper.replay(input, steps);
      for (const [index, step] of steps.entries()) {
        const clock = states[index + 1]?.clock ?? 0;
        await machineExecutors[stepKind(step.type)]({ run, step, clock });
        expect(statePath(run.actor.getSnapshot().value)).toBe(states[index + 1]?.path);
      }
      run.actor.stop();
    }
  }, 120_000);
});
