import type { GraphState, GraphTransition, MachineGraph } from '../explore/machine-graph.ts';
import { causeText } from '../explore/text.ts';
import { ROOT } from '../explore/transition-id.ts';
import { isContainer } from './cards.ts';
import { shownAncestor } from './shown-states.ts';

/** How many boxes fit into a window with readable names. */
const MAX_BOXES = 15;

/** A transition that a main walk takes. */
export interface Taken {
  readonly id: string;
  /** The path of the states before it. */
  readonly from: string;
  /** The name of its event, which says more than the `*` of a transition for any event. */
  readonly label: string;
}

/** The map of a machine, and lines below the names of its states. */
export interface MapGraph {
  readonly graph: MachineGraph;
  readonly notes: Readonly<Record<string, readonly string[]>>;
}

/**
 * The map of a machine: about a dozen of its states, and the transitions between them. Compound states are opened from
 * the root down, those with the most children first, as long as there is room; a closed one is a leaf.
 *
 * @param taken what the machine is mostly for; a closed state names the events of these transitions in it
 */
export function mapGraph(graph: MachineGraph, taken: readonly Taken[]): MapGraph {
  const shown = shownStates(graph.states);
  const states = graph.states
    .filter(({ id }) => shown.has(id))
    .map((state): GraphState => {
      const isOpen = graph.states.some(({ id, parent }) => parent === state.id && shown.has(id));
      return isOpen || !isContainer(state) ? state : { ...state, kind: 'leaf', initial: null };
    });
  const closed = new Set(states.filter((state) => !isContainer(state)).map(({ id }) => id));
  const transitions = graph.transitions.flatMap((each) => fromTaken(each, taken));
  const moved = transitions.map(
    (transition): GraphTransition => ({
      ...transition,
      source: shownAncestor(shown, transition.source),
      targets: [...new Set(transition.targets.map((target) => shownAncestor(shown, target)))],
    }),
  );
  const isInside = ({ source, targets }: GraphTransition) =>
    closed.has(source) && targets.every((target) => target === source);
  const main = new Set(taken.map(({ id }) => id));
  const notes = states
    .filter(({ id }) => closed.has(id))
    .map(({ id }): [string, string[]] => {
      const own = moved.filter((each) => each.source === id && isInside(each));
      const events = own
        .filter((each) => main.has(each.id) && each.kind === 'event')
        .map(causeText);
      const hidden = graph.states.filter((each) => each.id.startsWith(`${id}.`)).length;
      const count = hidden > 0 ? `${hidden} states` : '';
      return [id, [count, ...new Set(events)].filter(Boolean)];
    });
  return {
    graph: { ...graph, states, transitions: moved.filter((each) => !isInside(each)) },
    notes: Object.fromEntries(notes.filter(([, lines]) => lines.length > 0)),
  };
}

/** A transition of the root leads from wherever a walk takes it: else the walk would be no path on the map. */
function fromTaken(transition: GraphTransition, taken: readonly Taken[]): GraphTransition[] {
  const own = taken.filter(({ id }) => id === transition.id);
  if (transition.source !== ROOT || own.length === 0) return [transition];
  const labels = new Map(own.map(({ from, label }) => [commonState(from), label]));
  return [...labels].map(([source, label]) => ({ ...transition, source, label }));
}

/** The innermost state that all active leaves of a path are in. */
function commonState(path: string): string {
  const [first = '', ...others] = path.split(' ');
  if (first === '') return ROOT;
  const parent = first.split('.').slice(0, -1).join('.');
  const isCommon = others.every((other) => `${other}.`.startsWith(`${first}.`));
  return isCommon ? first : commonState([parent, ...others].join(' '));
}

function shownStates(states: readonly GraphState[]): ReadonlySet<string> {
  const childrenOf = (id: string) => states.filter(({ parent }) => parent === id);
  const root = states.find(({ parent }) => parent === null);
  if (root === undefined) return new Set();
  const open = [root];
  let boxes = childrenOf(root.id);
  for (;;) {
    const [next] = boxes
      .filter((box) => {
        const children = childrenOf(box.id).length;
        return isContainer(box) && boxes.length - 1 + children <= MAX_BOXES && children > 0;
      })
      .sort((a, b) => childrenOf(b.id).length - childrenOf(a.id).length);
    if (next === undefined) break;
    open.push(next);
    boxes = boxes.flatMap((box) => (box === next ? childrenOf(next.id) : [box]));
  }
  return new Set([...open, ...boxes].map(({ id }) => id));
}
