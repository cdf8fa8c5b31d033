import type {
  GraphState,
  GraphTransition,
  MachineGraph,
} from '#statechart/explore/machine-graph.ts';
import { ROOT } from '#statechart/explore/transition-id.ts';

interface Branch {
  readonly target?: readonly string[];
  readonly guard?: string;
  readonly actions: readonly string[];
}

type Branches = Readonly<Record<string, readonly Branch[]>>;

/** A state in XState's configuration, as plain data: implementations are names. */
interface StateConfig {
  readonly id?: string;
  readonly type?: 'parallel';
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly initial?: string;
  readonly entry?: readonly string[];
  readonly exit?: readonly string[];
  readonly invoke?: readonly {
    readonly id: string;
    readonly src: string;
    readonly onDone: readonly Branch[];
    readonly onError: readonly Branch[];
  }[];
  readonly always?: readonly Branch[];
  readonly after?: Branches;
  readonly on?: Branches;
  readonly states?: Readonly<Record<string, StateConfig>>;
}

/** The machine as a TypeScript module that Stately's editor imports, with names in place of implementations. */
export function graphXState(graph: MachineGraph): string {
  const config = JSON.stringify(xstateConfig(graph), null, 2);
  return `import { createMachine } from 'xstate';\n\nexport const machine = createMachine(${config});\n`;
}

/** The machine as XState's configuration: a machine made from it has the same graph. */
function xstateConfig(graph: MachineGraph): StateConfig {
  const root = graph.states.find(({ parent }) => parent === null);
  if (root === undefined) throw new Error('The machine has no root state.');
  return { id: root.name, ...stateConfig(graph, root, root.name) };
}

function stateConfig(graph: MachineGraph, state: GraphState, machine: string): StateConfig {
  const { description, tags, initial, entry, exit, invokes, kind } = state;
  const own = graph.transitions.filter(({ source }) => source === state.id);
  const branch = ({ targets, guard, actions }: GraphTransition): Branch => ({
    ...(targets.length > 0
      ? { target: targets.map((id) => (id === ROOT ? `#${machine}` : `#${machine}.${id}`)) }
      : {}),
    ...(guard === null ? {} : { guard }),
    actions,
  });
  const branches = (of: GraphTransition['kind'], label?: string) =>
    own.filter((each) => each.kind === of && (label ?? each.label) === each.label).map(branch);
  const byLabel = (of: GraphTransition['kind']): Branches => {
    const labels = own.filter((each) => each.kind === of).map(({ label }) => label);
    return Object.fromEntries([...new Set(labels)].map((label) => [label, branches(of, label)]));
  };
  const children = graph.states.filter(({ parent }) => parent === state.id);
  return {
    ...(kind === 'parallel' ? { type: kind } : {}),
    ...(description === '' ? {} : { description }),
    ...(tags.length > 0 ? { tags } : {}),
    ...(initial === null ? {} : { initial: initial.split('.').at(-1) ?? initial }),
    ...(entry.length > 0 ? { entry } : {}),
    ...(exit.length > 0 ? { exit } : {}),
    invoke: invokes.map(({ id, actor }) => ({
      id,
      src: actor,
      onDone: branches('done', id),
      onError: branches('error', id),
    })),
    always: branches('always'),
    after: byLabel('after'),
    on: byLabel('event'),
    ...(children.length > 0
      ? {
          states: Object.fromEntries(
            children.map((child) => [child.name, stateConfig(graph, child, machine)]),
          ),
        }
      : {}),
  };
}
