import type { GraphTransition, MachineGraph } from '../../explore/machine-graph.ts';

/** What a part of a machine is used by. */
interface Uses {
  /** The states with a tag or an actor, or that enter or leave with an action. */
  readonly states: Set<string>;
  readonly transitions: Set<GraphTransition>;
}

/** Every part of a machine that a person can look for, by its kind and name: `guard isOpen`. */
export function partsOf({ states, transitions }: MachineGraph): ReadonlyMap<string, Uses> {
  const parts = new Map<string, Uses>();
  const usesOf = (kind: string, name: string): Uses => {
    const own = parts.get(`${kind} ${name}`) ?? { states: new Set(), transitions: new Set() };
    // A function without a name is no part.
    if (name !== '') parts.set(`${kind} ${name}`, own);
    return own;
  };
  for (const { id, parent, tags, invokes, entry, exit, initialActions } of states) {
    if (parent !== null) usesOf('state', id);
    for (const tag of tags) usesOf('tag', tag).states.add(id);
    for (const { actor } of invokes) usesOf('actor', actor).states.add(id);
    for (const action of [...entry, ...exit, ...initialActions]) {
      usesOf('action', plainName(action)).states.add(id);
    }
  }
  for (const transition of transitions) {
    const { kind, event, label, guard, actions } = transition;
    if (kind === 'event') usesOf('event', event).transitions.add(transition);
    if (kind === 'after') usesOf('delay', label).transitions.add(transition);
    for (const name of guardsIn(guard ?? '')) usesOf('guard', name).transitions.add(transition);
    for (const action of actions) {
      usesOf('action', plainName(action)).transitions.add(transition);
    }
  }
  return parts;
}

/** The guards that a guard is made of: `not(isEmpty)` of one, `or(isOpen, isAjar)` of two. One without a name is empty. */
export function guardsIn(guard: string): readonly string[] {
  return guard.split(/\b(?:not|and|or)\(|, /).map((name) => plainName(name).replaceAll(')', ''));
}

/** The kind and the name of a part. */
export function kindAndNameOf(part: string): readonly [string, string] {
  const [kind = ''] = part.split(' ');
  return [kind, part.slice(kind.length + 1)];
}

/** A name without its parameters. */
export function plainName(name: string): string {
  return name.replace(/\(.*$/s, '');
}
