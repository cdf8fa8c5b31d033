import { causeText } from '#chart/model/cards.ts';
import {
  catalogueOf,
  delayText,
  type Part,
  type PartData,
  type PartKind,
} from '#chart/model/catalogue.ts';
import { searchParts } from '#chart/model/search/parts.ts';
import {
  type Answer,
  questionOf,
  searchTransitions,
  transitionsAbout,
  transitionsIn,
} from '#chart/model/search/transitions.ts';
import type { MachineGraph } from '#statechart/explore/machine-graph.ts';
import { messages } from '../messages.ts';
import { QuestionPanel } from './question-panel.tsx';
import { StatePanel } from './state-panel.tsx';
import { UsagePanel, type UsagePanelProps } from './usage-panel.tsx';

/** What a search finds: a part of the machine, or the transitions that answer a question. */
export interface Found extends Omit<Part, 'kind'> {
  readonly kind: PartKind | 'question';
}

interface PanelsProps extends Omit<UsagePanelProps, 'part'> {
  /** The id of the selected state. */
  readonly selected: string | null;
  /** The kind and the name of a part of the machine, or a question. */
  readonly about: string | null;
}

/*
 * The panels and the search. The page loads this module when a person first selects or searches something.
 */

/** What is selected, or the answer of a search. */
export function Panels({ selected, about, ...panel }: PanelsProps) {
  const question = questionOf(about ?? '');
  return (
    <>
      {selected === null ? null : <StatePanel {...panel} id={selected} />}
      {question === null ? null : <QuestionPanel {...panel} question={question} />}
      {about === null || question !== null ? null : <UsagePanel {...panel} part={about} />}
    </>
  );
}

/** More transitions than this tell less than a part that has all words: of a question, and of words that are none. */
const MAX_TELLING = { question: 40, words: 15 } as const;

const IS_QUESTION = /^\s*(?:what|when|where|which|who|why|how|can|does|is)\b/i;

/** Of more transitions than this, the state that a question asks for by "where" tells more, when it has all words. */
const MAX_CLEAR = 8;

/**
 * Searches a machine. What the query names comes first, then the transitions that have all its words, then the other
 * parts; transitions that lack a word are last, and say which.
 */
export function createSearch(graph: MachineGraph, data: PartData) {
  const parts = catalogueOf(graph, data);
  return (query: string): readonly Found[] => {
    const found = searchParts(parts, query, data);
    const answer = searchTransitions(graph, data, query);
    const question = {
      kind: 'question',
      name: query.trim(),
      detail: answerText(answer, data),
    } as const;
    // So many transitions, or some that lack a word, tell less than a part that has all words.
    const { length } = transitionsIn(answer);
    const most = IS_QUESTION.test(query) ? MAX_TELLING.question : MAX_TELLING.words;
    const isVague = length > most || answer.leftOut.length > 0;
    const isWhere = /^\s*where\b/i.test(query) && length > MAX_CLEAR;
    const isBefore = ({ match, part }: (typeof found)[number]) =>
      match === 'exact' ||
      match === 'named' ||
      (match === 'complete' && (isVague || (isWhere && part.kind === 'state')));
    const partsOf = (each: typeof found) => each.map(({ part }) => part);
    return [
      ...partsOf(found.filter(isBefore)),
      ...(answer.groups.length === 0 ? [] : [question]),
      ...partsOf(found.filter((each) => !isBefore(each))),
    ];
  };
}

/** How many transitions answer a question, or which one, and what they lack. */
function answerText(answer: Answer, data: PartData): string {
  const transitions = transitionsIn(answer);
  const [only] = transitions;
  const { transitions: count, without } = messages.search;
  const lacking = answer.leftOut.length === 0 ? '' : ` ${without(answer.leftOut.join(', '))}`;
  if (only === undefined || transitions.length > 1) return count(transitions.length) + lacking;
  const { source, kind, label, targets } = only;
  const delay = kind === 'after' ? ` (${delayText(data, label)})` : '';
  return `${source} ${causeText(only)}${delay} → ${targets.join(' ') || source}${lacking}`;
}

/** The ids of the transitions that a panel is about. */
export function markedBy(graph: MachineGraph, data: PartData, about: string): readonly string[] {
  return transitionsAbout(graph, data, about).map(({ id }) => id);
}
