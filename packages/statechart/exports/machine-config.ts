import type { AnyStateMachine } from 'xstate';
import { nameOf } from '../explore/machine-graph.ts';

type Config = Readonly<Record<string, unknown>>;

/** What a state's configuration has that is plain data already. */
const PLAIN = ['id', 'type', 'history', 'target', 'tags', 'description'];

/** The configuration of a machine as plain data, with names in place of implementations, for `createMachine`. */
export function machineConfig({ config, id }: AnyStateMachine): Config {
  return { ...stateConfig(config), id };
}

function stateConfig(state: Config): Config {
  const { initial, entry, exit, invoke, onDone, always, on, after, states } = state;
  return {
    ...Object.fromEntries(PLAIN.map((field) => [field, state[field]])),
    initial: typeof initial === 'object' ? branch(initial) : initial,
    entry: references(entry),
    exit: references(exit),
    invoke: list(invoke)?.map((each) => {
      const { id, src, onDone: done, onError, onSnapshot } = record(each);
      const results = { onDone: branches(done), onError: branches(onError) };
      return { id, src: nameOf(src), ...results, onSnapshot: branches(onSnapshot) };
    }),
    onDone: branches(onDone),
    always: branches(always),
    // An event without a branch is forbidden: the states around do not get it either.
    on: mapped(on, (value) => branches(value) ?? [{}]),
    after: mapped(after, branches),
    states: mapped(states, (value) => stateConfig(record(value))),
  };
}

function branches(value: unknown) {
  return list(value)?.map((each) => (typeof each === 'string' ? { target: each } : branch(each)));
}

function branch(value: unknown): Config {
  const { target, guard, actions, description, reenter } = record(value);
  const reference = guard === undefined ? undefined : referenceTo(guard);
  return { target, guard: reference, actions: references(actions), description, reenter };
}

function references(value: unknown): readonly unknown[] | undefined {
  return list(value)?.map(referenceTo);
}

/** The name of an implementation; with parameters that are data, both of them, because no implementation has both as its name. */
function referenceTo(value: unknown): unknown {
  const { type, params } = record(value);
  const hasData = params !== undefined && typeof params !== 'function';
  return typeof type === 'string' && hasData ? { type, params } : nameOf(value);
}

function mapped(value: unknown, change: (value: unknown) => unknown): Config | undefined {
  if (value === undefined) return undefined;
  const entries = Object.entries(record(value));
  return Object.fromEntries(entries.map(([name, each]) => [name, change(each)]));
}

function list(value: unknown): readonly unknown[] | undefined {
  return value === undefined ? undefined : Array.isArray(value) ? value : [value];
}

function record(value: unknown): Config {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
