import type { GraphState, GraphTransition, MachineGraph } from '../../explore/machine-graph.ts';

/** A guard that combines others. */
const COMBINED = /^(?:not|and|or)\((.*)\)$/s;

/** Every part of a machine that a person can look for, by its kind and name: `guard isOpen`. */
export function partsOf({ states, transitions }: MachineGraph): readonly string[] {
  const guards = transitions.flatMap(({ guard }) => guard ?? []);
  const names = {
    state: states.slice(1).map(({ id }) => id),
    event: transitions.flatMap(({ kind, event }) => (kind === 'event' ? event : [])),
    tag: states.flatMap(({ tags }) => tags),
    guard: guards.flatMap((guard) => guard.replace(COMBINED, '$1').split(', ').map(plainName)),
    action: [...states, ...transitions].flatMap(actionsOf).map(plainName),
    actor: states.flatMap(({ invokes }) => invokes.map(({ actor }) => actor)),
    delay: transitions.flatMap(({ kind, label }) => (kind === 'after' ? label : [])),
  };
  return Object.entries(names).flatMap(([kind, all]) =>
    [...new Set(all)].filter(Boolean).map((name) => `${kind} ${name}`),
  );
}

/** The transitions that a part is about. */
export function transitionsOf(graph: MachineGraph, part: string): readonly GraphTransition[] {
  const [kind, name] = kindAndNameOf(part);
  return graph.transitions.filter((transition) => {
    const { event, label, guard } = transition;
    if (kind === 'event') return event === name;
    if (kind === 'delay') return transition.kind === 'after' && label === name;
    if (kind === 'guard') return guard !== null && hasName(guard, name);
    return kind === 'action' && actionsOf(transition).some((each) => plainName(each) === name);
  });
}

/** The states that a part is about: with a tag or an actor, or that enter or leave with an action. */
export function statesOf(graph: MachineGraph, part: string): readonly string[] {
  const [kind, name] = kindAndNameOf(part);
  const own = graph.states.filter((state) => {
    if (kind === 'tag') return state.tags.includes(name);
    if (kind === 'actor') return state.invokes.some(({ actor }) => actor === name);
    return kind === 'action' && actionsOf(state).some((each) => plainName(each) === name);
  });
  return own.map(({ id }) => id);
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

function actionsOf(of: GraphState | GraphTransition): readonly string[] {
  return 'actions' in of ? of.actions : [...of.entry, ...of.exit, ...of.initialActions];
}

/** Whether a guard is of a name, also as a part of a combined one: `not(isEmpty)`. */
function hasName(guard: string, name: string): boolean {
  return plainName(guard) === name || guard.split(/[(), ]+/).includes(name);
}
