import { memo } from 'react';
import { type Card, type CardLine, type CardRow, compoundTitle } from '#chart/model/cards.ts';
import type { Box, ChartLayout, LaidEdge } from '#chart/model/chart.types.ts';
import type { ChartGraph, ChartState } from '#machines/explore/machine-graph.ts';
import styles from './drawing.module.css';
import { Dot, joined, Line, lineClass, StateShape, stateClass } from './drawing-parts.tsx';
import { type Highlights, heat } from './highlights.ts';
import lineStyles from './lines.module.css';
import { Ring } from './timer-ring.tsx';

interface DrawingProps {
  readonly graph: ChartGraph;
  readonly cards: readonly Card[];
  readonly layout: ChartLayout;
  readonly collapsed: ReadonlySet<string>;
  readonly highlights: Highlights;
  readonly onSelect: (state: string) => void;
  readonly onEnter: (state: string) => void;
}

/** The chart in detail: states, their cards, and the lines between them. It knows nothing of its frame. */
export const Drawing = memo(function Drawing(props: DrawingProps) {
  const { graph, cards, layout, collapsed, highlights, onSelect, onEnter } = props;
  const compounds = graph.states.filter(({ id, kind }) => kind !== 'leaf' && layout.boxes[id]);
  const { flash, preview } = highlights;
  const marked = layout.edges.filter(({ id }) => flash.ids.has(id) || preview.ids.has(id));
  return (
    <>
      {compounds.map((state) => (
        <Compound
          key={state.id}
          state={state}
          box={layout.boxes[state.id]}
          isCollapsed={collapsed.has(state.id)}
          highlights={highlights}
          onSelect={onSelect}
          onEnter={onEnter}
        />
      ))}
      {layout.edges.map((edge) => (
        <Line key={edge.id} edge={edge} className={edgeClass(edge, highlights)} />
      ))}
      {cards.map((card) => (
        <StateCard
          key={card.id}
          card={card}
          box={layout.boxes[card.id]}
          highlights={highlights}
          onSelect={onSelect}
          onEnter={onEnter}
        />
      ))}
      {Object.entries(layout.boxes).map(([id, box]) =>
        id.startsWith('initial | ') ? <Dot key={id} box={box} /> : null,
      )}
      {marked.map((edge) => (
        <Line
          key={`${edge.id} ${flash.turn}`}
          edge={edge}
          className={preview.ids.has(edge.id) ? lineStyles.previewLine : lineStyles.flashLine}
        />
      ))}
    </>
  );
});

function edgeClass({ id }: LaidEdge, highlights: Highlights): string {
  const { hits } = highlights;
  const warmth = hits !== null && !id.startsWith('initial | ') && heat(hits[id] ?? 0);
  return joined(lineClass(id, highlights), warmth !== false && lineStyles[`heat${warmth}`]);
}

interface PlacedProps {
  readonly box: Box | undefined;
  readonly highlights: Highlights;
  readonly onSelect: (state: string) => void;
  readonly onEnter: (state: string) => void;
}

interface CompoundProps extends PlacedProps {
  readonly state: ChartState;
  readonly isCollapsed: boolean;
}

function Compound({ state, box, isCollapsed, highlights, onSelect, onEnter }: CompoundProps) {
  if (box === undefined) return null;
  const base = joined(
    styles.compound,
    state.kind === 'parallel' && styles.parallel,
    isCollapsed && styles.collapsed,
  );
  return (
    <StateShape
      state={state}
      className={stateClass(base, state.id, highlights)}
      onSelect={onSelect}
      onEnter={onEnter}
    >
      <rect {...box} rx={10} />
      <Lines lines={compoundTitle(state).lines} at={box} />
    </StateShape>
  );
}

function StateCard({ card, box, highlights, onSelect, onEnter }: PlacedProps & { card: Card }) {
  if (box === undefined) return null;
  const { id, state, lines, rows } = card;
  const isPanel = id !== state.id;
  return (
    <StateShape
      state={state}
      isPanel={isPanel}
      className={isPanel ? joined(styles.panel) : stateClass(styles.card, id, highlights)}
      onSelect={onSelect}
      onEnter={onEnter}
    >
      <rect {...box} rx={6} />
      <Lines lines={lines} at={box} />
      {rows.map((row) => (
        <Row key={row.transition.id} row={row} at={box} highlights={highlights} />
      ))}
    </StateShape>
  );
}

interface RowProps extends Pick<PlacedProps, 'highlights'> {
  readonly row: CardRow;
  readonly at: Box;
}

function Row({ row, at, highlights }: RowProps) {
  const { id, source, event, targets } = row.transition;
  const { hits, flash, preview, timers } = highlights;
  const timer = timers.find((one) => one.source === source && one.event === event);
  const className = joined(
    styles.row,
    hits !== null && styles[`heat${heat(hits[id] ?? 0)}`],
    flash.ids.has(id) && styles.flash,
    preview.ids.has(id) && styles.preview,
  );
  return (
    <g className={className} data-transition={id}>
      <rect
        key={flash.ids.has(id) ? flash.turn : 0}
        x={at.x + 2}
        y={at.y + row.box.y + 1}
        width={row.box.width - 4}
        height={row.box.height - 1}
        rx={3}
      />
      <Lines lines={row.lines} at={at} />
      {timer ? <Ring timer={timer} x={at.x + row.port.x - 14} y={at.y + row.port.y} /> : null}
      {targets.length > 0 && !timer ? (
        <circle className={styles.port} cx={at.x + row.port.x} cy={at.y + row.port.y} r={2} />
      ) : null}
    </g>
  );
}

function Lines({ lines, at }: { lines: readonly CardLine[]; at: Box }) {
  return lines.map(({ kind, text, x, y }) => (
    <text key={y} className={styles[kind]} x={at.x + x} y={at.y + y}>
      {text}
    </text>
  ));
}
