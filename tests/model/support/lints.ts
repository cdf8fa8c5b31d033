import type { AnyStateMachine, AnyStateNode } from 'xstate';
import {
  type DefinedTransition,
  definitionsOf,
  nameOf,
  nodesOf,
  stateId,
} from '#machines/explore/machine-graph.ts';

/** The delay that every call of the machine is given at most. */
const TIMEOUT = 'BUSY_TIMEOUT';

/** The one invoke that never answers: it only tells. */
const NEVER_ANSWERS = 'externalEvents';

/** A list of branches: everything one state may do with one event. */
interface Branches {
  readonly name: string;
  readonly branches: readonly DefinedTransition[];
}

/** A branch behind an unguarded one is never taken. */
export function deadBranches(machine: AnyStateMachine): readonly string[] {
  return listsOf(machine).flatMap(({ name, branches }) => {
    const end = branches.findIndex(({ guard }) => guard === null);
    return end === -1 || end === branches.length - 1 ? [] : [name];
  });
}

/** A guarded list without an unguarded end drops what no guard takes, which must be meant. */
export function openLists(machine: AnyStateMachine): readonly string[] {
  return listsOf(machine)
    .filter(({ branches }) => branches.at(-1)?.guard !== null)
    .map(({ name }) => name);
}

/** A transition without target and actions cannot be told from none. */
export function emptyTransitions(machine: AnyStateMachine): readonly string[] {
  return definitionsOf(machine)
    .filter(({ targets, actions }) => targets.length === 0 && actions.length === 0)
    .map(({ id }) => id);
}

/** An invoke that may fail without a way out. */
export function invokesWithoutError(machine: AnyStateMachine): readonly string[] {
  return invokesOf(machine)
    .filter(({ node, id }) => !node.transitions.has(`xstate.error.actor.${id}`))
    .map(({ id }) => id);
}

/** An invoke that may hang for ever. */
export function invokesWithoutTimeout(machine: AnyStateMachine): readonly string[] {
  return invokesOf(machine)
    .filter(({ node }) => !node.transitions.has(`xstate.after.${TIMEOUT}.${node.id}`))
    .map(({ id }) => id);
}

/** Every invoke that answers, by the state that makes it. */
export function invokesOf(machine: AnyStateMachine) {
  return nodesOf(machine)
    .flatMap((node) => node.invoke.map(({ id, src }) => ({ node, id, src: nameOf(src) })))
    .filter(({ src }) => src !== NEVER_ANSWERS);
}

/** A state that no transition leads to. */
export function unreachableStates(machine: AnyStateMachine): readonly string[] {
  const reached = reachedFrom(machine.root);
  return nodesOf(machine)
    .filter((node) => !reached.has(node))
    .map(stateId);
}

/** A state from which no transition leads to the goal, however many are taken. */
export function statesThatNeverReach(machine: AnyStateMachine, goal: string): readonly string[] {
  const target = nodesOf(machine).find((node) => stateId(node) === goal);
  if (target === undefined) return [`there is no state ${goal}`];
  return nodesOf(machine)
    .filter((node) => node !== machine.root && !reachedFrom(node).has(target))
    .map(stateId);
}

/** A state that says nothing of itself on the chart. */
export function statesWithoutDescription(machine: AnyStateMachine): readonly string[] {
  return nodesOf(machine)
    .filter((node) => node !== machine.root && !node.description?.trim().endsWith('.'))
    .map(stateId);
}

/** Names the machine sets up and never uses, or uses and never sets up. */
export function looseNames(machine: AnyStateMachine): readonly string[] {
  const { actors, actions, guards, delays } = machine.implementations;
  const nodes = nodesOf(machine);
  const transitions = definitionsOf(machine).map(({ definition }) => definition);
  const used = {
    actors: nodes.flatMap(({ invoke }) => invoke.map(({ src }) => bare(src))),
    guards: transitions.flatMap(({ guard }) => (guard === undefined ? [] : [bare(guard)])),
    actions: [
      ...nodes.flatMap(({ entry, exit }) => [...entry, ...exit]),
      ...transitions.flatMap((transition) => transition.actions),
    ].map(bare),
    delays: definitionsOf(machine).flatMap(({ event }) => delayOf(event)),
  };
  return [
    ...loose('actor', actors, used.actors),
    ...loose('guard', guards, used.guards),
    ...loose('action', actions, used.actions),
    ...loose('delay', delays, used.delays),
  ];
}

function loose(kind: string, known: object, used: readonly string[]): readonly string[] {
  const names = Object.keys(known);
  const unused = names.filter((name) => !used.includes(name));
  const unknown = [...new Set(used)].filter((name) => !names.includes(name) && name !== '');
  return [
    ...unused.map((name) => `the ${kind} "${name}" is never used`),
    ...unknown.map((name) => `the ${kind} "${name}" is not set up`),
  ];
}

function delayOf(event: string): readonly string[] {
  const prefix = 'xstate.after.';
  return event.startsWith(prefix) ? [event.slice(prefix.length)] : [];
}

function bare(reference: unknown): string {
  return nameOf(reference).replace(/\(.*$/, '');
}

function listsOf(machine: AnyStateMachine): readonly Branches[] {
  const lists = new Map<string, DefinedTransition[]>();
  for (const definition of definitionsOf(machine)) {
    const name = `${definition.source} | ${definition.event}`;
    lists.set(name, [...(lists.get(name) ?? []), definition]);
  }
  return [...lists].map(([name, branches]) => ({ name, branches }));
}

/** Every state that may become active once `from` is, by what it and its ancestors do. */
function reachedFrom(from: AnyStateNode): ReadonlySet<AnyStateNode> {
  const reached = new Set<AnyStateNode>();
  const entered = new Set<AnyStateNode>();
  /** An ancestor is active without its first child being entered. */
  const activate = (node: AnyStateNode): void => {
    if (reached.has(node)) return;
    reached.add(node);
    if (node.parent !== undefined) activate(node.parent);
    const transitions = [...node.transitions.values(), node.always ?? []].flat();
    for (const { target } of transitions) for (const next of target ?? []) enter(next);
  };
  const enter = (node: AnyStateNode): void => {
    activate(node);
    if (entered.has(node)) return;
    entered.add(node);
    for (const child of initialOf(node)) enter(child);
  };
  enter(from);
  return reached;
}

function initialOf(node: AnyStateNode): readonly AnyStateNode[] {
  if (node.type === 'parallel') return Object.values(node.states);
  return node.type === 'compound' ? [...(node.initial.target ?? [])] : [];
}
