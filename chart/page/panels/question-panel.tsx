import { searchTransitions, wordsLeftOut } from '#chart/model/transition-search.ts';
import type { GraphTransition } from '#machines/explore/machine-graph.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from '../messages.ts';
import { PanelHeading } from './panel-heading.tsx';
import styles from './panels.module.css';
import { TransitionList } from './transition-list.tsx';
import type { UsagePanelProps } from './usage-panel.tsx';

const words = messages.search;

/** The states that transitions leave. */
function sourcesOf(transitions: readonly GraphTransition[]): readonly string[] {
  return [...new Set(transitions.map(({ source }) => source))];
}

interface QuestionPanelProps extends Omit<UsagePanelProps, 'part'> {
  readonly question: string;
}

/** Every transition that has to do with a question, with everything that must hold for it. */
export function QuestionPanel(props: QuestionPanelProps) {
  const { graph, data, question, focus, onDeselect } = props;
  const answers = searchTransitions(graph, data, question);
  const leftOut = wordsLeftOut(answers, data, question);
  return (
    <section className={styles.selected} aria-label={question} data-testid="question-panel">
      <PanelHeading focus={focus}>
        {words.kinds.question}: {question}
      </PanelHeading>
      <Button kind="quiet" onClick={onDeselect}>
        {messages.states.deselect}
      </Button>
      {leftOut.length === 0 ? null : <p>{words.leftOut(leftOut.join(', '))}</p>}
      {answers.map(({ aspect, transitions }) => (
        <div key={aspect}>
          <h3>{`${words.aspects[aspect]} (${transitions.length})`}</h3>
          <p className={styles.small}>{words.from(sourcesOf(transitions).join(', '))}</p>
          <TransitionList {...props} transitions={transitions} hasSources isFull />
        </div>
      ))}
    </section>
  );
}
