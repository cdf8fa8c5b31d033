import { expect, test } from 'vitest';
import type { AuthContext } from '#machines/auth/auth.types.ts';
import type { AuthSimulationState } from '#machines/auth-cases/auth-stepper.ts';
import { stepName } from '#statechart/explore/steps.ts';
import { reachedStates } from '../specification/explore.ts';
import { authStepper } from '../support/paths.ts';
import { printReport } from '../support/print-report.ts';
import { soakRuns } from '../support/soak-runs.ts';

/** How many of a hundred groups of equal states are compared. */
const SHARE = soakRuns(100);

/**
 * What matters to a step and is not in the key of a state, because a walk would go on twice for two persons, or for
 * two times: states that differ in it are not compared.
 */
const LEFT_OUT: readonly (keyof AuthContext)[] = [
  'emailAddress',
  'session',
  'intermediateDigest',
  'shownPerson',
  'stepUp',
  'secondFactor',
  'returnTo',
  'memberships',
  'codeSentAt',
  'linkSentAt',
  'project',
];

/** A time of the simulated day, in epoch milliseconds. */
const isTime = (value: unknown): value is number => typeof value === 'number' && value > 1e12;

/** A value with its times relative to now, in whole seconds. */
function textOf(value: unknown, now: number): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isTime(part) ? Math.floor((part - now) / 1_000) : part,
  );
}

/** What two states must have in common to be compared: the key, what it leaves out, and when delays end. */
function groupOf(key: string, { snapshot, timers, clock, now }: AuthSimulationState): string {
  const leftOut = LEFT_OUT.map((name) => snapshot.context[name]);
  const due = [...timers].map(([type, at]) => `${type} ${at - clock}`);
  return [key, textOf(leftOut, now), ...due.sort()].join(' ');
}

/** What each step leads to. */
function behaviourOf(state: AuthSimulationState): ReadonlyMap<string, string> {
  return new Map(
    authStepper.steps(state).map((step) => {
      const { path, taken, effects } = authStepper.step(state, step);
      const { emitted, calls, stopped } = effects;
      const done = [...emitted.map(({ type }) => type), ...calls.map(({ id }) => id), ...stopped];
      return [stepName(step), [path, ...taken, ...done].join(' ')];
    }),
  );
}

test('states with an equal key behave alike on every step, but for what the key leaves out on purpose', {
  timeout: 600_000,
}, () => {
  const groups = new Map<string, { readonly isCompared: boolean; readonly whole: Set<string> }>();
  const firsts = new Map<string, ReadonlyMap<string, string>>();
  const different = new Map<string, string>();
  let compared = 0;
  for (const { next } of reachedStates(authStepper)) {
    for (const { after, to } of next) {
      const name = groupOf(to, after);
      const isCompared = groups.size % 100 < SHARE;
      const group = groups.get(name) ?? { isCompared, whole: new Set() };
      groups.set(name, group);
      const whole = textOf(after.snapshot.context, after.now);
      if (!group.isCompared || group.whole.has(whole)) continue;
      group.whole.add(whole);
      const behaviour = behaviourOf(after);
      const first = firsts.get(name);
      if (first === undefined) {
        firsts.set(name, behaviour);
        continue;
      }
      compared += 1;
      for (const step of new Set([...first.keys(), ...behaviour.keys()]))
        if (first.get(step) !== behaviour.get(step))
          different.set(`${after.path} on ${step}`, `${first.get(step)} | ${behaviour.get(step)}`);
    }
  }
  printReport(`${compared} states compared with one of an equal key, in ${groups.size} groups`);
  expect(Object.fromEntries(different)).toEqual({});
  expect(compared).toBeGreaterThan(SHARE * 5);
});
