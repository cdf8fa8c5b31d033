import { useId, useMemo } from 'react';
import type { MachineGraph } from '../explore/machine-graph.ts';
import { partsOf } from './common/parts.ts';

interface SearchProps {
  readonly graph: MachineGraph;
  readonly onChoose: (part: string) => void;
}

/** A field that finds every part of the machine by its name. */
export function Search({ graph, onChoose }: SearchProps) {
  const listId = useId();
  const parts = useMemo(() => partsOf(graph), [graph]);
  return (
    <>
      <input
        className="sc-search"
        type="search"
        aria-label="Find a part of the machine"
        placeholder="Find: state, event, guard…"
        list={listId}
        onChange={({ target }) => {
          if (parts.has(target.value)) onChoose(target.value);
        }}
      />
      <datalist id={listId}>
        {[...parts.keys()].map((part) => (
          <option key={part} value={part} />
        ))}
      </datalist>
    </>
  );
}
