import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { MAIN_INPUT } from '#machines/auth-cases/start-inputs.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';
import { withAbsoluteTimes } from '#statechart/explore/with-absolute-times.ts';
import { machineExecutors } from '../support/executors.ts';
import { authStepper, edgeCover, reachableStates } from '../support/paths.ts';
import { TestClock } from '../support/test-clock.ts';
import { createTestMachine } from '../support/test-machine.ts';
import { walkPath } from '../support/walk-path.ts';

describe('withAbsoluteTimes', () => {
  test('shifts the times of a payload at any depth, and copies everything else', () => {
    const payload = { at: 5, count: 5, inside: [{ expiresAt: -1, at: null }] };
    expect(withAbsoluteTimes(payload, 100)).toEqual({
      at: 105,
      count: 5,
      inside: [{ expiresAt: 99, at: null }],
    });
    expect(payload.at).toBe(5);
  });
});

describe('TestClock', () => {
  test('fires each timer at its due time, also a timer that another one started', () => {
    const clock = new TestClock();
    const fired: string[] = [];
    clock.setTimeout(() => {
      fired.push(`first at ${clock.now()}`);
      clock.setTimeout(() => fired.push(`second at ${clock.now()}`), 20);
    }, 10);
    const never = clock.setTimeout(() => fired.push('never'), 15);
    clock.clearTimeout(never);
    expect(clock.nextDue()).toBe(10);
    clock.advance(100);
    expect(fired).toEqual(['first at 10', 'second at 30']);
    expect(clock.now()).toBe(100);
    expect(clock.nextDue()).toBeNull();
  });
});

describe('the fingerprint of a machine', () => {
  const fingerprint = (machine: AnyStateMachine) => machineGraph(machine).fingerprint;
  const machineWith = (guard: string) =>
    createMachine({ on: { go: { guard, actions: 'act' } } }).provide({});

  test('is equal for equal machines, and differs when a guard differs', () => {
    expect(fingerprint(machineWith('one'))).toBe(fingerprint(machineWith('one')));
    expect(fingerprint(machineWith('one'))).not.toBe(fingerprint(machineWith('other')));
    expect(fingerprint(authMachine)).toMatch(/^[0-9a-f]{8}$/);
  });
});

describe('walkPath', () => {
  const twoSteps = { ...MAIN_INPUT, maxSteps: 2 };
  const path = [...reachableStates(twoSteps).shortest.values()].find(
    ({ steps }) => steps.at(-1)?.event.case === 'listed',
  );

  test('throws when the real actor differs from the stepper', async () => {
    if (path === undefined) throw new Error('There is no path to walk.');
    const broken = createTestMachine(
      authMachine.provide({ actions: { rememberDiscovery: () => {} } }),
    );
    const run = broken.start(MAIN_INPUT.value);
    const walking = walkPath({ path, run, executors: machineExecutors });
    await expect(walking).rejects.toThrow('The context differs.');
  });

  test('throws when a step does nothing', async () => {
    if (path === undefined) throw new Error('There is no path to walk.');
    const idle = { ...machineExecutors, done: async () => {}, event: async () => {} };
    const run = createTestMachine().start(MAIN_INPUT.value);
    await expect(walkPath({ path, run, executors: idle })).rejects.toThrow('differs.');
  });

  test('covers every payload case that takes a transition', () => {
    const first = edgeCover({ ...MAIN_INPUT, maxSteps: 1 });
    const steps = new Set(first.map(({ steps: [, step] }) => step?.event.case));
    expect([...steps].sort()).toEqual(
      [
        ...new Set(authStepper.steps(authStepper.start(MAIN_INPUT.name)).map((step) => step.case)),
      ].sort(),
    );
  });
});
