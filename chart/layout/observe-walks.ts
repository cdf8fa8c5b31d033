import type { StepPath } from '#machines/explore/shortest-paths.ts';
import type { Stepper } from '#machines/explore/stepper.ts';
import type { Assigned, ChartData } from '../model/chart.types.ts';

/** Milliseconds: a delay this long stands for none, because browsers have no longer timer. */
const NO_DELAY = 2_000_000_000;

/**
 * Records which parts of the context the assign actions of a machine change from now on: their functions tell only
 * when they are called.
 *
 * @returns a function that returns what was recorded until then
 */
export function recordAssigns(stepper: Stepper): () => ChartData['assigns'] {
  const [input] = stepper.cases.inputs;
  const { actions } = stepper.start(input?.name ?? '').snapshot.machine.implementations;
  const recorded = new Map<string, Map<string, { isSet: boolean; isCleared: boolean }>>();
  for (const [name, action] of Object.entries(actions)) {
    if (typeof action !== 'function' || !('assignment' in action)) continue;
    const { assignment } = action;
    const fields = new Map<string, { isSet: boolean; isCleared: boolean }>();
    recorded.set(name, fields);
    const record = (change: object) => {
      for (const [field, value] of Object.entries(change)) {
        const { isSet = false, isCleared = false } = fields.get(field) ?? {};
        const clears = isNothing(value);
        fields.set(field, { isSet: isSet || !clears, isCleared: isCleared || clears });
      }
      return change;
    };
    const recording =
      typeof assignment === 'function'
        ? (...args: unknown[]) => record(Reflect.apply(assignment, undefined, args))
        : assignment;
    if (typeof assignment === 'object' && assignment !== null) record(assignment);
    Object.assign(action, { assignment: recording });
  }
  return () =>
    Object.fromEntries(
      [...recorded].map(([name, fields]): [string, Assigned] => {
        const all = [...fields];
        return [
          name,
          {
            sets: all.filter(([, { isSet }]) => isSet).map(([field]) => field),
            clears: all.filter(([, { isSet, isCleared }]) => isCleared && !isSet).map(([f]) => f),
          },
        ];
      }),
    );
}

/** The shortest and the longest delay of each delayed transition that the walks started. */
export function delaysOf(paths: readonly StepPath[]): ChartData['delays'] {
  const delays: Record<string, readonly [number, number]> = {};
  for (const { event, delay } of paths.flatMap(({ state }) => state.effects.timers)) {
    const [, , name = ''] = event.split('.');
    if (delay === null || delay >= NO_DELAY) continue;
    const [shortest, longest] = delays[name] ?? [delay, delay];
    delays[name] = [Math.min(shortest, delay), Math.max(longest, delay)];
  }
  return delays;
}

/** Whether a value of the context stands for none. */
function isNothing(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === false ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}
