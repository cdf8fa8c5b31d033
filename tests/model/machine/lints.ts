import type { AnyStateMachine, AnyStateNode } from 'xstate';
import {
  type DefinedTransition,
  definitionsOf,
  nameOf,
  nodesOf,
} from '#statechart/explore/machine-graph.ts';
import { stateId } from '#statechart/explore/transition-id.ts';

/** The delay after which the machine stops waiting for any call. */
const TIMEOUT = 'BUSY_TIMEOUT';

/** The only actor that never resolves. */
const NEVER_RESOLVES = 'externalEvents';

/** The branches of one event in one state. */
interface Branches {
  readonly name: string;
  readonly branches: readonly DefinedTransition[];
}

/** Lists with a branch after an unguarded one: it is never taken. */
export function deadBranches(machine: AnyStateMachine): readonly string[] {
  return listsOf(machine).flatMap(({ name, branches }) => {
    const end = branches.findIndex(({ guard }) => guard === null);
    return end === -1 || end === branches.length - 1 ? [] : [name];
  });
}

/** Lists without an unguarded last branch: the event is ignored when no guard holds, which must be intended. */
export function openLists(machine: AnyStateMachine): readonly string[] {
  return listsOf(machine)
    .filter(({ branches }) => branches.at(-1)?.guard !== null)
    .map(({ name }) => name);
}

/** Transitions without target and actions: they do nothing. */
export function emptyTransitions(machine: AnyStateMachine): readonly string[] {
  return definitionsOf(machine)
    .filter(({ targets, actions }) => targets.length === 0 && actions.length === 0)
    .map(({ id }) => id);
}

/** Invokes whose rejection is not handled. */
export function invokesWithoutError(machine: AnyStateMachine): readonly string[] {
  return invokesOf(machine)
    .filter(({ node, id }) => !node.transitions.has(`xstate.error.actor.${id}`))
    .map(({ id }) => id);
}

/** Invokes without a timeout. */
export function invokesWithoutTimeout(machine: AnyStateMachine): readonly string[] {
  return invokesOf(machine)
    .filter(({ node }) => !node.transitions.has(`xstate.after.${TIMEOUT}.${node.id}`))
    .map(({ id }) => id);
}

/** Every invoke that resolves, with its state. */
export function invokesOf(machine: AnyStateMachine) {
  return nodesOf(machine)
    .flatMap((node) => node.invoke.map(({ id, src }) => ({ node, id, src: nameOf(src) })))
    .filter(({ src }) => src !== NEVER_RESOLVES);
}

/** States that cannot be reached from the root. */
export function unreachableStates(machine: AnyStateMachine): readonly string[] {
  const reached = reachedFrom(machine.root);
  return nodesOf(machine)
    .filter((node) => !reached.has(node))
    .map(stateId);
}

/** States from which no sequence of transitions leads to the goal. */
export function statesThatNeverReach(machine: AnyStateMachine, goal: string): readonly string[] {
  const target = nodesOf(machine).find((node) => stateId(node) === goal);
  if (target === undefined) return [`there is no state ${goal}`];
  return nodesOf(machine)
    .filter((node) => node !== machine.root && !reachedFrom(node).has(target))
    .map(stateId);
}

/** States without a description that ends in a full stop. */
export function statesWithoutDescription(machine: AnyStateMachine): readonly string[] {
  return nodesOf(machine)
    .filter((node) => node !== machine.root && !node.description?.trim().endsWith('.'))
    .map(stateId);
}

/** Names that are set up and never used, or used and never set up. */
export function mismatchedNames(machine: AnyStateMachine): readonly string[] {
  const { actors, actions, guards, delays } = machine.implementations;
  const nodes = nodesOf(machine);
  const transitions = definitionsOf(machine).map(({ definition }) => definition);
  const used = {
    actors: nodes.flatMap(({ invoke }) => invoke.map(({ src }) => baseName(src))),
    guards: transitions.flatMap(({ guard }) => (guard === undefined ? [] : [baseName(guard)])),
    actions: [
      ...nodes.flatMap(({ entry, exit }) => [...entry, ...exit]),
      ...transitions.flatMap((transition) => transition.actions),
    ].map(baseName),
    delays: definitionsOf(machine).flatMap(({ event }) => delayOf(event)),
  };
  return [
    ...mismatches('actor', actors, used.actors),
    ...mismatches('guard', guards, used.guards),
    ...mismatches('action', actions, used.actions),
    ...mismatches('delay', delays, used.delays),
  ];
}

function mismatches(kind: string, known: object, used: readonly string[]): readonly string[] {
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

function baseName(reference: unknown): string {
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
  /** Activates a state and its ancestors, without entering the initial children of these. */
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
