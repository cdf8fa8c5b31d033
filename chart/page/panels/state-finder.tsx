import type { MachineGraph } from '#machines/explore/machine-graph.ts';
import styles from '../chart-view.module.css';
import { messages } from '../messages.ts';

interface StateFinderProps {
  readonly graph: MachineGraph;
  readonly selected: string | null;
  readonly onSelect: (state: string) => void;
}

/** Selects a state from a list of all states. */
export function StateFinder({ graph, selected, onSelect }: StateFinderProps) {
  const exists = graph.states.some(({ id }) => id === selected);
  return (
    <label className={styles.finder}>
      {messages.states.find}
      <select
        value={exists && selected !== null ? selected : ''}
        onChange={({ target }) => target.value && onSelect(target.value)}
      >
        <option value="">{messages.states.none}</option>
        {graph.states.map(({ id }) => (
          <option key={id}>{id}</option>
        ))}
      </select>
    </label>
  );
}
