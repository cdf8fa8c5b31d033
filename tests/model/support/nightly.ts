/** Whether long searches run in full: `vitest --mode nightly`. */
export const isNightly = import.meta.env.MODE === 'nightly';

/** The number of runs of a random search: all of them at night, a hundredth of them otherwise. */
export function runsOf(full: number): number {
  return isNightly ? full : Math.ceil(full / 100);
}
