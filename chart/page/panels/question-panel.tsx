import { causeText } from '#chart/model/cards.ts';
import { plainName } from '#chart/model/catalogue.ts';
import { type AnswerGroup, isOpen, searchTransitions } from '#chart/model/search/transitions.ts';
import { Button } from '#src/ui/button.tsx';
import type { GraphTransition, MachineGraph } from '#statechart/explore/machine-graph.ts';
import { ROOT } from '#statechart/explore/transition-id.ts';
import { messages } from '../messages.ts';
import { PanelHeading } from './panel-heading.tsx';
import styles from './panels.module.css';
import { TransitionList } from './transition-list.tsx';
import type { UsagePanelProps } from './usage-panel.tsx';

const words = messages.search;

/** As many states inside a state are named. */
const MAX_INSIDE = 8;

interface QuestionPanelProps extends Omit<UsagePanelProps, 'part'> {
  readonly question: string;
}

/** Every transition that has to do with a question: the states concerned, then what must hold. */
export function QuestionPanel(props: QuestionPanelProps) {
  const { graph, data, question, focus, onDeselect, onSelect } = props;
  const answer = searchTransitions(graph, data, question);
  return (
    <section className={styles.selected} aria-label={question} data-testid="question-panel">
      <PanelHeading focus={focus}>
        {words.kinds.question}: {question}
      </PanelHeading>
      <Button kind="quiet" onClick={onDeselect}>
        {messages.states.deselect}
      </Button>
      {answer.leftOut.length === 0 ? null : <p>{words.leftOut(answer.leftOut.join(', '))}</p>}
      {answer.groups.map((group) => {
        const { aspect, transitions } = group;
        return (
          <details
            key={`${question} ${aspect}`}
            className={styles.group}
            open={isOpen(answer, group)}
          >
            <summary>
              <h3>{`${words.aspects[aspect]} (${transitions.length})`}</h3>
              <div className={styles.small}>{subjectsOf(group).join(', ')}</div>
            </summary>
            <Sources {...{ graph, transitions, onSelect }} />
            <TransitionList {...props} transitions={transitions} hasSources isFull />
          </details>
        );
      })}
    </section>
  );
}

/** What the transitions of a group have in common with their question: each cause, guard, action or state once. */
function subjectsOf({ aspect, transitions }: AnswerGroup): readonly string[] {
  const all = transitions.flatMap((transition): readonly string[] => {
    const { source, targets, guard, actions } = transition;
    const subjects = {
      target: targets,
      cause: [causeText(transition)],
      guard: guard === null ? [] : [guard],
      action: actions.map(plainName),
      source: [source],
    };
    return subjects[aspect];
  });
  return [...new Set(all)];
}

interface SourcesProps extends Pick<UsagePanelProps, 'graph' | 'onSelect'> {
  readonly transitions: readonly GraphTransition[];
}

/** The states that transitions leave, with those inside, which inherit these transitions. */
function Sources({ graph, transitions, onSelect }: SourcesProps) {
  const sources = [...new Set(transitions.map(({ source }) => source))];
  return (
    <>
      <h4>{words.sources(sources.length)}</h4>
      <ul className={styles.states}>
        {sources.map((source) => (
          <li key={source}>
            <Button kind="inline" onClick={() => onSelect(source)}>
              {source}
            </Button>{' '}
            {insideText(graph, source)}
          </li>
        ))}
      </ul>
    </>
  );
}

function insideText({ states }: MachineGraph, source: string): string {
  const prefix = source === ROOT ? '' : `${source}.`;
  const leaves = states.filter(({ id, kind }) => kind === 'leaf' && id.startsWith(prefix));
  if (leaves.length === 0) return '';
  return leaves.length > MAX_INSIDE
    ? words.insideCount(leaves.length)
    : words.inside(leaves.map(({ id }) => id.slice(prefix.length)).join(', '));
}
