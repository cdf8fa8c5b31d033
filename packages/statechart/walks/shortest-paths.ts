import type { SimulationState, Stepper } from '../explore/stepper.ts';
import type { StepSequence } from '../explore/steps.ts';
import { extended, startWalks } from '../explore/walk.ts';

/** How many states a search sees: those of a machine that counts have no end. */
const MAX_STATES = 4_000;

/**
 * The shortest walk to a state, by breadth-first search that ends there. It goes around the steps that fail.
 *
 * @returns `null` when none is found
 */
export function shortestPathTo(
  stepper: Stepper,
  isWanted: (state: SimulationState) => boolean,
): StepSequence | null {
  const seen = new Set<string>();
  const walks = [...startWalks(stepper)];
  for (const walk of walks) {
    const { input, steps, state } = walk;
    if (isWanted(state)) return { input, steps };
    const key = keyWithTimers(state);
    if (seen.has(key)) continue;
    if (seen.size === MAX_STATES) return null;
    seen.add(key);
    walks.push(...stepper.steps(state).flatMap((step) => extended(stepper, walk, step)));
  }
  return null;
}

/** A key that includes the order in which timers are due: that order decides which transition comes next. */
export function keyWithTimers({ key, timers }: Pick<SimulationState, 'key' | 'timers'>): string {
  const sorted = [...timers].sort(([, dueA], [, dueB]) => dueA - dueB);
  return [key, ...sorted.map(([type]) => type)].join(' ');
}
