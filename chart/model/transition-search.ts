import type { GraphTransition, MachineGraph } from '../../machines/explore/machine-graph.ts';
import { causeText } from './cards.ts';
import {
  catalogueOf,
  findPart,
  type Part,
  type PartData,
  usageOf,
  wordsOf,
  writtenTextOf,
} from './catalogue.ts';

/** What a transition has to do with a question, the most telling first. */
const ASPECTS = ['target', 'cause', 'guard', 'action', 'source'] as const;

type Aspect = (typeof ASPECTS)[number];

/** The transitions that have to do with a question in the same way. */
export interface Answer {
  readonly aspect: Aspect;
  readonly transitions: readonly GraphTransition[];
}

/**
 * The transitions that contain every word of a question: in their states, their cause, their guard, their actions, or
 * in the descriptions of these. When none has all words, those that have the most of them; of these, those that have
 * the most words in one place.
 */
export function searchTransitions(
  { transitions }: MachineGraph,
  data: PartData,
  query: string,
): readonly Answer[] {
  const words = wordsOf(query, data);
  const found = transitions.map((transition) => {
    const counts = Object.entries(textsOf(transition, data)).map(([aspect, text]) => ({
      aspect,
      words: words.filter((word) => word.isIn(text)),
    }));
    const most = Math.max(...counts.map((each) => each.words.length));
    return {
      transition,
      // Of those with as many words, the most telling.
      aspect: counts.find((each) => each.words.length === most)?.aspect,
      count: new Set(counts.flatMap((each) => each.words)).size,
      most,
    };
  });
  const complete = withMost(found, ({ count }) => count);
  const together = withMost(complete, ({ most }) => most);
  return ASPECTS.flatMap((aspect) => {
    const own = together.filter((each) => each.aspect === aspect);
    return own.length === 0 ? [] : [{ aspect, transitions: own.map((each) => each.transition) }];
  });
}

/** The words of a question that no transition of its answer contains. */
export function wordsLeftOut(
  answers: readonly Answer[],
  data: PartData,
  query: string,
): readonly string[] {
  const texts = answers
    .flatMap(({ transitions }) => transitions)
    .flatMap((transition) => Object.values(textsOf(transition, data)));
  return wordsOf(query, data)
    .filter(({ isIn }) => !texts.some(isIn))
    .map(({ text }) => text);
}

/** The transitions that a panel is about: those with a part of the machine, or those that answer a question. */
export function transitionsAbout(
  graph: MachineGraph,
  data: PartData,
  about: string,
): readonly GraphTransition[] {
  const question = questionOf(about);
  if (question !== null) {
    return searchTransitions(graph, data, question).flatMap(({ transitions }) => transitions);
  }
  const part = findPart(catalogueOf(graph, data), about);
  return part === undefined ? [] : usageOf(graph, data, part).transitions;
}

/** The question that a panel is about; `null` when it is about a part of the machine. */
export function questionOf(about: string): string | null {
  const [kind, ...words] = about.split(' ');
  return kind === 'question' ? words.join(' ') : null;
}

/** The items with the largest value, unless that is 0. */
function withMost<Item>(items: readonly Item[], measure: (item: Item) => number): readonly Item[] {
  const most = Math.max(1, ...items.map(measure));
  return items.filter((item) => measure(item) === most);
}

function textsOf(transition: GraphTransition, data: PartData): Readonly<Record<Aspect, string>> {
  const { kind, label, source, guard, targets, actions } = transition;
  const described = (of: Part['kind'], name: string) =>
    `${name} ${writtenTextOf(data, of, name)?.comment ?? ''}`;
  return {
    target: targets.join(' '),
    cause: `${causeText(transition)} ${kind === 'event' ? described('event', label) : ''}`,
    guard: guard === null ? '' : described('guard', guard),
    action: actions.map((action) => described('action', action)).join(' '),
    source,
  };
}
