import fc from 'fast-check';
import { expect } from 'vitest';
import type { AuthSimulationState } from '#machines/auth-cases/auth-stepper.ts';
import { LONGEST_BACKOFF_DELAY } from '#machines/rules/backoff.ts';
import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import { stepKind, stepName } from '#statechart/explore/steps.ts';
import { judgedStepper } from '../specification/explore.ts';
import { authStepper, type ModelState } from '../support/auth-model.ts';
import { isUntold, leakedSecrets } from '../support/invariants.ts';

/** A random number for each step of a walk. */
const choices = (steps: number) => fc.array(fc.nat(0xffff), { minLength: steps, maxLength: steps });

/**
 * Random walks on, with pasts that the exploration takes for equal. Every step is as the specification says, no secret
 * is kept, and whoever is here instead of another person is told.
 *
 * @param states where the walks start
 * @param steps how long each is
 */
export function randomWalks(states: readonly ModelState[], steps: number) {
  return fc.property(fc.nat(states.length - 1), choices(steps), (start, numbers) => {
    const problems: string[] = [];
    const stepper = judgedStepper(authStepper, (verdict) => problems.push(...verdict.problems));
    let state: AuthSimulationState = states[start] ?? authStepper.start('new tab');
    for (const number of numbers) {
      const possible = stepper.steps(state);
      const step = possible[number % possible.length];
      if (step === undefined) return;
      const { snapshot: before } = state;
      state = stepper.step(state, step);
      if (isUntold(before, state.snapshot)) problems.push(`${stepName(step)} tells nobody`);
      problems.push(...leakedSecrets(state.snapshot, state.effects.emitted));
      expect(problems).toEqual([]);
    }
  });
}

/** What an outage is made of: no answer that ends the session, and nothing that a person does. */
const OUTAGE =
  /\.refresh#(?:refreshed|deferred|deferred in an outage|unavailable|failed)$|^(?:network\.online|page\.visible|model\.sleep)#/;

/**
 * Hours of a member in random outages. Only the end of the session would sign out, and the next refresh is never further
 * away than the longest backoff and the longest call.
 *
 * @param state of the member
 * @param steps how long each walk is
 */
export function outages(state: ModelState, steps: number) {
  return fc.property(choices(steps), (numbers) => {
    let at: AuthSimulationState = state;
    let refreshedAt = at.clock;
    for (const number of numbers) {
      // A call ends within its deadline, which is before any delay.
      const isWaiting = at.pending.length > 0;
      const possible = authStepper
        .steps(at)
        .filter((step) =>
          stepKind(step.type) === 'after' ? !isWaiting : OUTAGE.test(stepName(step)),
        );
      const step = possible[number % possible.length];
      if (step === undefined) throw new Error(`Nothing goes on in ${at.path}.`);
      at = authStepper.step(at, step);
      if (at.effects.calls.some(({ id }) => id === 'refresh')) refreshedAt = at.clock;
      expect(at.path).toMatch(/^signedIn/);
      expect(at.clock - refreshedAt).toBeLessThanOrEqual(LONGEST_BACKOFF_DELAY + BUSY_TIMEOUT);
    }
  });
}
