import type { GraphTransition, MachineGraph } from '../../explore/machine-graph.ts';
import { namesOf } from '../../explore/names.ts';
import { causeText, guardText } from '../../explore/text.ts';
import type { Declaration, Declarations } from '../../plugin/declarations.ts';

/** A part of a machine that a person looks for. */
export interface Part {
  readonly kind:
    | 'state'
    | 'event'
    | 'tag'
    | 'guard'
    | 'action'
    | 'actor'
    | 'delay'
    | 'constant'
    | 'transition';
  readonly name: string;
  /** What it is, in words. */
  readonly note: string;
  /** What the search looks through, in lower case. */
  readonly text: string;
}

/** Everything in a machine that a person can look for. */
export function partsOf(graph: MachineGraph, declarations: Declarations): readonly Part[] {
  const commentOf = (kind: string, name: string) => {
    const { comment = '', constants = [] } = declarations[`${kind} ${plainName(name)}`] ?? {};
    return [comment, ...constants].filter(Boolean).join(' · ');
  };
  const part = (kind: Part['kind'], name: string, note: string, more = ''): Part => ({
    ...{ kind, name, note },
    text: `${kind} ${name} ${spaced(name)} ${note} ${more}`.toLowerCase(),
  });
  const states = graph.states.map(({ id, description, tags, invokes }) =>
    part('state', id, description, [...tags, ...invokes.map(({ actor }) => actor)].join(' ')),
  );
  const events = new Set(
    graph.transitions.flatMap(({ kind, event }) => (kind === 'event' ? event : [])),
  );
  const tags = new Set(graph.states.flatMap((state) => state.tags));
  const named = (['guard', 'action', 'actor', 'delay'] as const).flatMap((kind) =>
    namesOf(graph, kind).map((name) =>
      part(kind, name, commentOf(kind, name), decidedBy(graph, `${kind} ${name}`)),
    ),
  );
  const constants = Object.keys(declarations).filter((key) => key.startsWith('constant '));
  const transitions = graph.transitions.map((transition) => {
    const { id, source, guard, actions, targets, event } = transition;
    const comments = [
      commentOf('event', event),
      guard === null ? '' : commentOf('guard', guard),
      ...actions.map((action) => commentOf('action', action)),
    ];
    const words = [source, causeText(transition), guardText(transition), '→', targets.join(', ')];
    const note = words.filter(Boolean).join(' ');
    return part('transition', id, note, [...actions, ...comments, spaced(note)].join(' '));
  });
  return [
    ...states,
    ...[...events].map((name) =>
      part('event', name, commentOf('event', name), decidedBy(graph, `event ${name}`)),
    ),
    ...[...tags].map((name) => part('tag', name, tagNote(graph, name))),
    ...named,
    ...constants.map((key) => {
      const name = key.slice('constant '.length);
      return part('constant', name, commentOf('constant', name));
    }),
    ...transitions,
  ];
}

/** Words of a question that say nothing about a machine. */
const STOP_WORDS = new Set([
  'a',
  'and',
  'does',
  'is',
  'of',
  'or',
  'the',
  'what',
  'where',
  'which',
  'who',
]);

/** The parts whose text has every word of a query: first those whose name has them all. */
export function searchParts(parts: readonly Part[], query: string, limit: number): readonly Part[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word && !STOP_WORDS.has(word));
  if (words.length === 0) return [];
  const rank = ({ kind, name }: Part) => {
    const own = `${name} ${spaced(name)}`.toLowerCase();
    const isNamed = words.every((word) => own.includes(word));
    return (
      (kind === 'transition' ? 3 : 0) +
      (isNamed ? 0 : 1) -
      (name.toLowerCase() === query.toLowerCase() ? 1 : 0)
    );
  };
  return parts
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map((part) => ({ part, rank: rank(part) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ part }) => part);
}

/** The transitions that a part is about. */
export function transitionsOf(graph: MachineGraph, key: string): readonly GraphTransition[] {
  const [kind = '', ...rest] = key.split(' ');
  const name = rest.join(' ');
  const isNamed = (text: string) => plainName(text) === name;
  return graph.transitions.filter((transition) => {
    if (kind === 'transition') return transition.id === name;
    if (kind === 'event') return transition.event === name;
    if (kind === 'delay') return transition.kind === 'after' && transition.label === name;
    if (kind === 'guard') return transition.guard !== null && hasName(transition.guard, name);
    return kind === 'action' && transition.actions.some(isNamed);
  });
}

/** The states that a part is about: with a tag or an actor, or that enter or leave with an action. */
export function statesOf(graph: MachineGraph, key: string): readonly string[] {
  const [kind = '', ...rest] = key.split(' ');
  const name = rest.join(' ');
  const has = {
    tag: (state: MachineGraph['states'][number]) => state.tags.includes(name),
    actor: (state: MachineGraph['states'][number]) =>
      state.invokes.some(({ actor }) => actor === name),
    action: ({ entry, exit, initialActions }: MachineGraph['states'][number]) =>
      [...entry, ...exit, ...initialActions].some((each) => plainName(each) === name),
  }[kind];
  return has === undefined ? [] : graph.states.filter(has).map(({ id }) => id);
}

/** The targets between which an event or a guard decides: those of all branches of its transitions. */
function decidedBy(graph: MachineGraph, key: string): string {
  const own = transitionsOf(graph, key);
  const branches = graph.transitions.filter((each) =>
    own.some(({ source, event }) => each.source === source && each.event === event),
  );
  return branches.flatMap(({ targets }) => targets).join(' ');
}

/** How a part is written; `undefined` when that was not found. */
export function declarationOf(
  declarations: Declarations,
  kind: string,
  name: string,
): Declaration | undefined {
  return declarations[`${kind} ${plainName(name)}`];
}

function tagNote({ states }: MachineGraph, tag: string): string {
  const tagged = states.filter(({ tags }) => tags.includes(tag));
  return `${tagged.length} states`;
}

/** Whether a guard is of a name, also as a part of a combined one: `not(isEmpty)`. */
function hasName(guard: string, name: string): boolean {
  return plainName(guard) === name || guard.split(/[(), ]+/).includes(name);
}

/** A name without its parameters. */
function plainName(name: string): string {
  return name.includes(' | ') ? name : name.replace(/\(.*$/s, '');
}

/** The words of a name: `signedOut.stepUp` is also `signed out step up`. */
function spaced(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[._|-]+/g, ' ');
}
