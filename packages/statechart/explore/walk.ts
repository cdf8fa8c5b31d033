import type { SimulationState, Stepper } from './stepper.ts';
import type { ModelStep, StepSequence } from './steps.ts';
import { errorText } from './values.ts';

/** A sequence of steps, and the state that it leads to. */
export interface Walk extends StepSequence {
  readonly state: SimulationState;
}

/**
 * Starts a machine or takes a step, which fails when a guard or an action reads data that a payload does not have.
 *
 * @returns the state; or `null`, and why there is none
 */
export function attempt(take: () => SimulationState) {
  try {
    return { state: take(), error: '' };
  } catch (error) {
    return { state: null, error: errorText(error) };
  }
}

/** A walk without steps for each start input with which the machine can start. */
export function startWalks(stepper: Stepper): readonly Walk[] {
  return stepper.cases.inputs.flatMap(({ name }) => {
    const { state } = attempt(() => stepper.start(name));
    return state === null ? [] : [{ input: name, steps: [], state }];
  });
}

/** The walk after one more step; none if the step fails. */
export function extended(stepper: Stepper, walk: Walk, step: ModelStep): readonly Walk[] {
  const { state } = attempt(() => stepper.step(walk.state, step));
  return state === null ? [] : [{ ...walk, steps: [...walk.steps, step], state }];
}
