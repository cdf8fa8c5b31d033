// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { AuthEvent } from '#machines/auth/auth.events.ts';
import { authInput } from '#machines/auth-cases/auth-stepper.ts';
import { eventForStep } from '#machines/auth-cases/payload-cases.ts';
import { START_INPUTS, type StartInput } from '#machines/auth-cases/start-inputs.ts';
import { stubbedAuthMachine } from '#machines/auth-cases/stubbed-machine.ts';
import { createWallClock } from '#src/app/wall-clock.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';

const DAY = 24 * 60 * 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The delays that end when the page is visible again after a day in which no timer ran. */
function delaysAfterSleep({ value }: StartInput, event: AuthEvent | null): readonly string[] {
  const clock = createWallClock(Date.now);
  const ended: string[] = [];
  const actor = createActor(stubbedAuthMachine, {
    input: authInput(value, { now: Date.now }),
    clock,
    inspect: (inspected) => {
      if (inspected.type === '@xstate.microstep') ended.push(inspected.event.type);
    },
  });
  actor.start();
  if (event !== null) actor.send(event);
  ended.length = 0;
  vi.setSystemTime(Date.now() + DAY);
  expect(ended).toEqual([]);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  actor.stop();
  return ended.flatMap((type) => /^xstate\.after\.(\w+)\./.exec(type)?.[1] ?? []);
}

it('ends every delay that is computed from a moment, when the page is visible after a sleep', () => {
  const found = eventForStep({ type: 'session.found', case: 'same' }, Date.now());
  const ended = START_INPUTS.flatMap((input) =>
    [null, found].flatMap((event) => delaysAfterSleep(input, event)),
  );
  const delays = machineGraph(stubbedAuthMachine).transitions.flatMap(
    ({ event }) => /^(?:xstate\.)?after\W(\w+)/.exec(event)?.[1] ?? [],
  );
  // How long a tab waits for another one is no moment.
  const moments = new Set(delays.filter((delay) => delay !== 'CALL_TIMEOUT'));
  expect(moments.size).toBeGreaterThan(4);
  expect([...new Set(ended)].sort()).toEqual([...moments].sort());
});

it('fires what is due after a sleep once and in its order, also when the page stayed visible', () => {
  const clock = createWallClock(Date.now);
  const fired: string[] = [];
  clock.setTimeout(() => fired.push('later'), 2_001);
  clock.setTimeout(() => fired.push('late'), 2_000);
  clock.setTimeout(() => fired.push('sooner'), 1_000);
  clock.clearTimeout(clock.setTimeout(() => fired.push('cleared'), 1_000));
  clock.setTimeout(() => fired.push('a day later'), DAY);
  vi.setSystemTime(Date.now() + 1_000);
  window.dispatchEvent(new Event('focus'));
  expect(fired).toEqual(['sooner']);
  vi.setSystemTime(Date.now() + 4_000);
  window.dispatchEvent(new Event('pageshow'));
  expect(fired).toEqual(['sooner', 'late', 'later']);
  vi.setSystemTime(Date.now() + DAY);
  vi.advanceTimersByTime(30_000);
  expect(fired).toEqual(['sooner', 'late', 'later', 'a day later']);
});
