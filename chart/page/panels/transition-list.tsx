import { causeText, guardText } from '#chart/model/cards.ts';
import { assignText, delayText } from '#chart/model/catalogue.ts';
import type { ChartData } from '#chart/model/chart.types.ts';
import type { GraphTransition } from '#machines/explore/machine-graph.ts';
import type { StepSequence } from '#machines/explore/steps.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from '../messages.ts';
import styles from './panels.module.css';
import { SourceLink } from './source-link.tsx';

interface TransitionListProps {
  readonly data: ChartData;
  readonly transitions: readonly GraphTransition[];
  /** Whether each transition names the state it leaves. */
  readonly hasSources: boolean;
  readonly onSelect: (state: string) => void;
  readonly onPlay: (path: StepSequence) => void;
}

const words = messages.states;

/** Characters of what an action assigns that are shown at once. */
const MAX_LENGTH = 80;

/** Transitions with their delays, guards, targets and actions, and what the actions assign. */
export function TransitionList(props: TransitionListProps) {
  const { data, transitions, hasSources, onSelect, onPlay } = props;
  return (
    <ul className={styles.steps}>
      {transitions.map((transition) => {
        const { id, kind, label, source, targets, actions } = transition;
        const [target] = targets;
        const path = data.shortestPaths[id];
        const delay = kind === 'after' ? delayText(data, label) : '';
        const cause = [causeText(transition), guardText(transition)].filter(Boolean).join(' ');
        return (
          <li key={id}>
            {hasSources ? (
              <>
                <Button kind="inline" onClick={() => onSelect(source)}>
                  {source}
                </Button>{' '}
              </>
            ) : null}
            {cause}
            {delay === '' ? null : ` (${delay})`}{' '}
            {target === undefined ? (
              <span className={styles.small}>{words.parts.noTarget}</span>
            ) : (
              <Button kind="inline" onClick={() => onSelect(target)}>{`→ ${target}`}</Button>
            )}{' '}
            {path ? (
              <Button kind="inline" onClick={() => onPlay(path)} aria-label={words.playTo(cause)}>
                {words.play}
              </Button>
            ) : null}{' '}
            <SourceLink data={data} part={`transition ${id}`} />
            <ActionList data={data} actions={actions} />
            <TestList tests={data.details.takenBy[id] ?? []} />
          </li>
        );
      })}
    </ul>
  );
}

/** Actions, and what each assigns; a long list opens on demand. */
export function ActionList({ data, actions }: { data: ChartData; actions: readonly string[] }) {
  return actions.map((action) => {
    const text = assignText(data, action);
    if (text.length <= MAX_LENGTH) {
      return (
        <div key={action} className={styles.small}>
          {[`/ ${action}`, text].filter(Boolean).join(': ')}{' '}
          <SourceLink data={data} part={`action ${plainName(action)}`} />
        </div>
      );
    }
    return (
      <details key={action} className={styles.small}>
        <summary>/ {action}</summary>
        {text} <SourceLink data={data} part={`action ${plainName(action)}`} />
      </details>
    );
  });
}

/** The tests that take a transition. */
function TestList({ tests }: { readonly tests: readonly string[] }) {
  if (tests.length === 0) return null;
  return (
    <details className={styles.small}>
      <summary>{words.tests(tests.length)}</summary>
      <ul>
        {tests.map((test) => (
          <li key={test}>{test}</li>
        ))}
      </ul>
    </details>
  );
}

/** The name of a guard or an action without its parameters. */
function plainName(name: string): string {
  return name.replace(/\(.*/, '');
}
