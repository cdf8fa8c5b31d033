import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { stateId, toPathSegment, transitionId } from './transition-id.ts';
import { valueText } from './values.ts';

/** A state of a machine as plain data. */
export interface GraphState {
  /** Its path from the root, `signedOut.selecting`; the root itself is `(root)`. */
  readonly id: string;
  /** The last word of its path. */
  readonly name: string;
  readonly parent: string | null;
  readonly kind: 'leaf' | 'compound' | 'parallel' | 'final' | 'history';
  readonly description: string;
  /** The state a compound one starts in, or where a history state leads to that remembers none. */
  readonly initial: string | null;
  /** The actions of the initial transition. */
  readonly initialActions: readonly string[];
  /** Whether a history state remembers the states below its siblings, too. */
  readonly isDeep: boolean;
  /** `address` is the id of the running actor: XState makes one of a number and the state for an actor without its own. */
  readonly invokes: readonly {
    readonly id: string;
    readonly actor: string;
    readonly address: string;
  }[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly tags: readonly string[];
}

/** How a transition is caused. */
export type TransitionKind = 'event' | 'done' | 'error' | 'after' | 'always';

/** One guard branch of a transition. */
export interface GraphTransition {
  /** `source | event | index of the branch`: the same for every copy of the machine. */
  readonly id: string;
  readonly source: string;
  readonly event: string;
  readonly index: number;
  readonly kind: TransitionKind;
  /** The name of the event, the invoke or the delay, as the chart shows it. */
  readonly label: string;
  readonly guard: string | null;
  /** Empty for a transition that stays in its state. */
  readonly targets: readonly string[];
  readonly actions: readonly string[];
  readonly description: string;
  /** Whether a transition to its own source, or to a state in it, leaves and enters the source. */
  readonly reenters: boolean;
}

/** A transition with its XState definition. */
export interface DefinedTransition extends GraphTransition {
  readonly definition: AnyTransitionDefinition;
}

/** A machine as plain data: the chart draws it, and the command exports it. */
export interface MachineGraph {
  readonly states: readonly GraphState[];
  readonly transitions: readonly GraphTransition[];
  /** A short text that changes with any state, transition, guard or action. */
  readonly fingerprint: string;
}

/** What the events of an invoke's result, and of its rejection, begin with. */
export const DONE = 'xstate.done.actor.';
export const ERROR = 'xstate.error.actor.';
const AFTER = 'xstate.after.';
const INLINE = '(inline)';
/** The event of a compound state that has reached its final state. */
const STATE_DONE = 'xstate.done.state';

/**
 * Returns the states of a machine, the root first, and every branch of every transition in the order XState tries
 * them.
 *
 * @param machine any machine; it is not run
 */
export function machineGraph(machine: AnyStateMachine): MachineGraph {
  const transitions = definedTransitions(machine).map(
    ({ definition: _, ...transition }) => transition,
  );
  const states = nodesOf(machine).map(graphState);
  return { states, transitions, fingerprint: fingerprint([states, transitions]) };
}

/** Every state node of a machine, the root first, in the order they are written. */
export function nodesOf(machine: AnyStateMachine): readonly AnyStateNode[] {
  return nodesBelow(machine.root);
}

/** Every transition of a machine with its definition: guard branches, `always`, `after` and results included. */
export function definedTransitions(machine: AnyStateMachine): readonly DefinedTransition[] {
  const definitions = nodesOf(machine).flatMap((node) => {
    const lists = [...node.transitions].filter(([type]) => type !== '');
    return [...(node.always ?? []), ...lists.flatMap(([, branches]) => branches)];
  });
  return definitions.map((definition) => ({ ...graphTransition(definition), definition }));
}

function graphTransition(definition: AnyTransitionDefinition): GraphTransition {
  const id = transitionId(definition);
  const words = id.split(' | ');
  const [source = '', index = ''] = [words[0], words.at(-1)];
  const event = words.slice(1, -1).join(' | ');
  return {
    id,
    source,
    event,
    index: Number(index),
    kind: transitionKind(event),
    label: actorLabel(definition) ?? eventLabel(event),
    guard: definition.guard === undefined ? null : nameOf(definition.guard),
    targets: (definition.target ?? []).map(stateId),
    actions: definition.actions.map(nameOf),
    description: definition.description ?? '',
    reenters: definition.reenter,
  };
}

/** The actor whose result a transition handles, when it has no id but the number that XState gave it. */
function actorLabel({ source, eventType }: AnyTransitionDefinition): string | undefined {
  const label = eventLabel(eventType);
  const invoke = source.invoke.find(({ id }) => id === label);
  const ending = `.${source.id}`;
  const isNumbered = label.endsWith(ending) && /^\d+$/.test(label.slice(0, -ending.length));
  return invoke !== undefined && isNumbered ? nameOf(invoke.src) : undefined;
}

/** The kind of an event type. */
export function transitionKind(event: string): TransitionKind {
  if (event === 'always') return 'always';
  if (event.startsWith(DONE) || event === STATE_DONE) return 'done';
  if (event.startsWith(ERROR)) return 'error';
  return event.startsWith(AFTER) ? 'after' : 'event';
}

/** An event without XState's prefix: `xstate.done.actor.exchange` is `exchange`. */
export function eventLabel(event: string): string {
  if (event === STATE_DONE) return 'final state';
  const prefix = [DONE, ERROR, AFTER].find((known) => event.startsWith(known)) ?? '';
  return event.slice(prefix.length);
}

/**
 * The name of a guard, an action or an actor; `(inline)` for a function, whose own name a minifier changes. What XState
 * makes is named by what it does: `raise(next after 500 ms)`, `assign(count)`, `not(isEmpty)`.
 */
export function nameOf(reference: unknown): string {
  if (typeof reference === 'string') return reference.startsWith('xstate.') ? INLINE : reference;
  if (typeof reference === 'function') return builtInName(reference);
  if (typeof reference === 'object' && reference !== null && 'type' in reference) {
    const params = 'params' in reference ? reference.params : undefined;
    const type = String(reference.type);
    return isPlain(params) ? `${type}(${paramsLabel(params)})` : type;
  }
  return INLINE;
}

function builtInName(reference: object): string {
  const made: Readonly<Record<string, unknown>> = { ...reference };
  if (Array.isArray(made.guards)) {
    const name = 'name' in reference && reference.name === 'or' ? 'or' : 'and';
    return `${made.guards.length === 1 ? 'not' : name}(${made.guards.map(nameOf).join(', ')})`;
  }
  const { stateValue } = made;
  if (stateValue !== undefined) {
    return `stateIn(${typeof stateValue === 'string' ? stateValue : valueText(stateValue)})`;
  }
  if (typeof made.type !== 'string') return INLINE;
  const { assignment, event, src, id, sendId, delay } = made;
  const fields = isRecord(assignment) ? Object.keys(assignment).join(', ') : undefined;
  const type = isRecord(event) ? event.type : undefined;
  const subject = [fields, type, src, id, sendId].find((each) => typeof each === 'string');
  const wait = typeof delay === 'number' ? `${delay} ms` : nameOf(delay);
  const words = [subject, ...(delay === undefined ? [] : ['after', wait])].filter(Boolean);
  const name = made.type.replace('xstate.', '');
  return words.length === 0 ? name : `${name}(${words.join(' ')})`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function nodesBelow(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesBelow)];
}

