import { type AuthSimulationState, authCases } from '#machines/auth-cases/auth-stepper.ts';
import { START_INPUTS } from '#machines/auth-cases/start-inputs.ts';
import { TICK } from '#statechart/explore/stepper.ts';
import { type ModelStep, stepKind, stepName } from '#statechart/explore/steps.ts';
import { isMenuOpen } from '../hidden-controls.ts';
import { authStepper, createAuthModel, type ModelState, type Walk } from '../support/auth-model.ts';
import { isPerformable } from './is-performable.ts';

/** A longer tour saves the start of another, but its failure is harder to understand. */
const MAX_STATES = 15;

/** The auth machine with the starts and steps of a browser. An open menu tells two states apart, too. */
const model = createAuthModel({
  stepper: {
    ...authStepper,
    cases: { ...authCases, inputs: START_INPUTS.filter((input) => !input.isOfMachineOnly) },
  },
  stepsFrom,
  detailOf: (state) => `${isMenuOpen(state)} ${state.snapshot.context.callback}`,
});

/** A tour in one line. */
export function tourName({ input, states }: Walk): string {
  const steps = states.flatMap(({ lastStep }) => (lastStep ? stepName(lastStep) : []));
  return [input.name, ...steps].join(' -> ').replaceAll('xstate.', '');
}

/** Whether a page leaves a state at once, by itself. */
export function isPassing(state: AuthSimulationState): boolean {
  const [first] = authStepper.steps(state);
  const due = state.timers.get(first?.type ?? '') ?? Number.POSITIVE_INFINITY;
  return state.path === 'signingOut' || due <= state.clock + TICK;
}

/** The steps that a browser can perform in a state. */
function stepsFrom(state: AuthSimulationState): readonly ModelStep[] {
  const steps = authStepper.steps(state);
  // The provider's edge gives up a call that is held while time passes.
  const isCalling = steps.some(({ type }) => stepKind(type) === 'done');
  return steps
    .filter(({ type }) => !isCalling || ['event', 'done'].includes(stepKind(type)))
    .filter((step) => isPerformable(step, state));
}

/** Tours that together take every transition a browser can take. */
export const browserTours = () => model.walks(MAX_STATES);

/**
 * The first state of the tours with each screen, by the name of the screen: the state's path, the kind of its notice, and
 * whether the menu is open.
 */
export function screensOf(tours: readonly Walk[]): ReadonlyMap<ModelState, string> {
  const found = new Map<string, ModelState>();
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
