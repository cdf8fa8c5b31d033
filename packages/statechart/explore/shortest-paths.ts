import type { SimulationState, Stepper } from './stepper.ts';
import type { StepSequence } from './steps.ts';

interface Walk extends StepSequence {
  readonly state: SimulationState;
}

/**
 * The shortest walk to a state, by breadth-first search that ends there.
 *
 * @returns `null` when no walk leads to one
 */
export function shortestPathTo(
  stepper: Stepper,
  isWanted: (state: SimulationState) => boolean,
): StepSequence | null {
  const seen = new Set<string>();
  const walks: Walk[] = stepper.cases.inputs.map(({ name }) => ({
    input: name,
    steps: [],
    state: stepper.start(name),
  }));
  for (const { input, steps, state } of walks) {
    if (isWanted(state)) return { input, steps };
    const key = keyWithTimers(state);
    if (seen.has(key)) continue;
    seen.add(key);
    for (const step of stepper.steps(state)) {
      walks.push({ input, steps: [...steps, step], state: stepper.step(state, step) });
    }
  }
  return null;
}

/** A key that includes the order in which timers are due: that order decides which transition comes next. */
export function keyWithTimers({ key, timers }: Pick<SimulationState, 'key' | 'timers'>): string {
  const sorted = [...timers].sort(([, dueA], [, dueB]) => dueA - dueB);
  return [key, ...sorted.map(([type]) => type)].join(' ');
}
