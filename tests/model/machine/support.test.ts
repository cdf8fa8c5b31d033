import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { chartGraph } from '#machines/explore/machine-graph.ts';
import { withAbsoluteTimes } from '#machines/explore/relative-times.ts';
import { MAIN_INPUT } from '#machines/explore/start-inputs.ts';
import { machineExecutors } from '../support/executors.ts';
import { authStepper, edgeCover, reachableStates } from '../support/paths.ts';
import { TestClock } from '../support/test-clock.ts';
import { createTestMachine } from '../support/test-machine.ts';
import { walkPath } from '../support/walk-path.ts';

describe('a payload at a moment', () => {
  test('has its moments moved, at any depth, and nothing else', () => {
    const payload = { at: 5, count: 5, inside: [{ expiresAt: -1, at: null }] };
    expect(withAbsoluteTimes(payload, 100)).toEqual({
      at: 105,
      count: 5,
      inside: [{ expiresAt: 99, at: null }],
    });
    expect(payload.at).toBe(5);
  });
});

describe('the clock of the tests', () => {
  test('fires each timer at its own time, also one that another started', () => {
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
  const fingerprint = (machine: AnyStateMachine) => chartGraph(machine).fingerprint;
  const machineWith = (guard: string) =>
    createMachine({ on: { go: { guard, actions: 'act' } } }).provide({});

  test('is the same for the same machine, and tells a guard from another', () => {
    expect(fingerprint(machineWith('one'))).toBe(fingerprint(machineWith('one')));
    expect(fingerprint(machineWith('one'))).not.toBe(fingerprint(machineWith('other')));
    expect(fingerprint(authMachine)).toMatch(/^[0-9a-f]{8}$/);
  });
});

describe('a walk', () => {
  const twoSteps = { ...MAIN_INPUT, maxSteps: 2 };
  const path = [...reachableStates(twoSteps).shortest.values()].find(
    ({ steps }) => steps.at(-1)?.event.case === 'listed',
  );

  test('fails when the real machine does something else than the model', async () => {
    if (path === undefined) throw new Error('There is no way to walk.');
    const deaf = createTestMachine(
      authMachine.provide({ actions: { rememberDiscovery: () => {} } }),
    );
    const run = deaf.start(MAIN_INPUT.value);
    const walking = walkPath({ path, run, executors: machineExecutors });
    await expect(walking).rejects.toThrow('The context differs.');
  });

  test('fails when a step does nothing', async () => {
    if (path === undefined) throw new Error('There is no way to walk.');
    const idle = { ...machineExecutors, done: async () => {}, event: async () => {} };
    const run = createTestMachine().start(MAIN_INPUT.value);
    await expect(walkPath({ path, run, executors: idle })).rejects.toThrow('differs.');
  });

  test('is found for every payload that does something', () => {
    const first = edgeCover({ ...MAIN_INPUT, maxSteps: 1 });
    const steps = new Set(first.map(({ steps: [, step] }) => step?.event.case));
    expect([...steps].sort()).toEqual(
      [
        ...new Set(authStepper.steps(authStepper.start(MAIN_INPUT.name)).map((step) => step.case)),
      ].sort(),
    );
  });
});
