import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';
import { withAbsoluteTimes } from '#statechart/explore/with-absolute-times.ts';
import { TestClock } from '../support/test-clock.ts';

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
