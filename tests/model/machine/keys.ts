import type { AuthContext } from '#machines/auth/auth.types.ts';
import type { AuthSimulationState } from '#machines/auth-cases/auth-stepper.ts';
import { stepName } from '#statechart/explore/steps.ts';
import { authStepper, type ModelState } from '../support/auth-model.ts';

/**
 * What matters to a step and does not tell states of the model apart, because a walk would go on twice for two persons,
 * or for two times: states that differ in it are not compared.
 */
const LEFT_OUT: readonly (keyof AuthContext)[] = [
  'emailAddress',
  'session',
  'intermediateDigest',
  'shownPerson',
  'stepUp',
  'secondFactor',
  'organizations',
  'codeSentAt',
  'linkSentAt',
  'project',
  'personNotice',
];

/** A time of the simulated day, in epoch milliseconds. */
const isTime = (value: unknown): value is number => typeof value === 'number' && value > 1e12;

/** A value with its times relative to now. */
function textOf(value: unknown, now: number): string {
  return JSON.stringify(value, (_, part: unknown) => (isTime(part) ? part - now : part));
}

/** What two states must have in common to be compared: the node, what it leaves out, and when delays end. */
function groupOf({ node, snapshot, timers, clock, now }: ModelState): string {
  const leftOut = LEFT_OUT.map((name) => snapshot.context[name]);
  const due = [...timers].map(([type, at]) => `${type} ${at - clock}`);
  return [node, textOf(leftOut, now), ...due.sort()].join(' ');
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

/**
 * Compares states that the exploration takes for equal: they must behave alike on every step.
 *
 * @returns how many were compared, and one sentence for each difference
 */
export function compareEqualStates(states: readonly ModelState[]) {
  const groups = new Map<string, ModelState>();
  const whole = new Set<string>();
  const differences = new Set<string>();
  let compared = 0;
  for (const state of states) {
    const name = groupOf(state);
    const first = groups.get(name);
    groups.set(name, first ?? state);
    const text = `${name} ${textOf(state.snapshot.context, state.now)}`;
    if (first === undefined || whole.has(text)) continue;
    whole.add(text);
    compared += 1;
    const [one, other] = [behaviourOf(first), behaviourOf(state)];
    for (const step of new Set([...one.keys(), ...other.keys()]))
      if (one.get(step) !== other.get(step))
        differences.add(`${step} in ${state.path}: ${one.get(step)} | ${other.get(step)}`);
  }
  return { compared, differences: [...differences] };
}
