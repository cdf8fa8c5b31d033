import type { AnyStateMachine } from 'xstate';
import {
  type AuthSimulationState,
  type AuthStepper,
  createAuthStepper,
} from '#machines/auth-cases/auth-stepper.ts';
import { keyWithTimers } from '#statechart/explore/shortest-paths.ts';
import { type ModelStep, stepName } from '#statechart/explore/steps.ts';
import { judgeStart, judgeStep, specifiedSteps, type Verdict } from './oracle.ts';

/** A state that can be reached, and every step from there. */
interface ReachedState {
  readonly key: string;
  readonly state: AuthSimulationState;
  readonly next: readonly {
    readonly step: ModelStep;
    readonly after: AuthSimulationState;
    /** The key of the state after the step. */
    readonly to: string;
  }[];
}

/**
 * What tells two states apart. It is more than the key of the walks, because a pure step is cheap: also in which order
 * delays end, whether a sentence is shown, and the chosen organization.
 */
function exploredKey(state: AuthSimulationState): string {
  const { notice, personNotice, selectedOrganization } = state.snapshot.context;
  // One state is enough to see that it can be dismissed.
  const isTold = state.snapshot.matches({ signedIn: 'authenticated' }) && personNotice !== null;
  const isSaid = [notice !== null, isTold];
  return `${keyWithTimers(state)} ${isSaid} ${selectedOrganization?.id}`;
}

/** Every state that can be reached from the starts, the nearest first. */
export function* reachedStates(stepper: AuthStepper): Generator<ReachedState> {
  const seen = new Set<string>();
  const found = stepper.cases.inputs.map(({ name }) => stepper.start(name));
  for (const state of found) {
    const key = exploredKey(state);
    if (seen.has(key)) continue;
    seen.add(key);
    const next = stepper.steps(state).map((step) => {
      const after = stepper.step(state, step);
      return { step, after, to: exploredKey(after) };
    });
    yield { key, state, next };
    found.push(...next.map(({ after }) => after));
  }
}

/** Compares every start, every state that can be reached, and every step from there, with the specification. */
export function* explore(stepper: AuthStepper): Generator<Verdict> {
  for (const { name } of stepper.cases.inputs) yield judgeStart(name, stepper.start(name));
  for (const { state, next } of reachedStates(stepper)) {
    const offered = new Set(next.map(({ step }) => stepName(step)));
    const missing = specifiedSteps(state)
      .map(stepName)
      .filter((name) => !offered.has(name));
    yield { rows: [], problems: missing.map((name) => `${state.path} does not handle ${name}`) };
    for (const { after } of next) yield judgeStep(state, after);
  }
}

/** The first difference between a machine and the specification; `null` without one. */
export function firstProblem(machine: AnyStateMachine): string | null {
  for (const { problems } of explore(createAuthStepper(machine)))
    if (problems[0] !== undefined) return problems[0];
  return null;
}