function graphState(node: AnyStateNode): GraphState {
  const initial = node.type === 'compound' ? node.initial : null;
  return {
    id: stateId(node),
    name: node.path.at(-1) ?? node.id,
    parent: node.parent ? stateId(node.parent) : null,
    kind: node.type === 'atomic' ? 'leaf' : node.type,
    description: node.description ?? '',
    initial: node.type === 'history' ? historyDefault(node) : targetOf(initial),
    initialActions: initial?.actions.map(nameOf) ?? [],
    isDeep: node.history === 'deep',
    invokes: node.invoke.map(({ id, src }) => ({
      id: id.replace(`.${node.id}`, ''),
      actor: nameOf(src),
      address: id,
    })),
    entry: node.entry.filter(isOwn).map(nameOf),
    exit: node.exit.filter(isOwn).map(nameOf),
    tags: node.tags,
  };
}

function targetOf(initial: AnyStateNode['initial'] | null): string | null {
  const [target] = initial?.target ?? [];
  return target === undefined ? null : stateId(target);
}

/** Where a history state leads to that remembers nothing: its own target, or the initial state of its parent. */
function historyDefault({ config, parent, machine }: AnyStateNode): string | null {
  const { target } = config;
  if (typeof target !== 'string') return targetOf(parent?.initial ?? null);
  if (target.startsWith('#')) return stateId(machine.getStateNodeById(target));
  const path = [...(parent?.path ?? []), ...target.split('.').filter(Boolean)];
  return path.map(toPathSegment).join('.');
}

/** XState adds its own actions to start and stop the timers of delayed transitions. */
export function isOwn(action: unknown): boolean {
  return !/^(?:raise|cancel)\(xstate\.after\./.test(nameOf(action));
}

function isPlain(params: unknown): params is string | object {
  return typeof params === 'string' || (typeof params === 'object' && params !== null);
}

function paramsLabel(params: string | object): string {
  const text = (value: unknown) => (isRecord(value) ? valueText(value) : String(value));
  return typeof params === 'string' ? params : Object.values(params).map(text).join(' ');
}

/** Eight hexadecimal characters (FNV-1a). A build may leave the descriptions out. */
function fingerprint(graph: readonly object[]): string {
  const text = JSON.stringify(graph, (key, value) => (key === 'description' ? null : value));
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
