import type {
  GraphTransition,
  MachineGraph,
} from '../../../packages/statechart/explore/machine-graph.ts';
import { causeText } from '../cards.ts';
import {
  catalogueOf,
  findPart,
  type Part,
  type PartData,
  usageOf,
  writtenTextOf,
} from '../catalogue.ts';
import { weightsOf } from './parts.ts';
import { searchable, type Word, wordsOf } from './words.ts';

/** What a transition has to do with a question, the most telling first. */
const ASPECTS = ['target', 'cause', 'guard', 'action', 'source'] as const;

type Aspect = (typeof ASPECTS)[number];

/** The transitions that have to do with a question in the same way. */
export interface AnswerGroup {
  readonly aspect: Aspect;
  readonly transitions: readonly GraphTransition[];
}

/** The answer of a question: the transitions that contain the same words of it. */
export interface Answer {
  readonly groups: readonly AnswerGroup[];
  /** The words of the question that none of them contains. */
  readonly leftOut: readonly string[];
}

/** An answer with more transitions shows only its first group at once. */
const MAX_OPEN = 8;

const NO_ANSWER: Answer = { groups: [], leftOut: [] };

/** How much a word counts where it is found: in a name or a comment, or only one that means the same in a comment. */
const STRENGTH = { name: 1, comment: 0.75, sameInComment: 0.55 } as const;
/** The name of its source tells where something happens: that counts less than what happens. */
const PLACE = 0.75;
/** What counts less than this part of what counts most is left out. */
const LEAST = 0.7;

/**
 * The transitions that contain every word of a question: in their states, their cause, their guard, their actions, or
 * in the descriptions of these. When none has all words, those that have the most telling of them, if these are more
 * than half. Of these, those that have the words in one place, beside the name of their source.
 */
export function searchTransitions(graph: MachineGraph, data: PartData, query: string): Answer {
  const words = wordsOf(query, data);
  const textsOf = textsFor(graph, data);
  const found = graph.transitions.map((transition) => {
    const texts = textsOf(transition);
    const has = new Set(
      words.filter(({ isIn }) => ASPECTS.some((aspect) => isIn(texts[aspect].all))),
    );
    return { transition, texts, has };
  });
  const weights = weightsOf(
    words,
    found.map(({ texts }) => ASPECTS.map((aspect) => texts[aspect].all).join('')),
  );
  const weightOf = (word: Word) => weights.get(word) ?? 0;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const sets = found.map(({ has }) => has);
  const [best = new Set()] = sets.toSorted(
    (a, b) => sum([...b].map(weightOf)) - sum([...a].map(weightOf)),
  );
  if (best.size * 2 <= words.length) return NO_ANSWER;
  const complete = found
    .filter(({ has }) => [...best].every((word) => has.has(word)))
    .map(({ transition, texts }) => {
      const scores = ASPECTS.map((aspect) => {
        const own = words.map((word) => weightOf(word) * strengthIn(texts[aspect], word));
        const place = words.map((word) => PLACE * weightOf(word) * strengthIn(texts.place, word));
        const together = own.map((score, index) => Math.max(score, place[index] ?? 0));
        return { aspect, score: sum(own) === 0 ? 0 : sum(together), own: sum(own) };
      });
      const [first] = scores.toSorted((a, b) => b.score - a.score || b.own - a.own);
      return { transition, aspect: first?.aspect, score: first?.score ?? 0 };
    });
  const most = Math.max(...complete.map(({ score }) => score));
  const together = complete.filter(({ score }) => score >= most * LEAST);
  const groups = ASPECTS.map((aspect) => {
    const own = together.filter((each) => each.aspect === aspect);
    const transitions = own.map(({ transition }) => transition);
    return { aspect, transitions, score: Math.max(0, ...own.map(({ score }) => score)) };
  });
  return {
    groups: groups
      .filter(({ transitions }) => transitions.length > 0)
      .sort((a, b) => b.score - a.score),
    leftOut: words.filter((word) => !best.has(word)).map(({ text }) => text),
  };
}

function strengthIn({ names, all }: SearchableText, word: Word): number {
  if (word.isIn(names)) return STRENGTH.name;
  if (word.isItselfIn(all)) return STRENGTH.comment;
  return word.isIn(all) ? STRENGTH.sameInComment : 0;
}

/** The transitions of an answer. */
export function transitionsIn({ groups }: Answer): readonly GraphTransition[] {
  return groups.flatMap(({ transitions }) => transitions);
}

/** Whether a group is shown at once: a long answer shows those that have most to do with its question. */
export function isOpen(answer: Answer, group: AnswerGroup): boolean {
  return group === answer.groups[0] || transitionsIn(answer).length <= MAX_OPEN;
}

/** The transitions that a panel is about: those with a part of the machine, or those that answer a question and are shown at once. */
export function transitionsAbout(
  graph: MachineGraph,
  data: PartData,
  about: string,
): readonly GraphTransition[] {
  const question = questionOf(about);
  if (question !== null) {
    const answer = searchTransitions(graph, data, question);
    return answer.groups
      .filter((group) => isOpen(answer, group))
      .flatMap(({ transitions }) => transitions);
  }
  const part = findPart(catalogueOf(graph, data), about);
  return part === undefined ? [] : usageOf(graph, data, part).transitions;
}

/** The question that a panel is about; `null` when it is about a part of the machine. */
export function questionOf(about: string): string | null {
  const [kind, ...words] = about.split(' ');
  return kind === 'question' ? words.join(' ') : null;
}

interface SearchableText {
  readonly names: string;
  /** The names and their comments. */
  readonly all: string;
}

/** Returns a function that returns the searchable texts of a transition. */
function textsFor({ states }: MachineGraph, data: PartData) {
  const descriptions = new Map(states.map(({ id, description }) => [id, description]));
  const text = (names: readonly string[], commentOf: (name: string) => string | undefined) => {
    const own = searchable(names.join(' '));
    return { names: own, all: own + searchable(names.map(commentOf).join(' ')) };
  };
  const comment = (kind: Part['kind']) => (name: string) =>
    writtenTextOf(data, kind, name)?.comment;
  const description = (id: string) => descriptions.get(id);
  return (transition: GraphTransition): Readonly<Record<Aspect | 'place', SearchableText>> => {
    const { kind, label, source, guard, targets, actions } = transition;
    const cause = kind === 'event' ? 'event' : 'delay';
    return {
      target: text(targets, description),
      cause: text([causeText(transition)], () => comment(cause)(label)),
      guard: text(guard === null ? [] : [guard], comment('guard')),
      action: text(actions, comment('action')),
      source: text([source], description),
      place: text([source], () => ''),
    };
  };
}
