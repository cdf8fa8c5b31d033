import type {
  GraphState,
  GraphTransition,
  MachineGraph,
} from '../../machines/explore/machine-graph.ts';
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

export type PartData = Pick<ChartData, 'assigns' | 'delays' | 'details'>;

/** What an action does to a part of the context. */
export type Effect = 'sets' | 'resets';

const MAX_RESULTS = 12;

/** A word of a search, or another one that means the same. */
interface Word {
  readonly text: string;
  readonly isIn: (text: string) => boolean;
  readonly isLong: boolean;
}

/** Every part of a machine. Parts with the same name and kind are one. */
export function catalogueOf(graph: MachineGraph, data: PartData): readonly Part[] {
  const { states, transitions } = graph;
  const part = (kind: PartKind, names: readonly string[], detailOf: (name: string) => string) =>
    [...new Set(names)].sort().map((name): Part => ({ kind, name, detail: detailOf(name) }));
  const labels = (kind: GraphTransition['kind']) =>
    transitions.filter((each) => each.kind === kind).map(({ label }) => label);
  const fields = Object.values(data.assigns).flatMap(({ sets, resets }) => [...sets, ...resets]);
  const textOf = (kind: PartKind) => (name: string) => {
    const { comment = '', condition = '' } = writtenTextOf(data, kind, name) ?? {};
    return comment || condition;
  };
  return [
    ...states.map(
      ({ id, description }): Part => ({ kind: 'state', name: id, detail: description }),
    ),
    ...part('event', labels('event'), textOf('event')),
    ...part('delay', labels('after'), (name) => delayText(data, name)),
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

/** Words of a question that say nothing about what is asked for. */
const FILLERS = new Set(
  'a an and are be begin begins by can do does follows for from happens handles hold holds how i in is it leave leaves must of on person start starts states the to transitions what when where which who why with'.split(
    ' ',
  ),
);

/**
 * The parts whose kind, name and detail contain every word of a query, those whose name does first; or the most words,
 * when none has all of them. Words such as `what` and `when` do not count.
 *
 * @returns none for an empty query
 */
export function searchParts(
  parts: readonly Part[],
  query: string,
  data: PartData,
): readonly Part[] {
  const words = wordsOf(query, data);
  if (words.length === 0) return [];
  const rank = (part: Part): number => {
    const { name, kind, detail } = part;
    const last = name.split('.').at(-1) ?? name;
    const text = `${kind} ${name} ${detail}`;
    const has = (place: string) => words.every((word) => word.isIn(place));
    if (isNamed(part, query) && has(text)) return has(last) ? 0 : 1;
    if (has(last)) return 2;
    if (has(name)) return 3;
    if (has(text)) return 4;
    const found = words.filter((word) => word.isLong && word.isIn(text));
    if (found.length === 0) return Number.POSITIVE_INFINITY;
    return 4 + words.length - found.length - (found.some((word) => word.isIn(name)) ? 0.5 : 0);
  };
  const ranked = parts
    .map((each) => ({ part: each, rank: rank(each) }))
    .sort((a, b) => a.rank - b.rank);
  // What lacks a word is shown only if everything does.
  const most = Math.max(4, ranked[0]?.rank ?? 0);
  return ranked
    .filter((each) => each.rank <= most && each.rank < Number.POSITIVE_INFINITY)
    .slice(0, MAX_RESULTS)
    .map((each) => each.part);
}

/** Whether a query has the name of a part, or its last word: `exchanging`. */
export function isNamed({ name }: Part, query: string): boolean {
  const own = searchable(name);
  const words = plainWords(query);
  return words.includes(own) || words.includes(own.split('.').at(-1) ?? own);
}

/** The words of a query, without those that say nothing. */
export function wordsOf(query: string, { details }: PartData): readonly Word[] {
  return plainWords(query).map((word) => {
    const stem = stemOf(word);
    const group = details.synonyms.find((words) => words.includes(word)) ?? [];
    return {
      text: word,
      // A synonym begins a word: "ends" is not in "sends".
      isIn: (text) =>
        searchable(text).includes(stem) ||
        group.some((other) => ` ${separated(text)}`.includes(` ${other}`)),
      isLong: stem.length > 3,
    };
  });
}

function plainWords(query: string): readonly string[] {
  const all = searchable(query)
    .split(/[\s?]+/)
    .filter(Boolean);
  const asked = all.filter((word) => !FILLERS.has(word));
  return asked.length > 0 ? asked : all;
}

/** In small letters and without hyphens: a time-out is a timeout. */
function searchable(text: string): string {
  return text.toLowerCase().replaceAll('-', '');
}

/** The words that a name or a text consists of: `isSessionOver` has three. */
function separated(text: string): string {
  return searchable(text.replaceAll(/\B[A-Z]/g, ' $&')).replaceAll(/\W+/g, ' ');
}

/** A long word without its ending: a creation is found where something is created. */
function stemOf(word: string): string {
  return word.length > 5 ? word.replace(/(?:ions?|ing|ed|es?|s)$/, '') : word;
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
export function delayText({ delays }: PartData, name: string): string {
  const range = delays[name];
  return range === undefined ? '' : delayRange(range);
}

/** What an action changes of the context, in words; empty for an action that assigns nothing. */
export function assignText({ assigns }: PartData, name: string): string {
  const { sets = [], resets = [] } = assigns[plainName(name)] ?? {};
  const onlyResets = resets.filter((field) => !sets.includes(field));
  return [
    ...(sets.length > 0 ? [`sets ${sets.join(', ')}`] : []),
    ...(onlyResets.length > 0 ? [`resets ${onlyResets.join(', ')}`] : []),
  ].join('; ');
}

/** The actions that set a part of the context, or those that reset it. */
export function actionsWithEffect(
  { assigns }: Pick<ChartData, 'assigns'>,
  field: string,
  effect: Effect,
): readonly string[] {
  return Object.entries(assigns)
    .filter(([, fields]) => fields[effect].includes(field))
    .map(([action]) => action);
}

/** How a guard, an action, an actor or a delay is written, without its parameters; nothing before that is loaded. */
export function writtenTextOf(
  { details }: Pick<ChartData, 'details'>,
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
