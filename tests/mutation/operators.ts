import { isDeepStrictEqual } from 'node:util';
import { type AnyStateMachine, assign, not, StateMachine } from 'xstate';
import type { AuthMachine } from '#machines/auth/auth.machine.ts';
import { nameOf } from '#statechart/explore/machine-graph.ts';

/** The auth machine with one mistake. */
export interface Mutant {
  readonly id: string;
  readonly operator: string;
  readonly create: () => AnyStateMachine;
}

type Path = readonly string[];
type Branch = Readonly<Record<string, unknown>>;

/** The branches of one event in one state. */
interface Branches {
  readonly source: string;
  readonly event: string;
  /** Where they are in the machine's configuration. */
  readonly path: Path;
  readonly branches: readonly Branch[];
}

/** Guards of which at most one holds: the order of their branches changes nothing. */
const EXCLUSIVE = [
  'isAuthenticated',
  'isPrimaryRequired',
  'isMfaRequired',
  'isDiscovered',
  'isDiscoveredAndChosen',
  'isHandedOff',
  'isSent',
  'isEnrolling',
  'isRefreshed',
  'isDeferred',
  'isUnavailable',
  'isSessionOver',
  'isIntermediateOver',
];

/** Every mutant of a machine, by operators on its states and on its named delays and assigns. */
export function mutantsOf(machine: AuthMachine, changed: ChangedProperties): readonly Mutant[] {
  const lists = branchesIn(machine.config, []);
  const create = (path: Path, change: (old: unknown) => unknown) => () =>
    new StateMachine(replaceAt(machine.config, path, change), machine.implementations);
  const branchMutants = lists.flatMap(({ source, event, path, branches }) => {
    const name = `${source} | ${event}`;
    const withBranch = (index: number, change: Branch) =>
      create(path, () =>
        branches.map((each, at) => (at === index ? { ...each, ...change } : each)),
      );
    const mutantsOfBranch = (branch: Branch, index: number): readonly Mutant[] => {
      const id = `${name} | ${index}`;
      const { guard, target } = branch;
      const actions = actionsOf(branch.actions);
      const others = branches.filter((_, at) => at !== index);
      const retargeted =
        typeof target === 'string' ? siblingOf(machine.config, source, target) : null;
      return [
        { id, operator: 'drop the branch', create: create(path, () => others) },
        ...(guard === undefined
          ? []
          : [
              { id, operator: 'drop the guard', create: withBranch(index, { guard: undefined }) },
              { id, operator: 'negate the guard', create: withBranch(index, negated(guard)) },
            ]),
        ...actions.map((action, at) => ({
          id,
          operator: `drop the action ${nameOf(action)}`,
          create: withBranch(index, { actions: actions.filter((_, each) => each !== at) }),
        })),
        ...(retargeted === null
          ? []
          : [
              {
                id,
                operator: `retarget to ${retargeted}`,
                create: withBranch(index, { target: `#auth.${retargeted}` }),
              },
            ]),
        ...(typeof target !== 'string' || event === 'always'
          ? []
          : [{ id, operator: 'stay', create: withBranch(index, { target: undefined }) }]),
        ...(typeof target === 'string' && isInside(source, target)
          ? [
              {
                id,
                operator: 'toggle reenter',
                create: withBranch(index, { reenter: branch.reenter !== true }),
              },
            ]
          : []),
      ];
    };
    const swaps = branches.slice(1).flatMap((branch, index): readonly Mutant[] => {
      const one = branches[index];
      if (one === undefined || areExclusive(one, branch)) return [];
      const swapped = branches.map((each, at) =>
        at === index ? branch : at === index + 1 ? one : each,
      );
      const operator = 'swap with the next';
      return [{ id: `${name} | ${index}`, operator, create: create(path, () => swapped) }];
    });
    return [...branches.flatMap(mutantsOfBranch), ...swaps];
  });
  const ownMutants = ownActions(machine.config, []).map(({ path, actions, index, id }) => ({
    id,
    operator: `drop the action ${nameOf(actions[index])}`,
    create: create(path, () => actions.filter((_, at) => at !== index)),
  }));
  return [
    ...branchMutants,
    ...ownMutants,
    ...delayMutants(machine),
    ...assignMutants(machine, changed),
  ];
}

