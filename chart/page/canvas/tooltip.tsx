import { causeText } from '#chart/model/cards.ts';
import type { ChartLayout, Point } from '#chart/model/chart.types.ts';
import { neighbourhood } from '#chart/model/neighbourhood.ts';
import type { GraphState, MachineGraph } from '#statechart/explore/machine-graph.ts';
import { classNames, EdgePath } from '../drawing/drawing-parts.tsx';
import edgeStyles from '../drawing/edges.module.css';
import { messages } from '../messages.ts';
import styles from './canvas.module.css';
import type { Size } from './viewport.ts';

/** The largest width of a tooltip, in pixels. */
const WIDTH = 320;

/** Pixels beside the pointer, so that a press reaches what is under it. */
const GAP = 2;

interface HoveredEdgesProps {
  readonly graph: MachineGraph;
  readonly layout: ChartLayout;
  readonly state: string;
}

interface StateTooltipProps {
  readonly graph: MachineGraph;
  readonly state: GraphState;
  /** Where it is, in frame pixels: under the state, so that the pointer can move onto it. */
  readonly at: Point;
  readonly frame: Size;
  readonly onSelect: (state: string) => void;
}

/** The edges of the hovered state, drawn above all others. */
export function HoveredEdges({ graph, layout, state }: HoveredEdgesProps) {
  const { edges, incoming } = neighbourhood(graph, state);
  return layout.edges
    .filter(({ id }) => edges.has(id))
    .map((edge) => (
      <EdgePath
        key={edge.id}
        edge={edge}
        className={classNames(
          edgeStyles.edge,
          edgeStyles.hovered,
          incoming.has(edge.id) && edgeStyles.incoming,
        )}
      />
    ));
}

/** Describes the hovered state: its description, its actors and its events. */
export function StateTooltip({ graph, state, at, frame, onSelect }: StateTooltipProps) {
  const own = graph.transitions.filter(({ source }) => source === state.id);
  const causes = [...new Set(own.map(causeText))];
  const actors = state.invokes.map(({ actor }) => actor);
  return (
    <div
      className={styles.tooltip}
      style={{
        insetInlineStart: Math.max(0, Math.min(at.x, frame.width - WIDTH)),
        ...(at.y < frame.height / 2 ? { top: at.y + GAP } : { bottom: frame.height - at.y + GAP }),
      }}
      data-tooltip=""
      onClick={() => onSelect(state.id)}
      aria-hidden="true"
    >
      <strong>{state.id}</strong>
      <p>{state.description}</p>
      {actors.length > 0 ? <p>{`${messages.canvas.invokes} ${actors.join(', ')}`}</p> : null}
      {causes.length > 0 ? <p className={styles.causes}>{causes.join(' · ')}</p> : null}
    </div>
  );
}
