import { isDeepStrictEqual } from 'node:util';
import type { AnyStateMachine } from 'xstate';
import {
  type AuthSimulationState,
  type AuthStepper,
  authCases,
  createAuthStepper,
} from '#machines/auth-cases/auth-stepper.ts';
import { MAIN_INPUT } from '#machines/auth-cases/start-inputs.ts';
import { stepName } from '#statechart/explore/steps.ts';
import { createAuthModel } from '../support/auth-model.ts';
import { appliedRows, specifiedMachine } from './specified-machine.ts';
import type { Row } from './table.ts';

/** How a step compares with the specification. */
export interface Verdict {
  /** The rows that describe the step. */
  readonly rows: readonly Row[];
  /** One sentence for each difference. */
  readonly problems: readonly string[];
}

const specified = createAuthStepper(specifiedMachine);
const { now } = specified.start(MAIN_INPUT.name).snapshot.context;

const resolved = new WeakMap<object, AuthSimulationState['snapshot']>();

/** A state of the machine as one of the specification. */
function specifiedState(state: AuthSimulationState): AuthSimulationState {
  const { value, context, children } = state.snapshot;
  const snapshot =
    resolved.get(state.snapshot) ??
    Object.assign(specifiedMachine.resolveState({ value, context: { ...context, now } }), {
      children,
    });
  resolved.set(state.snapshot, snapshot);
  return { ...state, snapshot };
}

/** The differences between what the specification says and what the machine did. */
function differences(wanted: AuthSimulationState, found: AuthSimulationState): readonly string[] {
  const [parts, real] = [wanted, found].map(partsOf);
  return Object.keys({ ...parts, ...real }).flatMap((name) => {
    const [one, other] = [parts?.[name], real?.[name]];
    if (isDeepStrictEqual(one, other)) return [];
    return [`${name} must be ${JSON.stringify(one)} and is ${JSON.stringify(other)}`];
  });
}

function partsOf({ snapshot, path, pending, effects }: AuthSimulationState) {
  const { now: _, ...context } = snapshot.context;
  const parts: Readonly<Record<string, unknown>> = {
    ...context,
    'the state': path,
    'the emitted events': effects.emitted,
    'the effects': [...effects.actions].sort(),
    'the calls': effects.calls.filter(({ id }) => id in authCases.results),
    'the running calls': [...pending].sort(),
    'the delays': effects.timers.map(({ event, delay }) => `${event} ${delay}`).sort(),
  };
  return parts;
}

/**
 * A stepper that compares every start, every step and the steps of every state with the specification.
 *
 * @param hear is told each comparison
 */
export function judgedStepper(stepper: AuthStepper, hear: (verdict: Verdict) => void): AuthStepper {
  const judge = (where: string, apply: () => AuthSimulationState, found: AuthSimulationState) => {
    appliedRows.length = 0;
    const problems = differences(apply(), found);
    const at = appliedRows.map((row) => row.at).join(', ');
    hear({ rows: [...appliedRows], problems: problems.map((text) => `${where}, ${at}: ${text}`) });
    return found;
  };
  return {
    ...stepper,
    start: (input) => judge(`start "${input}"`, () => specified.start(input), stepper.start(input)),
    step: (before, step) => {
      const after = stepper.step(before, step);
      const where = `${stepName(step)} in ${before.path}`;
      return judge(where, () => specified.step(specifiedState(before), step), after);
    },
    steps: (state) => {
      const steps = stepper.steps(state);
      const [own, wanted] = [steps, specified.steps(specifiedState(state))].map(
        (all) => new Set(all.map(stepName)),
      );
      const problems = [
        ...[...(wanted ?? [])].map((name) => own?.has(name) || `ignores ${name}`),
        ...[...(own ?? [])].map((name) => wanted?.has(name) || `takes ${name}, which no row says`),
      ].filter((problem) => problem !== true);
      hear({ rows: [], problems: problems.map((problem) => `${state.path} ${problem}`) });
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
  });
  return first;
}
