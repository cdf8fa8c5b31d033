import type { ChartCoverage } from '#chart/model/chart.types.ts';
import type { MachineGraph } from '#statechart/explore/machine-graph.ts';
import { messages } from '../messages.ts';
import styles from './panels.module.css';

interface CoveragePanelProps {
  readonly graph: MachineGraph;
  readonly coverage: ChartCoverage | null;
  readonly onSelect: (state: string) => void;
}

const words = messages.coverage;

/** Whether a coverage report belongs to this version of the machine. */
export function isForMachine(
  coverage: ChartCoverage | null,
  graph: MachineGraph,
): coverage is ChartCoverage {
  return coverage?.machine === graph.fingerprint;
}

/** The coverage of the model tests, and the transitions that they never took. */
export function CoveragePanel({ graph, coverage, onSelect }: CoveragePanelProps) {
  if (coverage === null) return <p role="status">{words.none}</p>;
  if (!isForMachine(coverage, graph)) return <p role="status">{words.otherMachine}</p>;
  const untaken = graph.transitions.filter(({ id }) => (coverage.hits[id] ?? 0) === 0);
  const { length } = graph.transitions;
  return (
    <>
      <p data-testid="coverage">
        {words.taken(length - untaken.length, length)} {words.run(coverage.paths, coverage.steps)}
      </p>
      <ul className={styles.legend}>
        {words.legend.map((name, index) => (
          <li key={name} data-heat={index}>
            {name}
          </li>
        ))}
      </ul>
      {untaken.length === 0 ? <p>{words.allTaken}</p> : <h3>{words.untaken}</h3>}
      <ul className={styles.choices}>
        {untaken.map(({ id, source }) => (
          <li key={id}>
            <button type="button" className={styles.choice} onClick={() => onSelect(source)}>
              {id}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
