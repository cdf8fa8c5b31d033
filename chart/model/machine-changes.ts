import type {
  GraphTransition,
  MachineGraph,
} from '../../packages/statechart/explore/machine-graph.ts';

/** How a transition differs between two versions of a machine. */
export type ChangeKind = 'added' | 'removed' | 'retargeted' | 'other actions';

/** A transition that differs between two versions of a machine. */
export interface Change {
  readonly kind: ChangeKind;
  readonly transition: GraphTransition;
  /** As it was; `null` for one that was added or removed. */
  readonly before: GraphTransition | null;
}

/** Transitions of one event are matched by their guards: an inserted branch shifts the indexes of those after it. */
export function changesBetween(before: MachineGraph, after: MachineGraph): readonly Change[] {
  const [old, current] = [byKey(before), byKey(after)];
  const added = [...current].flatMap(([key, transition]): Change[] => {
    const former = old.get(key);
    if (former === undefined) return [{ kind: 'added', transition, before: null }];
    const isSame = (part: 'targets' | 'actions') => `${former[part]}` === `${transition[part]}`;
    if (!isSame('targets')) return [{ kind: 'retargeted', transition, before: former }];
    return isSame('actions') ? [] : [{ kind: 'other actions', transition, before: former }];
  });
  const removed = [...old]
    .filter(([key]) => !current.has(key))
    .map(([, transition]): Change => ({ kind: 'removed', transition, before: null }));
  return [...added, ...removed];
}

/** The states of one version of a machine that another one does not have. */
export function statesOnlyIn(
  { states }: MachineGraph,
  other: MachineGraph,
): readonly MachineGraph['states'][number][] {
  return states.filter(({ id }) => other.states.every((each) => each.id !== id));
}

function byKey({ transitions }: MachineGraph): ReadonlyMap<string, GraphTransition> {
  const keyed = new Map<string, GraphTransition>();
  for (const transition of transitions) {
    const { source, event, guard } = transition;
    let key = [source, event, guard].join(' | ');
    while (keyed.has(key)) key += ' again';
    keyed.set(key, transition);
  }
  return keyed;
}
