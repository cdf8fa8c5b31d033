import type { MouseEvent, ReactNode } from 'react';
import type { Box, Point, RoutedEdge } from '#chart/model/chart.types.ts';
import type { GraphState } from '#statechart/explore/machine-graph.ts';
import { messages } from '../messages.ts';
import styles from './drawing.module.css';
import edgeStyles from './edges.module.css';
import { type Highlights, markOf } from './highlights.ts';

/** The radius of an edge's corners, in pixels. */
const CORNER_RADIUS = 12;

/** An edge with round corners and an arrow head. */
export function EdgePath({ edge, className }: { edge: RoutedEdge; className: string | undefined }) {
  return <path className={className} d={pathData(edge.points)} />;
}

/** The dot that marks the initial state of a compound state. */
export function InitialDot({ box }: { box: Box }) {
  return (
    <circle
      className={styles.dot}
      cx={box.x + box.width / 2}
      cy={box.y + box.height / 2}
      r={box.width / 2 - 1}
    />
  );
}

interface StateShapeProps {
  readonly state: GraphState;
  /** The class name without those of the highlights. */
  readonly base: string | undefined;
  readonly highlights: Highlights;
  /** Whether this shape is the panel that lists the transitions from a compound state itself, not from its children. */
  readonly isPanel?: boolean;
  readonly onSelect: (state: string) => void;
  readonly onEnter: (state: string) => void;
  readonly children: ReactNode;
}

/**
 * A state that is selected by a click and brought into view by a double click. For assistive technology it is
 * an option with the state's name, without the texts inside it.
 */
export function StateShape(props: StateShapeProps) {
  const { state, base, highlights, isPanel = false, onSelect, onEnter } = props;
  const { id } = state;
  const click = ({ detail }: MouseEvent) => (detail === 2 ? onEnter : onSelect)(id);
  if (isPanel) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: The panel is a part of its state, which has the keys.
      <g className={base} data-of={id} onClick={click}>
        {props.children}
      </g>
    );
  }
  return (
    <g
      className={stateClass(base, id, highlights)}
      data-state={id}
      data-of={id}
      role="option"
      // The frame gives one of the states the tab stop (`useRovingFocus`).
      tabIndex={-1}
      aria-label={highlights.active.has(id) ? messages.canvas.activeState(id) : id}
      aria-selected={highlights.selected === id}
      onClick={click}
    >
      {props.children}
    </g>
  );
}

/** The class names of a state: the given base and its highlights. */
function stateClass(base: string | undefined, id: string, highlights: Highlights): string {
  const { active, preview, neighbourhood, marks } = highlights;
  const mark = markOf(marks, [id]);
  return classNames(
    base,
    mark && styles[mark],
    active.has(id) && styles.active,
    preview.states.has(id) && !active.has(id) && styles.preview,
    neighbourhood?.centre.has(id) && styles.selected,
    neighbourhood !== null && !neighbourhood.states.has(id) && styles.dimmed,
  );
}

/** The class names of an edge and its highlights, except for its coverage. */
export function edgeClass(id: string, { neighbourhood, outgoing }: Highlights): string {
  return classNames(
    edgeStyles.edge,
    neighbourhood === null && outgoing.has(id) && edgeStyles.outgoing,
    neighbourhood?.edges.has(id) && edgeStyles.neighbour,
    neighbourhood?.incoming.has(id) && edgeStyles.incoming,
    neighbourhood !== null && !neighbourhood.edges.has(id) && edgeStyles.dimmed,
  );
}

/** Joins class names and skips those that do not apply. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== false && name !== undefined && name !== '').join(' ');
}

/** The SVG path of an edge; a corner is rounded as far as its segments are long enough. */
function pathData(points: readonly Point[]): string {
  const commands = points.map((point, index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    if (before === undefined) return `M${point.x} ${point.y}`;
    if (after === undefined) return `L${point.x} ${point.y}`;
    const radius = Math.min(CORNER_RADIUS, length(before, point) / 2, length(point, after) / 2);
    const start = towards(point, before, radius);
    const end = towards(point, after, radius);
    return `L${start.x} ${start.y}Q${point.x} ${point.y} ${end.x} ${end.y}`;
  });
  return commands.join('');
}

function length(from: Point, to: Point): number {
  return Math.abs(from.x - to.x) + Math.abs(from.y - to.y);
}

function towards(from: Point, to: Point, by: number): Point {
  return { x: from.x + Math.sign(to.x - from.x) * by, y: from.y + Math.sign(to.y - from.y) * by };
}
