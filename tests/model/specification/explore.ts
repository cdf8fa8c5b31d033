import type { AnyStateMachine } from 'xstate';
import { type AuthStepper, createAuthStepper } from '#machines/auth-cases/auth-stepper.ts';
import { stepName } from '#statechart/explore/steps.ts';
import { createAuthModel } from '../support/auth-model.ts';
import { judgeStart, judgeStep, specifiedSteps, type Verdict } from './oracle.ts';

/**
 * A stepper that compares every start, every step and the steps of every state with the specification.
 *
 * @param hear is told each comparison
 */
export function judgedStepper(stepper: AuthStepper, hear: (verdict: Verdict) => void): AuthStepper {
  return {
    ...stepper,
    start: (input) => {
      const after = stepper.start(input);
      hear(judgeStart(input, after));
      return after;
    },
    step: (before, step) => {
      const after = stepper.step(before, step);
      hear(judgeStep(before, after));
      return after;
    },
    steps: (state) => {
      const steps = stepper.steps(state);
      const offered = new Set(steps.map(stepName));
      const missing = specifiedSteps(state).filter((step) => !offered.has(stepName(step)));
      const problems = missing.map((step) => `${state.path} ignores ${stepName(step)}`);
      hear({ rows: [], problems });
      return steps;
    },
  };
}

/** The first difference between a machine and the specification; `null` without one. */
export function firstProblem(machine: AnyStateMachine): string | null {
  let first: string | null = null;
  const stepper = judgedStepper(createAuthStepper(machine), ({ problems }) => {
    first ??= problems[0] ?? null;
  });
  createAuthModel({
    stepper,
    stepsFrom: (state) => (first === null ? stepper.steps(state) : []),
  }).edges();
  return first;
}
