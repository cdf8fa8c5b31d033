import { causeText } from '#chart/model/cards.ts';
import type { ChartLayout } from '#chart/model/chart.types.ts';
import { neighbourhood } from '#chart/model/neighbourhood.ts';
import type { ChartGraph, ChartState } from '#machines/explore/machine-graph.ts';
import { joined, Line } from '../drawing/drawing-parts.tsx';
import styles from '../drawing/lines.module.css';
import { messages } from '../messages.ts';
import frameStyles from './canvas.module.css';

interface HoveredProps {
  readonly graph: ChartGraph;
  readonly layout: ChartLayout;
  readonly state: string;
}

/** The lines of the state that is pointed at, on top of all others. */
export function HoveredLines({ graph, layout, state }: HoveredProps) {
  const { lines } = neighbourhood(graph, state);
  return layout.edges
    .filter(({ id }) => lines.has(id))
    .map((edge) => <Line key={edge.id} edge={edge} className={joined(styles.line, styles.over)} />);
}

/** What the state that is pointed at is, and what it answers. */
export function HoveredCaption({
  graph,
  state,
}: Pick<HoveredProps, 'graph'> & { state: ChartState }) {
  const own = graph.transitions.filter(({ source }) => source === state.id);
  const causes = [...new Set(own.map(causeText))];
  const calls = state.invokes.map(({ actor }) => actor);
  return (
    <div className={frameStyles.caption} aria-hidden="true">
      <strong>{state.id}</strong>
      <p>{state.description}</p>
      {calls.length > 0 ? <p>{`${messages.canvas.calls} ${calls.join(', ')}`}</p> : null}
      {causes.length > 0 ? <p className={frameStyles.causes}>{causes.join(' · ')}</p> : null}
    </div>
  );
}
