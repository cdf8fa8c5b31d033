/** Whether long searches run in full: `vitest --mode nightly`. */
export const isNightly = import.meta.env.MODE === 'nightly';
