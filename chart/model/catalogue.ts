import type {
  GraphState,
  GraphTransition,
  MachineGraph,
} from '../../packages/statechart/explore/machine-graph.ts';
import type { ChartData, WrittenText } from './chart.types.ts';
import { delayRange } from './duration.ts';

/** What a machine consists of, and can be searched for. A field is a part of the context. */
export type PartKind = 'state' | 'event' | 'actor' | 'guard' | 'action' | 'delay' | 'field';

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

export type PartData = Pick<ChartData, 'details'>;

/** What an action does to a part of the context. */
export type Effect = 'sets' | 'resets';

/** Every part of a machine. Parts with the same name and kind are one. */
export function catalogueOf(graph: MachineGraph, data: PartData): readonly Part[] {
  const { states, transitions } = graph;
  const part = (kind: PartKind, names: readonly string[], detailOf: (name: string) => string) =>
    [...new Set(names)].sort().map((name): Part => ({ kind, name, detail: detailOf(name) }));
  const labels = (kind: GraphTransition['kind']) =>
    transitions.filter((each) => each.kind === kind).map(({ label }) => label);
  const fields = Object.values(data.details.assigns).flatMap(({ sets, resets }) => [
    ...sets,
    ...resets,
  ]);
  const textOf = (kind: PartKind) => (name: string) => {
    const { comment = '', condition = '' } = writtenTextOf(data, kind, name) ?? {};
    return comment || condition;
  };
  return [
    ...states.map(
      ({ id, description }): Part => ({ kind: 'state', name: id, detail: description }),
    ),
    ...part('event', labels('event'), textOf('event')),
    ...part('delay', labels('after'), (name) =>
      [delayText(data, name), textOf('delay')(name)].filter(Boolean).join(': '),
    ),
    ...part(
      'actor',
      states.flatMap(({ invokes }) => invokes.map(({ actor }) => actor)),
      textOf('actor'),
    ),
    ...part(
      'guard',
      transitions.flatMap(({ guard }) => guard ?? []),
      textOf('guard'),
    ),
    ...part('action', actionsOf(graph), (name) =>
      [textOf('action')(name), assignText(data, name)].filter(Boolean).join(' '),
    ),
    ...part('field', fields, (name) =>
      (['sets', 'resets'] as const)
        .map((effect) => [effect, actionsWithEffect(data, name, effect)] as const)
        .flatMap(([effect, actions]) =>
          actions.length === 0 ? [] : `${actions.join(', ')} ${effect} it`,
        )
        .join('; '),
    ),
  ];
}

/** A part by its kind and name; an action with parameters also without them. */
export function findPart(parts: readonly Part[], part: string): Part | undefined {
  const exact = parts.find(({ kind, name }) => `${kind} ${name}` === part);
  const similar = parts.find(({ kind, name }) => `${kind} ${plainName(name)}` === part);
  return exact ?? (similar && { ...similar, name: plainName(similar.name) });
}

/** Where a part other than a state is used. */
export function usageOf(graph: MachineGraph, data: PartData, { kind, name }: Part): Usage {
  const { states, transitions } = graph;
  const actions = new Set(
    kind === 'field'
      ? [...actionsWithEffect(data, name, 'sets'), ...actionsWithEffect(data, name, 'resets')]
      : [name],
  );
  const hasAction = (names: readonly string[]) =>
    names.some((each) => actions.has(each) || actions.has(plainName(each)));
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
export function delayText({ details }: PartData, name: string): string {
  const range = details.delays[name];
  return range === undefined ? '' : delayRange(range);
}

/** What an action changes of the context, in words; empty for an action that assigns nothing. */
export function assignText({ details }: PartData, name: string): string {
  const { sets = [], resets = [] } = details.assigns[plainName(name)] ?? {};
  const onlyResets = resets.filter((field) => !sets.includes(field));
  return [
    ...(sets.length > 0 ? [`sets ${sets.join(', ')}`] : []),
    ...(onlyResets.length > 0 ? [`resets ${onlyResets.join(', ')}`] : []),
  ].join('; ');
}

/** The actions that set a part of the context, or those that reset it. */
export function actionsWithEffect(
  { details }: PartData,
  field: string,
  effect: Effect,
): readonly string[] {
  return Object.entries(details.assigns)
    .filter(([, fields]) => fields[effect].includes(field))
    .map(([action]) => action);
}

/** How a guard, an action, an actor or a delay is written, without its parameters; nothing before that is loaded. */
export function writtenTextOf(
  { details }: PartData,
  kind: PartKind,
  name: string,
): WrittenText | undefined {
  return details.texts[`${kind} ${plainName(name)}`];
}

/** The name of a guard or an action without its parameters. */
export function plainName(name: string): string {
  return name.replace(/\(.*/, '');
}

function actionsOf({ states, transitions }: MachineGraph): readonly string[] {
  return [
    ...transitions.flatMap(({ actions }) => actions),
    ...states.flatMap(({ entry, exit }) => [...entry, ...exit]),
  ];
}
