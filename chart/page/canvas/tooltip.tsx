import { causeText } from '#chart/model/cards.ts';
import type { ChartLayout } from '#chart/model/chart.types.ts';
import { neighbourhood } from '#chart/model/neighbourhood.ts';
import type { GraphState, MachineGraph } from '#machines/explore/machine-graph.ts';
import { classNames, EdgePath } from '../drawing/drawing-parts.tsx';
import edgeStyles from '../drawing/edges.module.css';
import { messages } from '../messages.ts';
import styles from './canvas.module.css';

interface HoveredEdgesProps {
  readonly graph: MachineGraph;
  readonly layout: ChartLayout;
  readonly state: string;
}

interface StateTooltipProps {
  readonly graph: MachineGraph;
  readonly state: GraphState;
}

/** The edges of the hovered state, drawn above all others. */
export function HoveredEdges({ graph, layout, state }: HoveredEdgesProps) {
  const { edges } = neighbourhood(graph, state);
  return layout.edges
    .filter(({ id }) => edges.has(id))
    .map((edge) => (
      <EdgePath
        key={edge.id}
        edge={edge}
        className={classNames(edgeStyles.edge, edgeStyles.hovered)}
      />
    ));
}

/** Describes the hovered state: its description, its actors and its events. */
export function StateTooltip({ graph, state }: StateTooltipProps) {
  const own = graph.transitions.filter(({ source }) => source === state.id);
  const causes = [...new Set(own.map(causeText))];
  const actors = state.invokes.map(({ actor }) => actor);
  return (
    <div className={styles.tooltip} aria-hidden="true">
      <strong>{state.id}</strong>
      <p>{state.description}</p>
      {actors.length > 0 ? <p>{`${messages.canvas.invokes} ${actors.join(', ')}`}</p> : null}
      {causes.length > 0 ? <p className={styles.causes}>{causes.join(' · ')}</p> : null}
    </div>
  );
}
