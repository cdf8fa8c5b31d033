/**
 * How many runs a long random search makes: all of them with `npm run soak`, a tenth of them in `npm test`.
 *
 * @param full the number of runs with `npm run soak`
 */
export function soakRuns(full: number): number {
  return import.meta.env.MODE === 'soak' ? full : Math.ceil(full / 10);
}
