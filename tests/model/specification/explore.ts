import type { AnyStateMachine } from 'xstate';
import { type AuthStepper, createAuthStepper } from '#machines/auth-cases/auth-stepper.ts';
import { stepName } from '#statechart/explore/steps.ts';
import { createAuthModel } from '../support/auth-model.ts';
import { judgeStart, judgeStep, specifiedSteps, type Verdict } from './oracle.ts';

/**
 * The model of a machine, of which every start, every step and the steps of every state are compared with the
 * specification as soon as they are made.
 *
 * @param hear is told each comparison; nothing is explored any more once it returns `false`
 */
export function createJudgedModel(stepper: AuthStepper, hear: (verdict: Verdict) => boolean) {
  let goesOn = true;
  const report = (verdict: Verdict) => {
    goesOn = hear(verdict) && goesOn;
  };
  return createAuthModel({
    stepper: {
      ...stepper,
      start: (input) => {
        const after = stepper.start(input);
        report(judgeStart(input, after));
        return after;
      },
      step: (before, step) => {
        const after = stepper.step(before, step);
        report(judgeStep(before, after));
        return after;
      },
    },
    stepsFrom: (state) => {
      if (!goesOn) return [];
      const steps = stepper.steps(state);
      const offered = new Set(steps.map(stepName));
      const missing = specifiedSteps(state)
        .map(stepName)
        .filter((name) => !offered.has(name));
      report({ rows: [], problems: missing.map((name) => `${state.path} ignores ${name}`) });
      return steps;
    },
  });
}

/** The first difference between a machine and the specification; `null` without one. */
export function firstProblem(machine: AnyStateMachine): string | null {
  let first: string | null = null;
  const model = createJudgedModel(createAuthStepper(machine), ({ problems }) => {
    first ??= problems[0] ?? null;
    return first === null;
  });
  model.edges();
  return first;
}