function delayMutants(machine: AnyStateMachine): readonly Mutant[] {
  const scales: readonly (readonly [string, (ms: number) => number])[] = [
    ['double the delay', (ms) => ms * 2],
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

type Assignment = (...args: readonly unknown[]) => Readonly<Record<string, unknown>>;

/** A machine whose assigns pass their changes through a function. */
function withAssigns(
  machine: AuthMachine,
  change: (
    name: string,
    result: Readonly<Record<string, unknown>>,
    context: object,
  ) => Readonly<Record<string, unknown>>,
): AnyStateMachine {
  const any: AnyStateMachine = machine;
  const actions = Object.entries(any.implementations.actions).flatMap(([name, action]) => {
    const assignment = assignmentOf(action);
    if (assignment === null) return [];
    const changedAssign = assign((args: { readonly context: object }, params: unknown) =>
      change(name, assignment(args, params), args.context),
    );
    return [[name, changedAssign] as const];
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

/** What an `assign` action returns; `null` for another action. */
function assignmentOf(action: unknown): Assignment | null {
  if (typeof action !== 'function' || !('assignment' in action)) return null;
  const { assignment } = action;
  if (typeof assignment === 'function')
    return (...args) => Object(Reflect.apply(assignment, undefined, args));
  return () => Object(assignment);
}

function branchesIn(config: unknown, states: Path): readonly Branches[] {
  if (!isRecord(config)) return [];
  const path = states.flatMap((state) => ['states', state]);
  const source = states.join('.') || '(root)';
  const named = (key: string, value: unknown): readonly Branches[] =>
    isRecord(value)
      ? Object.entries(value).map(([event, list]) => ({
          source,
          event: key === 'after' ? `after ${event}` : event,
          path: [...path, key, event],
          branches: listOf(list),
        }))
      : [];
  const { invoke } = config;
  const ends = isRecord(invoke) ? ['onDone', 'onError'].filter((end) => end in invoke) : [];
  return [
    ...named('on', config.on),
    ...named('after', config.after),
    ...(config.always === undefined
      ? []
      : [
          {
            source,
            event: 'always',
            path: [...path, 'always'],
            branches: listOf(config.always),
          },
        ]),
    ...ends.map((end) => ({
      source,
      event: end,
      path: [...path, 'invoke', end],
      branches: listOf(isRecord(invoke) ? invoke[end] : undefined),
    })),
    ...childrenOf(config).flatMap(([name, child]) => branchesIn(child, [...states, name])),
  ];
}

/** The entry and exit actions of every state, one at a time. */
function ownActions(config: unknown, states: Path) {
  type Own = { path: Path; actions: readonly unknown[]; index: number; id: string };
  if (!isRecord(config)) return [];
  const path = states.flatMap((state) => ['states', state]);
  const own = ['entry', 'exit'].flatMap((key): readonly Own[] => {
    const actions = actionsOf(config[key]);
    const id = `${states.join('.')} | ${key}`;
    return actions.map((_, index) => ({ path: [...path, key], actions, index, id }));
  });
  const inside: readonly Own[] = childrenOf(config).flatMap(([name, child]) =>
    ownActions(child, [...states, name]),
  );
  return [...own, ...inside];
}

function childrenOf(config: Readonly<Record<string, unknown>>) {
  return isRecord(config.states) ? Object.entries(config.states) : [];
}

/** The full path of the state after the target among its siblings; `null` when it has none. */
function siblingOf(config: unknown, source: string, target: string): string | null {
  const path = resolved(source, target).split('.');
  const parent = path.slice(0, -1).reduce<unknown>((at, name) => childOf(at, name), config);
  if (!isRecord(parent)) return null;
  const names = childrenOf(parent).map(([name]) => name);
  const next = names[(names.indexOf(path.at(-1) ?? '') + 1) % names.length];
  return next === undefined || next === path.at(-1) ? null : [...path.slice(0, -1), next].join('.');
}

function childOf(config: unknown, name: string): unknown {
  return isRecord(config) && isRecord(config.states) ? config.states[name] : undefined;
}

/** The full path of a target: absolute, inside its source, or beside it. */
function resolved(source: string, target: string): string {
  if (target.startsWith('#auth.')) return target.slice('#auth.'.length);
  const own = source === '(root)' ? [] : source.split('.');
  const base = target.startsWith('.') ? own : own.slice(0, -1);
  return [...base, target.replace(/^\./, '')].join('.');
}

function isInside(source: string, target: string): boolean {
  return `${resolved(source, target)}.`.startsWith(`${source}.`);
}

function areExclusive(one: Branch, other: Branch): boolean {
  const [a, b] = [one.guard, other.guard].map((guard) => (guard ? nameOf(guard) : ''));
  if (a === undefined || b === undefined) return false;
  const base = (name: string) => name.replace(/\(.*/s, '');
  if (base(a) === base(b)) return a !== b && base(a).startsWith('pending');
  return EXCLUSIVE.includes(base(a)) && EXCLUSIVE.includes(base(b));
}

function negated(guard: unknown): Branch {
  if (!isRecord(guard)) return { guard: not(String(guard)) };
  const { type, params } = guard;
  return { guard: not({ type: String(type), params }) };
}

function actionsOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function listOf(value: unknown): readonly Branch[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((each) => (isRecord(each) ? each : { target: each }));
}

/** A copy with another value at a path; the rest is shared. */
function replaceAt<Value>(value: Value, path: Path, change: (old: unknown) => unknown): Value {
  const [key, ...rest] = path;
  if (key === undefined || !isRecord(value)) return Object(change(value));
  return Object.assign({}, value, { [key]: replaceAt(value[key], rest, change) });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
