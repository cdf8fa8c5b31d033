import { describe, expect, test } from 'vitest';
import type { AuthSimulationState } from '#machines/auth-cases/auth-stepper.ts';
import { eventSenders } from '#machines/auth-cases/payload-cases.ts';
import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import { type ModelStep, stepKind } from '#statechart/explore/steps.ts';
import { reachedStates } from '../specification/explore.ts';
import { personViolations, snapshotViolations } from '../support/invariants.ts';
import { authStepper } from '../support/paths.ts';

/** More delays than end one after another until a session of a day has ended. */
const MANY_DELAYS = 1_000;

const reached = [...reachedStates(authStepper)];

/** A step that needs neither the provider nor another tab. */
function isOfPersonOrTime({ type }: ModelStep): boolean {
  const isOfPerson = Object.entries(eventSenders).some(
    ([event, sender]) => event === type && sender === 'person',
  );
  return isOfPerson || stepKind(type) === 'after';
}

/** The states from which no steps of a kind lead to one of the states that are wanted. */
function statesThatNeverReach(
  isWanted: (state: AuthSimulationState) => boolean,
  isAllowed: (step: ModelStep) => boolean,
): readonly string[] {
  const sources = new Map<string, string[]>();
  for (const { key, next } of reached)
    for (const { to } of next.filter(({ step }) => isAllowed(step)))
      sources.set(to, [...(sources.get(to) ?? []), key]);
  const good = new Set(reached.filter(({ state }) => isWanted(state)).map(({ key }) => key));
  for (const key of good) for (const source of sources.get(key) ?? []) good.add(source);
  return reached.filter(({ key }) => !good.has(key)).map(({ state }) => state.path);
}

/** The state after the next delay; `null` when none runs. */
function afterNextDelay(state: AuthSimulationState): AuthSimulationState | null {
  const step = authStepper.steps(state).find(({ type }) => stepKind(type) === 'after');
  return step ? authStepper.step(state, step) : null;
}

describe('in every state that can be reached', () => {
  test('a person finds the way to the login screen, though no call ever ends [R15.7, R21.2]', () => {
    expect(reached.length).toBeGreaterThan(1_000);
    const isLogin = ({ path }: AuthSimulationState) => path === 'signedOut.default.idle';
    expect(statesThatNeverReach(isLogin, isOfPersonOrTime)).toEqual([]);
    expect(statesThatNeverReach(isLogin, () => false).length).toBeGreaterThan(0);
  });

  test('time alone ends what is busy, each state within its time-out [R11.15]', () => {
    for (const { state } of reached.filter((each) => each.state.snapshot.hasTag('busy'))) {
      let at: AuthSimulationState | null = state;
      while (at?.snapshot.hasTag('busy')) {
        const left = [...at.timers].filter(([type]) => type.includes('.BUSY_TIMEOUT.'));
        expect(left, at.path).not.toEqual([]);
        const { clock } = at;
        expect(
          left.filter(([, due]) => due > clock + BUSY_TIMEOUT),
          at.path,
        ).toEqual([]);
        at = afterNextDelay(at);
      }
      expect(at, state.path).not.toBeNull();
    }
  });

  test('no secret is in the context, and every invariant holds [R10.8, R13.9]', () => {
    const violated = reached.flatMap(({ state, next }) => [
      ...snapshotViolations(state.snapshot, state.effects.emitted),
      ...next.flatMap(({ after }) => secretsOf(after)),
    ]);
    expect([...new Set(violated)]).toEqual([]);
  });
});

test('no step changes the person of a tab without saying so [R22.3]', () => {
  const steps = reached.flatMap(({ state: { snapshot }, next }) =>
    next.map(({ after }) => ({ before: snapshot, after: after.snapshot })),
  );
  expect(steps.some(({ after }) => after.context.personNotice !== null)).toBe(true);
  const violated = steps.flatMap(({ before, after }) => personViolations(before, after));
  expect([...new Set(violated)]).toEqual([]);
});

function secretsOf({ snapshot, effects, keyChanged }: AuthSimulationState): readonly string[] {
  return keyChanged ? snapshotViolations(snapshot, effects.emitted) : [];
}

test('a session ends by time alone, in every state of a member, while no call ends [R11.19]', () => {
  const members = new Map(
    reached
      .filter(({ state }) => state.snapshot.matches('signedIn'))
      .map(({ state }) => [state.path, state]),
  );
  expect([...members.keys()].length).toBeGreaterThan(4);
  for (const state of members.values()) {
    let at: AuthSimulationState | null = state;
    for (let count = 0; count < MANY_DELAYS && at?.snapshot.matches('signedIn'); count += 1)
      at = afterNextDelay(at);
    expect(at?.path, state.path).toBe('signedOut.default.idle');
  }
});
