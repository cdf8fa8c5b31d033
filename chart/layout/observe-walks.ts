import { isDeepStrictEqual } from 'node:util';
import type { StepPath } from '#statechart/explore/shortest-paths.ts';
import type { Stepper } from '#statechart/explore/stepper.ts';
import type { Assigned, Details } from '../model/chart.types.ts';

/** Milliseconds: a delay this long stands for none, because browsers have no longer timer. */
const NO_DELAY = 2_000_000_000;

/**
 * Records which parts of the context the assign actions of a machine change from now on: their functions tell only
 * when they are called. A part is reset by the value that it has at most start inputs. A call that leaves a part as
 * it is counts only when it would have changed another value of it.
 *
 * @returns a function that returns what was recorded until then
 */
export function recordAssigns(stepper: Stepper): () => Details['assigns'] {
  const starts = stepper.cases.inputs.map(({ name }) => stepper.start(name).snapshot);
  const [first] = starts;
  const initial = usualValues(starts.map(({ context }) => context));
  const recorded = new Map<string, { sets: Set<string>; resets: Set<string> }>();
  for (const [name, action] of Object.entries(first?.machine.implementations.actions ?? {})) {
    if (typeof action !== 'function' || !('assignment' in action)) continue;
    const { assignment } = action;
    const fields = { sets: new Set<string>(), resets: new Set<string>() };
    recorded.set(name, fields);
    const record = (
      change: object,
      before: ReadonlyMap<string, unknown>,
      keeps: (field: string) => boolean = () => true,
    ) => {
      for (const [field, value] of Object.entries(change)) {
        const isKnown = fields.sets.has(field) || fields.resets.has(field);
        const isLeft = isDeepStrictEqual(value, before.get(field)) && (isKnown || keeps(field));
        if (isLeft) continue;
        const isReset = JSON.stringify(value) === initial.get(field);
        fields[isReset ? 'resets' : 'sets'].add(field);
      }
      return change;
    };
    const recording =
      typeof assignment === 'function'
        ? (scope: { readonly context: object }, ...args: unknown[]) => {
            const assign = (context: object): object =>
              Reflect.apply(assignment, undefined, [{ ...scope, context }, ...args]);
            return record(assign(scope.context), new Map(Object.entries(scope.context)), (field) =>
              keepsValue(assign, scope.context, field),
            );
          }
        : assignment;
    if (typeof assignment === 'object' && assignment !== null) record(assignment, new Map());
    Object.assign(action, { assignment: recording });
  }
  return () =>
    Object.fromEntries(
      [...recorded].map(([name, { sets, resets }]): [string, Assigned] => [
        name,
        { sets: [...sets], resets: [...resets] },
      ]),
    );
}

/** Whether an assign function, which is pure, returns another value of a part of the context as it is. */
function keepsValue(assign: (context: object) => object, context: object, field: string): boolean {
  const other = {};
  try {
    return new Map(Object.entries(assign({ ...context, [field]: other }))).get(field) === other;
  } catch {
    // It reads the part.
    return true;
  }
}

/** For each field, the value that most contexts have, as JSON. */
function usualValues(contexts: readonly object[]): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const [field, value] of contexts.flatMap((context) => Object.entries(context))) {
    const values = counts.get(field) ?? new Map<string, number>();
    const text = JSON.stringify(value);
    counts.set(field, values.set(text, (values.get(text) ?? 0) + 1));
  }
  return new Map(
    [...counts].map(([field, values]) => {
      const [[usual] = ['']] = [...values].sort(([, a], [, b]) => b - a);
      return [field, usual];
    }),
  );
}

/** The shortest and the longest delay of each delayed transition that the walks started. */
export function delaysOf(paths: readonly StepPath[]): Details['delays'] {
  const delays: Record<string, readonly [number, number]> = {};
  for (const { event, delay } of paths.flatMap(({ state }) => state.effects.timers)) {
    const [, , name = ''] = event.split('.');
    if (delay === null || delay >= NO_DELAY) continue;
    const [shortest, longest] = delays[name] ?? [delay, delay];
    delays[name] = [Math.min(shortest, delay), Math.max(longest, delay)];
  }
  return delays;
}
