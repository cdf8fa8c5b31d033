import type { MouseEvent, ReactNode } from 'react';
import type { Box, LaidEdge, Point } from '#chart/model/chart.types.ts';
import type { ChartState } from '#machines/explore/machine-graph.ts';
import styles from './drawing.module.css';
import type { Highlights } from './highlights.ts';
import lineStyles from './lines.module.css';

/** The radius of a line's corners, in pixels. */
const CORNER = 5;

/** A line with round corners, and its arrow. */
export function Line({ edge, className }: { edge: LaidEdge; className: string | undefined }) {
  return <path className={className} d={linePath(edge.points)} />;
}

/** Where a compound state starts. */
export function Dot({ box }: { box: Box }) {
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
  readonly state: ChartState;
  readonly className: string;
  /** The panel of a state is part of it, and not the place where it is found. */
  readonly isPanel?: boolean;
  readonly onSelect: (state: string) => void;
  readonly onEnter: (state: string) => void;
  readonly children: ReactNode;
}

/** A state as something to press: once says what it is, twice goes there. */
export function StateShape(props: StateShapeProps) {
  const { state, className, isPanel = false, onSelect, onEnter } = props;
  const press = ({ detail }: MouseEvent) => (detail === 2 ? onEnter : onSelect)(state.id);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The table and the list of states serve the keyboard.
    <g
      className={className}
      data-state={isPanel ? undefined : state.id}
      data-of={state.id}
      onClick={press}
    >
      {props.children}
    </g>
  );
}

/** How a state is marked. */
export function stateClass(base: string | undefined, id: string, highlights: Highlights): string {
  const { active, preview, selected, near } = highlights;
  return joined(
    base,
    active.has(id) && styles.active,
    preview.states.has(id) && !active.has(id) && styles.preview,
    selected === id && styles.selected,
    near !== null && !near.states.has(id) && styles.far,
  );
}

/** How a line is marked, its heat aside. */
export function lineClass(id: string, { near, next }: Highlights): string {
  return joined(
    lineStyles.line,
    near === null && next.has(id) && lineStyles.next,
    near?.lines.has(id) && lineStyles.near,
    near !== null && !near.lines.has(id) && lineStyles.far,
  );
}

/** Class names, without those that do not apply. */
export function joined(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== false && name !== undefined && name !== '').join(' ');
}

/** The path of a line: straight, with a round corner at each bend that has the room for one. */
function linePath(points: readonly Point[]): string {
  const commands = points.map((point, index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    if (before === undefined) return `M${point.x} ${point.y}`;
    if (after === undefined) return `L${point.x} ${point.y}`;
    const room = Math.min(CORNER, gap(before, point) / 2, gap(point, after) / 2);
    const start = towards(point, before, room);
    const end = towards(point, after, room);
    return `L${start.x} ${start.y}Q${point.x} ${point.y} ${end.x} ${end.y}`;
  });
  return commands.join('');
}

function gap(one: Point, other: Point): number {
  return Math.abs(one.x - other.x) + Math.abs(one.y - other.y);
}

function towards(from: Point, to: Point, by: number): Point {
  return { x: from.x + Math.sign(to.x - from.x) * by, y: from.y + Math.sign(to.y - from.y) * by };
}
