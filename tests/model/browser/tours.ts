import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type AuthSimulationState, authCases } from '#machines/auth-cases/auth-stepper.ts';
import { START_INPUTS, type StartInput } from '#machines/auth-cases/start-inputs.ts';
import { TICK } from '#statechart/explore/stepper.ts';
import {
  type ModelStep,
  type StepSequence,
  stepKind,
  stepName,
} from '#statechart/explore/steps.ts';
import { isMenuOpen } from '../hidden-controls.ts';
import { authStepper, createAuthModel } from '../support/auth-model.ts';
import { isPerformable } from './is-performable.ts';

/** A longer tour saves the start of another, but its failure is harder to understand. */
const MAX_STATES = 15;

/** Where the process that starts the browsers leaves the tours for them: finding them takes a quarter of a minute. */
const FILE = 'reports/tours.json';

const inputs = START_INPUTS.filter((input) => !input.isMachineTestOnly);

/** A walk of the model through a browser. */
export interface Tour {
  readonly input: StartInput;
  /** The state after the start, and after each step. */
  readonly states: readonly AuthSimulationState[];
}

/** A tour in one line. */
export function tourName({ input, states }: Tour): string {
  const steps = states.flatMap(({ lastStep }) => (lastStep ? stepName(lastStep) : []));
  return [input.name, ...steps].join(' -> ').replaceAll('xstate.', '');
}

/** Whether a page leaves a state at once, by itself. */
export function isPassing(state: AuthSimulationState): boolean {
  const [first] = authStepper.steps(state);
  const due = state.timers.get(first?.type ?? '') ?? Number.POSITIVE_INFINITY;
  return state.path === 'signingOut' || due <= state.clock + TICK;
}

/** Whether a page has come back from another one. Only the slower browser keeps pages, so that a tour ends there. */
export function hasReturned({ lastStep }: AuthSimulationState): boolean {
  return lastStep?.type === 'page.restored';
}

/** The steps that a browser can perform in a state. */
function stepsFrom(state: AuthSimulationState): readonly ModelStep[] {
  if (hasReturned(state)) return [];
  const steps = authStepper.steps(state);
  // The provider's edge gives up a call that is held while time passes.
  const isCalling = steps.some(({ type }) => stepKind(type) === 'done');
  return steps
    .filter(({ type }) => !isCalling || ['event', 'done'].includes(stepKind(type)))
    .filter((step) => isPerformable(step, state));
}

/** The steps of the tours. An open menu tells two states apart, too. */
function findTours(): readonly StepSequence[] {
  const model = createAuthModel({
    stepper: { ...authStepper, cases: { ...authCases, inputs } },
    stepsFrom,
    detailOf: (state) =>
      `${isMenuOpen(state)} ${hasReturned(state)} ${state.snapshot.context.callback}`,
  });
  return model.walks(MAX_STATES).map(({ input, states }) => ({
    input: input.name,
    steps: states.flatMap(({ lastStep }) => lastStep ?? []),
  }));
}

/** Tours that together take every transition a browser can take. */
export function browserTours(): readonly Tour[] {
  if (process.env.TEST_WORKER_INDEX === undefined) {
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(FILE, JSON.stringify(findTours()));
  }
  const found: readonly StepSequence[] = JSON.parse(readFileSync(FILE, 'utf8'));
  return inputs.flatMap((input) =>
    found
      .filter((tour) => tour.input === input.name)
      .map((tour) => ({ input, states: authStepper.replay(tour.input, tour.steps).states })),
  );
}

/**
 * The first state of the tours with each screen, by the name of the screen: the state's path, the kind of its notice, and
 * whether the menu is open.
 */
export function screensOf(tours: readonly Tour[]): ReadonlyMap<AuthSimulationState, string> {
  const found = new Map<string, AuthSimulationState>();
  for (const state of tours.flatMap(({ states }) => states)) {
    const parts = [
      state.path.replaceAll(' ', '-'),
      state.snapshot.context.notice?.tone ?? [],
      isMenuOpen(state) ? 'menu' : [],
    ];
    const name = parts.flat().join('-');
    if (!isPassing(state) && !found.has(name)) found.set(name, state);
  }
  return new Map([...found].map(([name, state]) => [state, name]));
}
