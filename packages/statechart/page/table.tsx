import type { ChartData } from '../chart.types.ts';
import type { MachineGraph } from '../explore/machine-graph.ts';
import { causeText, guardText, movesText } from '../explore/text.ts';
import { StateLink } from './common/controls.tsx';
import type { Highlights } from './drawing/highlights.ts';

interface TableProps {
  readonly graph: MachineGraph;
  readonly hits: ChartData['hits'];
  readonly highlights: Highlights;
  readonly onSelect: (state: string) => void;
}

/** Every transition as a row, with how often the tests took it. */
export function Table({ graph, hits, highlights, onSelect }: TableProps) {
  const columns = ['State', 'Cause', 'Guard', 'Target', 'Actions', hits ? 'Taken by tests' : ''];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: The keyboard scrolls it.
    <section className="sc-canvas sc-table" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.filter(Boolean).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {graph.transitions.map((transition) => {
            const { id, source, targets, actions } = transition;
            const isMarked = highlights.marked.has(id) || source === highlights.selected;
            return (
              <tr key={id} className={isMarked ? 'sc-marked' : ''}>
                <th scope="row">
                  <StateLink id={source} onSelect={onSelect} />
                </th>
                <td>{causeText(transition)}</td>
                <td>{guardText(transition)}</td>
                <td>
                  {targets.map((target) => (
                    <StateLink key={target} id={target} onSelect={onSelect} />
                  ))}{' '}
                  <span className="sc-small">{movesText(transition)}</span>
                </td>
                <td>{actions.join(', ')}</td>
                {hits ? <td>{hits[id] ?? 0}</td> : null}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
