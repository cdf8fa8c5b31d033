import type { GraphState, GraphTransition, MachineGraph } from './machine-graph.ts';
import { ROOT } from './transition-id.ts';

interface Branch {
  readonly target?: readonly string[];
  readonly guard?: string;
  readonly actions?: readonly string[];
  readonly description?: string;
  readonly reenter?: true;
}

type Branches = Readonly<Record<string, readonly Branch[]>>;

/** A state in XState's configuration as plain data: implementations are names. */
export interface MachineConfig {
  readonly id?: string;
  readonly type?: 'parallel' | 'final' | 'history';
  readonly history?: 'deep';
  readonly target?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly initial?: string | { readonly target: string; readonly actions: readonly string[] };
  readonly entry?: readonly string[];
  readonly exit?: readonly string[];
  readonly invoke?: readonly {
    readonly id?: string;
    readonly src: string;
    readonly onDone?: readonly Branch[];
    readonly onError?: readonly Branch[];
  }[];
  readonly onDone?: readonly Branch[];
  readonly always?: readonly Branch[];
  readonly after?: Branches;
  readonly on?: Branches;
  readonly states?: Readonly<Record<string, MachineConfig>>;
}

/** The configuration of a machine with the same graph, for `createMachine`. */
export function machineConfig(graph: MachineGraph): MachineConfig {
  const root = graph.states.find(({ parent }) => parent === null);
  if (root === undefined) throw new Error('The machine has no root state.');
  return { id: root.name, ...stateConfig(graph, root, root.name) };
}

function stateConfig(graph: MachineGraph, state: GraphState, machine: string): MachineConfig {
  const { id, description, tags, initial, initialActions, entry, exit, invokes, kind } = state;
  const own = graph.transitions.filter(({ source }) => source === id);
  const reference = (target: string) =>
    target === ROOT ? `#${machine}` : `#${machine}.${namePath(graph, target).join('.')}`;
  const branch = ({
    targets,
    guard,
    actions,
    description: note,
    reenters,
  }: GraphTransition): Branch => ({
    ...(targets.length > 0 && { target: targets.map(reference) }),
    ...(guard !== null && { guard }),
    ...(actions.length > 0 && { actions }),
    ...(note !== '' && { description: note }),
    ...(reenters && { reenter: true }),
  });
  const branches = (event: string) => own.filter((each) => each.event === event).map(branch);
  const delays = own.filter(({ kind: each }) => each === 'after');
  // Results of calls that the state does not make, too: `xstate.error.actor.*`.
  const ofCalls = new Set([
    'xstate.done.state',
    ...invokes.flatMap((call) => [`xstate.done.actor.${call.id}`, `xstate.error.actor.${call.id}`]),
  ]);
  const events = own.filter(
    ({ kind: each, event }) => each !== 'after' && each !== 'always' && !ofCalls.has(event),
  );
  const children = graph.states.filter(({ parent }) => parent === id);
  const name = graph.states.find((each) => each.id === initial)?.name ?? '';
  return {
    ...(kind !== 'leaf' && kind !== 'compound' && { type: kind }),
    ...(state.isDeep && { history: 'deep' }),
    ...(kind === 'history' && initial !== null && { target: reference(initial) }),
    ...(description !== '' && { description }),
    ...(tags.length > 0 && { tags }),
    ...(kind === 'compound' && {
      initial: initialActions.length > 0 ? { target: name, actions: initialActions } : name,
    }),
    ...(entry.length > 0 && { entry }),
    ...(exit.length > 0 && { exit }),
    ...(invokes.length > 0 && {
      invoke: invokes.map((invoke) => ({
        // XState numbers an actor without an id of its own.
        ...(/^\d+$/.test(invoke.id) ? {} : { id: invoke.id }),
        src: invoke.actor,
        ...optional('onDone', branches(`xstate.done.actor.${invoke.id}`)),
        ...optional('onError', branches(`xstate.error.actor.${invoke.id}`)),
      })),
    }),
    ...optional('onDone', branches('xstate.done.state')),
    ...optional('always', branches('always')),
    ...optional(
      'after',
      Object.fromEntries(delays.map(({ label, event }) => [label, branches(event)])),
    ),
    ...optional('on', Object.fromEntries(events.map(({ event }) => [event, branches(event)]))),
    ...(children.length > 0 && {
      states: Object.fromEntries(
        children.map((child) => [child.name, stateConfig(graph, child, machine)]),
      ),
    }),
  };
}

/** The names of a state and its ancestors below the root; a full stop of a name is escaped. */
function namePath(graph: MachineGraph, id: string): readonly string[] {
  const state = graph.states.find((each) => each.id === id);
  if (state === undefined || state.parent === null) return [];
  return [...namePath(graph, state.parent), state.name.replaceAll('.', '\\.')];
}

/** A field, unless its value is an empty list or an empty record. */
function optional<Value extends object>(
  name: string,
  value: Value,
): Readonly<Record<string, Value>> {
  return Object.keys(value).length === 0 ? {} : { [name]: value };
}
