import { type AuthPath, authStepper, extendedPath, startPath } from './paths.ts';

/** The pairs of transitions that follow one another, in the order in which they were taken. */
export function pairsOf(taken: readonly string[]): readonly string[] {
  return taken.slice(1).map((id, index) => `${taken[index]} > ${id}`);
}

/**
 * A shortest path to each pair of transitions that can follow one another, from any start: every step from every state
 * that can be reached, where a state is what its guards can read and the transition that led there.
 */
export function pathsByPair(): ReadonlyMap<string, AuthPath> {
  const seen = new Set<string>();
  const byPair = new Map<string, AuthPath>();
  const found = authStepper.cases.inputs.map((input) => {
    const path = startPath(input);
    for (const pair of pairsOf(path.state.taken)) byPair.set(pair, path);
    return { path, last: path.state.taken.slice(-1) };
  });
  for (const { path, last } of found) {
    const key = `${path.state.key} ${last}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const event of authStepper.steps(path.state)) {
      const next = extendedPath(path, event);
      if (isTie(path.state, next.state.clock)) continue;
      const taken = [...last, ...next.state.taken];
      for (const pair of pairsOf(taken)) if (!byPair.has(pair)) byPair.set(pair, next);
      found.push({ path: next, last: taken.slice(-1) });
    }
  }
  return byPair;
}

/** Whether two delays end in the same millisecond: a walk cannot look between them. */
function isTie({ timers }: AuthPath['state'], clock: number): boolean {
  return [...timers.values()].filter((due) => due === clock).length > 1;
}
