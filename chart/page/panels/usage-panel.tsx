import { catalogueOf, usageOf } from '#chart/model/catalogue.ts';
import type { ChartData } from '#chart/model/chart.types.ts';
import type { MachineGraph } from '#machines/explore/machine-graph.ts';
import type { StepSequence } from '#machines/explore/steps.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from '../messages.ts';
import styles from './panels.module.css';
import { SourceLink } from './source-link.tsx';
import { TransitionList } from './transition-list.tsx';

interface UsagePanelProps {
  readonly graph: MachineGraph;
  readonly data: ChartData;
  /** The kind and the name of a part: `event network.online`. */
  readonly part: string;
  readonly onSelect: (state: string) => void;
  readonly onPlay: (path: StepSequence) => void;
  readonly onDeselect: () => void;
}

const words = messages.usage;

/** Where an event, a guard, an action, an actor, a delay or a field of the context is used. */
export function UsagePanel({ graph, data, part, onSelect, onPlay, onDeselect }: UsagePanelProps) {
  const found = catalogueOf(graph, data).find(({ kind, name }) => `${kind} ${name}` === part);
  if (found === undefined) return <p role="status">{words.unknown(part)}</p>;
  const { transitions, states } = usageOf(graph, data, found);
  return (
    <section className={styles.selected} aria-label={found.name} data-testid="usage-panel">
      <h2 className={styles.state}>
        {messages.search.kinds[found.kind]} {found.name}
      </h2>
      <SourceLink data={data} part={part.replace(/\(.*/, '')} />
      <p>{found.detail}</p>
      <Button kind="quiet" onClick={onDeselect}>
        {messages.states.deselect}
      </Button>
      {states.length === 0 ? null : (
        <>
          <h3>{found.kind === 'actor' ? words.invokedIn : words.entryOrExit}</h3>
          <ul className={styles.steps}>
            {states.map(({ id }) => (
              <li key={id}>
                <Button kind="inline" onClick={() => onSelect(id)}>
                  {id}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {transitions.length === 0 ? null : <h3>{words.transitions(transitions.length)}</h3>}
      <TransitionList
        data={data}
        transitions={transitions}
        hasSources
        onSelect={onSelect}
        onPlay={onPlay}
      />
    </section>
  );
}
