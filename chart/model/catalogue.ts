import type {
  GraphState,
  GraphTransition,
  MachineGraph,
} from '../../machines/explore/machine-graph.ts';
import type { ChartData } from './chart.types.ts';
import { delayRange } from './duration.ts';

/** What a machine consists of, and can be searched for. A field is a part of the context. */
type PartKind = 'state' | 'event' | 'actor' | 'guard' | 'action' | 'delay' | 'field';

/** A named part of a machine. */
export interface Part {
  readonly kind: PartKind;
  readonly name: string;
  /** What is known about it, in words; it is searched, too. */
  readonly detail: string;
}

/** Where a part is used. */
export interface Usage {
  readonly transitions: readonly GraphTransition[];
  /** The states that invoke an actor, or take an action when they are entered or left. */
  readonly states: readonly GraphState[];
}

type PartData = Pick<ChartData, 'assigns' | 'delays'>;

const MAX_RESULTS = 12;

/** Every part of a machine. Parts with the same name and kind are one. */
export function catalogueOf(graph: MachineGraph, data: PartData): readonly Part[] {
  const { states, transitions } = graph;
  const part = (kind: PartKind, names: readonly string[], detailOf: (name: string) => string) =>
    [...new Set(names)].sort().map((name): Part => ({ kind, name, detail: detailOf(name) }));
  const labels = (kind: GraphTransition['kind']) =>
    transitions.filter((each) => each.kind === kind).map(({ label }) => label);
  const fields = Object.values(data.assigns).flatMap(({ sets, clears }) => [...sets, ...clears]);
  return [
    ...states.map(
      ({ id, description }): Part => ({ kind: 'state', name: id, detail: description }),
    ),
    ...part('event', labels('event'), () => ''),
    ...part('delay', labels('after'), (name) => delayText(data, name)),
    ...part(
      'actor',
      states.flatMap(({ invokes }) => invokes.map(({ actor }) => actor)),
      () => '',
    ),
    ...part(
      'guard',
      transitions.flatMap(({ guard }) => guard ?? []),
      () => '',
    ),
    ...part('action', actionsOf(graph), (name) => assignText(data, name)),
    ...part('field', fields, (name) => actionsAssigning(data, name).join(', ')),
  ];
}

/**
 * The parts whose kind, name and detail contain every word of a query: those whose name does first.
 *
 * @returns none for an empty query
 */
export function searchParts(parts: readonly Part[], query: string): readonly Part[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const rank = ({ name, kind, detail }: Part): number => {
    const own = name.toLowerCase();
    const last = own.split('.').at(-1) ?? own;
    if (own === query.toLowerCase() || last === query.toLowerCase()) return 0;
    if (words.every((word) => last.includes(word))) return 1;
    if (words.every((word) => own.includes(word))) return 2;
    const text = `${kind} ${own} ${detail.toLowerCase()}`;
    return words.every((word) => text.includes(word)) ? 3 : Number.POSITIVE_INFINITY;
  };
  return parts
    .map((each) => ({ part: each, rank: rank(each) }))
    .filter((each) => each.rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_RESULTS)
    .map((each) => each.part);
}

/** Where a part other than a state is used. */
export function usageOf(graph: MachineGraph, data: PartData, { kind, name }: Part): Usage {
  const { states, transitions } = graph;
  const actions = new Set(kind === 'field' ? actionsAssigning(data, name) : [name]);
  const hasAction = (names: readonly string[]) => names.some((each) => actions.has(each));
  const invoked = new Set(
    states.flatMap(({ id, invokes }) =>
      invokes.filter(({ actor }) => actor === name).map((invoke) => `${id} ${invoke.id}`),
    ),
  );
  const uses: Readonly<Record<PartKind, (transition: GraphTransition) => boolean>> = {
    state: () => false,
    event: (each) => each.kind === 'event' && each.label === name,
    delay: (each) => each.kind === 'after' && each.label === name,
    actor: (each) =>
      (each.kind === 'done' || each.kind === 'error') &&
      invoked.has(`${each.source} ${each.label}`),
    guard: (each) => each.guard === name,
    action: (each) => hasAction(each.actions),
    field: (each) => hasAction(each.actions),
  };
  const isAboutActions = kind === 'action' || kind === 'field';
  return {
    transitions: transitions.filter(uses[kind]),
    states: states.filter(({ invokes, entry, exit }) =>
      kind === 'actor'
        ? invokes.some(({ actor }) => actor === name)
        : isAboutActions && (hasAction(entry) || hasAction(exit)),
    ),
  };
}

/** The delay of a delayed transition in words; empty when no walk started it. */
export function delayText({ delays }: PartData, name: string): string {
  const range = delays[name];
  return range === undefined ? '' : delayRange(range);
}

/** What an action changes of the context, in words; empty for an action that assigns nothing. */
export function assignText({ assigns }: PartData, name: string): string {
  const { sets = [], clears = [] } = assigns[name] ?? {};
  return [
    ...(sets.length > 0 ? [`sets ${sets.join(', ')}`] : []),
    ...(clears.length > 0 ? [`resets ${clears.join(', ')}`] : []),
  ].join('; ');
}

function actionsAssigning({ assigns }: PartData, field: string): readonly string[] {
  return Object.entries(assigns)
    .filter(([, { sets, clears }]) => sets.includes(field) || clears.includes(field))
    .map(([action]) => action);
}

function actionsOf({ states, transitions }: MachineGraph): readonly string[] {
  return [
    ...transitions.flatMap(({ actions }) => actions),
    ...states.flatMap(({ entry, exit }) => [...entry, ...exit]),
  ];
}
