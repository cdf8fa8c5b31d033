import {
  catalogueOf,
  isNamed,
  type Part,
  type PartData,
  type PartKind,
  searchParts,
} from '#chart/model/catalogue.ts';
import { questionOf, searchTransitions, transitionsAbout } from '#chart/model/transition-search.ts';
import type { MachineGraph } from '#machines/explore/machine-graph.ts';
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

/** Searches a machine. Transitions come first, unless the query names one part of the machine. */
export function createSearch(graph: MachineGraph, data: PartData) {
  const parts = catalogueOf(graph, data);
  return (query: string): readonly Found[] => {
    const found = searchParts(parts, query, data);
    const withName = found.filter((part) => isNamed(part, query));
    const named = withName.length === 1 ? withName : [];
    const count = searchTransitions(graph, data, query).flatMap((each) => each.transitions).length;
    const question = { kind: 'question', name: query.trim() } as const;
    return [
      ...named,
      ...(count === 0 ? [] : [{ ...question, detail: messages.search.transitions(count) }]),
      ...found.filter((part) => !named.includes(part)),
    ];
  };
}

/** The ids of the transitions that a panel is about. */
export function markedBy(graph: MachineGraph, data: PartData, about: string): readonly string[] {
  return transitionsAbout(graph, data, about).map(({ id }) => id);
}
