import { isDeepStrictEqual } from 'node:util';
import { type AnyStateMachine, assign, not, StateMachine } from 'xstate';
import type { AuthMachine } from '#machines/auth/auth.machine.ts';
import { nameOf } from '#statechart/explore/machine-graph.ts';

/** The auth machine with one mistake. */
export interface Mutant {
  /** Where the mistake is: the path of its state, and its place there. */
  readonly id: string;
  readonly operator: string;
  readonly create: () => AnyStateMachine;
}

type Path = readonly (string | number)[];

/** A value of the machine's configuration, and its place. */
interface Place {
  readonly path: Path;
  readonly value: unknown;
}

/** What has no states, transitions or lists of actions inside. */
const LEAVES = ['guard', 'params', 'input', 'description', 'target'];

/** Lists of actions, of a transition or a state. */
const ACTIONS = ['actions', 'entry', 'exit'];

/** What holds transitions without a name. */
const UNNAMED = ['always', 'onDone'];

/** Every mutant of a machine, by operators on its states and on its named delays and assigns. */
export function mutantsOf(machine: AuthMachine, changed: ChangedProperties): readonly Mutant[] {
  const inConfig = placesIn(machine.config, []).flatMap(({ path, value }) =>
    changesOf(machine.config, path, value).map(([operator, change]) => ({
      id: path.filter((key) => key !== 'states').join('.'),
      operator,
      create: () =>
        new StateMachine(changedAt(machine.config, path, change), machine.implementations),
    })),
  );
  return [...inConfig, ...delayMutants(machine), ...assignMutants(machine, changed)];
}

function placesIn(value: unknown, path: Path): readonly Place[] {
  const inside = (entries: readonly (readonly [string | number, unknown])[]) =>
    entries.flatMap(([key, each]): readonly Place[] => [
      { path: [...path, key], value: each },
      ...(LEAVES.includes(String(key)) ? [] : placesIn(each, [...path, key])),
    ]);
  if (Array.isArray(value)) return inside([...value.entries()]);
  return isRecord(value) ? inside(Object.entries(value)) : [];
}

/** What takes the place of a value; `DROPPED` takes it out. */
type Change = readonly [operator: string, value: unknown];

const DROPPED = Symbol('dropped');

/** The mistakes that can be made in one place. */
function changesOf(config: unknown, path: Path, value: unknown): readonly Change[] {
  const [holder = '', key = ''] = path.slice(-2);
  if (key === 'guard')
    return [
      ['drop the guard', DROPPED],
      ['negate the guard', negated(value)],
    ];
  if (key === 'target' && typeof value === 'string') {
    const next = nextState(config, path, value);
    return [
      ...(path.includes('always') ? [] : [['stay', DROPPED] as const]),
      ...(next === null ? [] : [[`retarget to ${next}`, `#auth.${next}`] as const]),
    ];
  }
  const isList = Array.isArray(value);
  if (ACTIONS.includes(String(holder)) || (ACTIONS.includes(String(key)) && !isList))
    return [[`drop the action ${nameOf(value)}`, DROPPED]];
  const isNamed = holder === 'on' || holder === 'after';
  if (isNamed || UNNAMED.includes(String(key))) return isList ? [] : [['drop the branch', []]];
  return typeof key === 'number' ? [['drop the branch', DROPPED]] : [];
}

/** The full path of the state after a target among its siblings; `null` when it has none. */
function nextState(config: unknown, path: Path, target: string): string | null {
  const states = path.slice(0, path.lastIndexOf('states') + 2).filter((key) => key !== 'states');
  const base = target.startsWith('.') ? states : states.slice(0, -1);
  const full = target.startsWith('#auth.')
    ? target.slice('#auth.'.length).split('.')
    : [...base, ...target.replace(/^\./, '').split('.')].map(String);
  const parent = full.slice(0, -1).reduce<unknown>((at, name) => childrenOf(at)[name], config);
  const names = Object.keys(childrenOf(parent));
  const next = names[(names.indexOf(full.at(-1) ?? '') + 1) % names.length];
  return next === undefined || next === full.at(-1) ? null : [...full.slice(0, -1), next].join('.');
}

function childrenOf(config: unknown): Readonly<Record<string, unknown>> {
  return isRecord(config) && isRecord(config.states) ? config.states : {};
}

function negated(guard: unknown) {
  return isRecord(guard)
    ? not({ type: String(guard.type), params: guard.params })
    : not(String(guard));
}

/** A copy with another value at a path; the rest is shared. */
function changedAt<Value>(value: Value, [key, ...rest]: Path, change: unknown): Value {
  const isLast = rest.length === 0;
  if (Array.isArray(value)) {
    const after = isLast ? change : changedAt(value[Number(key)], rest, change);
    const list: readonly unknown[] = value;
    return Object(
      list.flatMap((each, at) => (at !== key ? [each] : after === DROPPED ? [] : [after])),
    );
  }
  const { [String(key)]: old, ...others } = Object(value);
  const after = isLast ? change : changedAt(old, rest, change);
  return after === DROPPED ? others : Object.assign({}, value, { [String(key)]: after });
}

function delayMutants(machine: AnyStateMachine): readonly Mutant[] {
  const scales: readonly (readonly [string, (ms: number) => number])[] = [
    ['halve the delay', (ms) => Math.floor(ms / 2)],
    ['a millisecond more', (ms) => ms + 1],
  ];
  return Object.entries(machine.implementations.delays).flatMap(([name, delay]) =>
    scales.map(([operator, scale]) => ({
      id: name,
      operator,
      create: () =>
        machine.provide({
          delays: {
            [name]: (...args: unknown[]) =>
              scale(typeof delay === 'function' ? Reflect.apply(delay, undefined, args) : delay),
          },
        }),
    })),
  );
}

/** The properties that each assign changed, by its name. */
export type ChangedProperties = ReadonlyMap<string, ReadonlySet<string>>;

type Assigned = Readonly<Record<string, unknown>>;

/** A machine whose assigns pass their changes through a function. */
function withAssigns(
  machine: AuthMachine,
  change: (name: string, result: Assigned, context: object) => Assigned,
): AnyStateMachine {
  const any: AnyStateMachine = machine;
  const actions = Object.entries(any.implementations.actions).flatMap(([name, action]) => {
    const assignment: unknown = Reflect.get(Object(action), 'assignment');
    if (typeof assignment !== 'function') return [];
    const changed = assign((args: { readonly context: object }, params: unknown) =>
      change(name, Object(Reflect.apply(assignment, undefined, [args, params])), args.context),
    );
    return [[name, changed] as const];
  });
  return any.provide({ actions: Object.fromEntries(actions) });
}

/** A machine that notes which properties each assign changes. */
export function observeAssigns(machine: AuthMachine) {
  const changed = new Map<string, Set<string>>();
  const observed = withAssigns(machine, (name, result, context) => {
    const names = changed.get(name) ?? new Set();
    for (const [key, value] of Object.entries(result))
      if (!isDeepStrictEqual(value, Reflect.get(context, key))) names.add(key);
    changed.set(name, names);
    return result;
  });
  return { observed, changed };
}

function assignMutants(machine: AuthMachine, changed: ChangedProperties): readonly Mutant[] {
  return [...changed].flatMap(([action, names]) =>
    [...names].map((property) => ({
      id: action,
      operator: `drop the property ${property}`,
      create: () =>
        withAssigns(machine, (name, result) => {
          const { [property]: dropped, ...rest } = result;
          return name === action ? rest : result;
        }),
    })),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
