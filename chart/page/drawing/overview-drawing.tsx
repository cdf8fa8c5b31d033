import { memo } from 'react';
import type { Box, ChartLayout, LaidEdge } from '#chart/model/chart.types.ts';
import { lineKind, type OverviewLine, overviewLines, overviewName } from '#chart/model/overview.ts';
import type { ChartGraph, ChartState } from '#machines/explore/machine-graph.ts';
import styles from './drawing.module.css';
import { Dot, joined, Line, lineClass, StateShape, stateClass } from './drawing-parts.tsx';
import { type Highlights, heat } from './highlights.ts';
import lineStyles from './lines.module.css';
import { Ring } from './timer-ring.tsx';

interface OverviewDrawingProps {
  readonly graph: ChartGraph;
  readonly layout: ChartLayout;
  readonly collapsed: ReadonlySet<string>;
  readonly highlights: Highlights;
  readonly onSelect: (state: string) => void;
  readonly onEnter: (state: string) => void;
}

/** What is drawn last lies on top: the lines that matter more. */
const ORDER = ['trouble', 'answer', 'event'] as const;

/** The chart from far away: names, and one line for all that leads from one state to another. */
export const OverviewDrawing = memo(function OverviewDrawing(props: OverviewDrawingProps) {
  const { graph, layout, collapsed, highlights, onSelect, onEnter } = props;
  const lines = new Map(overviewLines(graph).map((line) => [line.id, line]));
  const drawn = layout.edges
    .map((edge) => ({ edge, line: lines.get(edge.id) }))
    .sort((one, other) => rank(one, highlights) - rank(other, highlights));
  const { flash, preview } = highlights;
  const hasAny = (line: OverviewLine | undefined, ids: ReadonlySet<string>) =>
    line?.transitions.some(({ id }) => ids.has(id)) ?? false;
  const marked = drawn.filter(({ line }) => hasAny(line, flash.ids) || hasAny(line, preview.ids));
  const shape = (state: ChartState) => {
    const box = layout.boxes[state.id];
    if (box === undefined) return null;
    const isCollapsed = collapsed.has(state.id);
    return (
      <Name key={state.id} {...{ graph, state, box, isCollapsed, highlights, onSelect, onEnter }} />
    );
  };
  return (
    <>
      {/* The root is the paper itself. */}
      {graph.states.filter(({ kind, parent }) => kind !== 'leaf' && parent !== null).map(shape)}
      {drawn.map(({ edge, line }) => (
        <Line key={edge.id} edge={edge} className={overviewClass(edge, line, highlights)} />
      ))}
      {graph.states.filter(({ kind }) => kind === 'leaf').map(shape)}
      {Object.entries(layout.boxes).map(([id, box]) =>
        id.startsWith('initial | ') ? <Dot key={id} box={box} /> : null,
      )}
      {marked.map(({ edge, line }) => (
        <Line
          key={`${edge.id} ${flash.turn}`}
          edge={edge}
          className={hasAny(line, preview.ids) ? lineStyles.previewLine : lineStyles.flashLine}
        />
      ))}
    </>
  );
});

interface Drawn {
  readonly edge: LaidEdge;
  /** `undefined`: the line of a start. */
  readonly line: OverviewLine | undefined;
}

function rank({ edge, line }: Drawn, { near, next, hits }: Highlights): number {
  if (hits !== null && line !== undefined) return -coldest(line.transitions, hits);
  const isMarked = near === null ? next.has(edge.id) : near.lines.has(edge.id);
  const kind = line === undefined ? 'answer' : lineKind(line);
  return ORDER.indexOf(kind) + (isMarked ? ORDER.length : 0);
}

/** The coldest of a line's transitions tells its heat: one that was never taken must be seen. */
function overviewClass(
  { id }: LaidEdge,
  line: OverviewLine | undefined,
  highlights: Highlights,
): string {
  const base = lineClass(id, highlights);
  if (line === undefined) return base;
  const { hits } = highlights;
  if (hits === null) return joined(base, lineStyles[lineKind(line)]);
  return joined(base, lineStyles[`heat${coldest(line.transitions, hits)}`]);
}

function coldest(
  transitions: readonly { readonly id: string }[],
  hits: Readonly<Record<string, number>>,
): number {
  return Math.min(...transitions.map(({ id }) => heat(hits[id] ?? 0)));
}

interface NameProps {
  readonly graph: ChartGraph;
  readonly state: ChartState;
  readonly box: Box;
  readonly isCollapsed: boolean;
  readonly highlights: Highlights;
  readonly onSelect: (state: string) => void;
  readonly onEnter: (state: string) => void;
}

function Name({ graph, state, box, isCollapsed, highlights, onSelect, onEnter }: NameProps) {
  const { id, kind, invokes } = state;
  const { text, size, x, y } = overviewName(state);
  const { hits, timers } = highlights;
  const isLeaf = kind === 'leaf';
  const own = graph.transitions.filter(({ source }) => source === id);
  const isCold = hits !== null && own.length > 0 && coldest(own, hits) === 0;
  const base = joined(
    isLeaf ? styles.card : styles.compound,
    kind === 'parallel' && styles.parallel,
    isCollapsed && styles.collapsed,
    isCold && styles.cold,
  );
  return (
    <StateShape
      state={state}
      className={stateClass(base, id, highlights)}
      onSelect={onSelect}
      onEnter={onEnter}
    >
      {/* What calls somebody and waits for the answer has round ends. */}
      <rect
        className={isLeaf ? styles.nameBox : undefined}
        {...box}
        rx={isLeaf && invokes.length > 0 ? box.height / 2 : 10}
      />
      <text
        className={joined(styles.name, isLeaf && styles.leafName)}
        fontSize={size}
        x={box.x + x}
        y={box.y + y}
      >
        {text}
      </text>
      {timers
        .filter(({ source }) => source === id)
        .map((timer, index) => (
          <Ring
            key={timer.event}
            timer={timer}
            x={box.x + box.width - 4 - index * 14}
            y={box.y + 2}
          />
        ))}
    </StateShape>
  );
}
