import { causeText, guardText } from '#chart/model/cards.ts';
import type { MachineGraph } from '#machines/explore/machine-graph.ts';
import type { StepSequence } from '#machines/explore/steps.ts';
import { Button } from '#src/ui/button.tsx';
import { CopyText } from '../exports/copy-text.tsx';
import { messages } from '../messages.ts';
import { chartUrlWith } from '../use-hash-parameters.ts';
import styles from './panels.module.css';

interface StatePanelProps {
  readonly graph: MachineGraph;
  readonly id: string;
  readonly shortestPaths: Readonly<Record<string, StepSequence>>;
  readonly isCollapsed: boolean;
  readonly onToggle: () => void;
  readonly onSelect: (state: string) => void;
  readonly onPlay: (path: StepSequence) => void;
  readonly onDeselect: () => void;
}

const words = messages.states;

/** The selected state: its description, its transitions and the shortest paths to them. */
export function StatePanel(props: StatePanelProps) {
  const { graph, id, shortestPaths, onPlay, onSelect } = props;
  const state = graph.states.find((candidate) => candidate.id === id);
  if (state === undefined) return <p role="status">{words.unknown(id)}</p>;
  const path = shortestPaths[id];
  const own = graph.transitions.filter(({ source }) => source === id);
  return (
    <section className={styles.selected} aria-label={id} data-testid="state-panel">
      <h2 className={styles.state}>{id}</h2>
      <p>{state.description}</p>
      <div className={styles.buttons}>
        {path ? <Button onClick={() => onPlay(path)}>{words.shortestPath}</Button> : null}
        {state.kind === 'leaf' ? null : (
          <Button onClick={props.onToggle}>
            {props.isCollapsed ? words.expand : words.collapse}
          </Button>
        )}
        <CopyText label={words.link} text={() => chartUrlWith({ state: id })} />
        <Button kind="quiet" onClick={props.onDeselect}>
          {words.deselect}
        </Button>
      </div>
      {own.length > 0 ? <h3>{words.parts.transitions}</h3> : null}
      <ul className={styles.steps}>
        {own.map((transition) => {
          const [target] = transition.targets;
          const pathToTransition = shortestPaths[transition.id];
          const cause = [causeText(transition), guardText(transition)].join(' ');
          return (
            <li key={transition.id}>
              {cause}{' '}
              {target === undefined ? (
                <span className={styles.small}>{words.parts.noTarget}</span>
              ) : (
                <Button kind="inline" onClick={() => onSelect(target)}>{`→ ${target}`}</Button>
              )}{' '}
              {pathToTransition ? (
                <Button
                  kind="inline"
                  onClick={() => onPlay(pathToTransition)}
                  aria-label={words.playTo(cause)}
                >
                  {words.play}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
