import type {
  GraphState,
  GraphTransition,
  MachineGraph,
} from '../../packages/statechart/explore/machine-graph.ts';
import type { PageReturn } from './chart.types.ts';

/** The event of an edge of the map that is a `PageReturn`. */
export const RETURN = 'return';

/** How many boxes fit into a window with readable names. */
const MAX_BOXES = 16;

/**
 * The map of a machine: about a dozen of its states, and the transitions between them. Compound states are opened
 * from the root down, those with the most children first, as long as there is room; a closed one is a leaf.
 *
 * @param returns each is a transition of the map, named by its label
 */
export function mapGraph(graph: MachineGraph, returns: readonly PageReturn[]): MachineGraph {
  const shown = shownStates(graph.states);
  const states = graph.states
    .filter(({ id }) => shown.has(id))
    .map((state): GraphState => {
      const isOpen = graph.states.some(({ id, parent }) => parent === state.id && shown.has(id));
      return isOpen ? state : { ...state, kind: 'leaf', initial: null };
    });
  const leaves = new Set(states.filter(({ kind }) => kind === 'leaf').map(({ id }) => id));
  const returning = returns.map(
    ({ source, target, label }, index): GraphTransition => ({
      ...{ id: `${source} | ${RETURN} | ${index}`, source, event: RETURN, index, kind: 'always' },
      ...{ label: '', guard: label, targets: [target], actions: [] },
    }),
  );
  const all = [...graph.transitions, ...returning];
  const transitions = all.flatMap((transition): GraphTransition[] => {
    const source = shownAncestor(shown, transition.source);
    const targets = transition.targets.map((target) => shownAncestor(shown, target));
    const isInside = leaves.has(source) && targets.every((target) => target === source);
    return isInside ? [] : [{ ...transition, source, targets: [...new Set(targets)] }];
  });
  return { ...graph, states, transitions };
}

/** The state itself if it is shown, otherwise its nearest ancestor that is. */
export function shownAncestor(shown: { has: (id: string) => boolean }, id: string): string {
  const parent = id.split('.').slice(0, -1).join('.');
  return shown.has(id) || parent === '' ? id : shownAncestor(shown, parent);
}

/** The notes below the names of closed states, by their ids: the given one, or how many states it hides. */
export function closedNotes(
  graph: MachineGraph,
  map: MachineGraph,
  given: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const leaves = graph.states.filter(({ kind }) => kind === 'leaf');
  const counts = map.states
    .filter(({ kind }) => kind === 'leaf')
    .map(({ id }) => [id, leaves.filter((leaf) => leaf.id.startsWith(`${id}.`)).length] as const)
    .filter(([, count]) => count > 0);
  return { ...Object.fromEntries(counts.map(([id, count]) => [id, `${count} states`])), ...given };
}

/**
 * The active states that the map hides, by the closed state around each: its path inside it, or the names of all that
 * are active in its parallel regions.
 *
 * @param leaves the ids of the active states without active children
 */
export function activeInside(
  map: MachineGraph,
  leaves: readonly string[],
): Readonly<Record<string, string>> {
  const shown = new Set(map.states.map(({ id }) => id));
  const hidden = leaves.filter((id) => !shown.has(id));
  const boxes = new Set(hidden.map((id) => shownAncestor(shown, id)));
  const textIn = (box: string) => {
    const inside = hidden.filter((id) => id.startsWith(`${box}.`));
    const [only = '', ...others] = inside;
    if (others.length === 0) return only.slice(box.length + 1);
    return inside.map((id) => id.split('.').at(-1)).join(' · ');
  };
  return Object.fromEntries([...boxes].map((box) => [box, textIn(box)]));
}

function shownStates(states: readonly GraphState[]): ReadonlySet<string> {
  const childrenOf = (id: string) => states.filter(({ parent }) => parent === id);
  const root = states.find(({ parent }) => parent === null);
  if (root === undefined) return new Set();
  const open = [root];
  let boxes = childrenOf(root.id);
  for (;;) {
    const [next] = boxes
      .filter(({ id, kind }) => {
        const children = childrenOf(id).length;
        return kind === 'compound' && boxes.length - 1 + children <= MAX_BOXES && children > 0;
      })
      .sort((a, b) => childrenOf(b.id).length - childrenOf(a.id).length);
    if (next === undefined) break;
    open.push(next);
    boxes = boxes.flatMap((box) => (box === next ? childrenOf(next.id) : [box]));
  }
  return new Set([...open, ...boxes].map(({ id }) => id));
}
