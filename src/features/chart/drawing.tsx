import { memo } from 'react';
import { type Card, type CardLine, type CardRow, compoundTitle, overviewName } from './cards.ts';
import type { Box, ChartGraph, ChartLayout, ChartState, LaidEdge } from './chart.types.ts';
import styles from './drawing.module.css';
import { ROOT } from './graph.ts';
import { type Highlights, heat } from './highlights.ts';
import { Ring } from './ring.tsx';

interface DrawingProps {
  readonly graph: ChartGraph;
  readonly cards: readonly Card[];
  readonly layout: ChartLayout;
  readonly collapsed: ReadonlySet<string>;
  readonly highlights: Highlights;
  /** From far away every state is its name alone, as large as its place allows. */
  readonly isOverview: boolean;
  readonly onSelect: (state: string) => void;
}

/** The chart itself: states, their cards, and the lines between them. It knows nothing of its frame. */
export const Drawing = memo(function Drawing(props: DrawingProps) {
  const { graph, cards, layout, collapsed, highlights, isOverview, onSelect } = props;
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
          isOverview={isOverview}
          onSelect={onSelect}
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
          isOverview={isOverview}
          onSelect={onSelect}
        />
      ))}
      {Object.entries(layout.boxes).map(([id, box]) =>
        id.startsWith('initial | ') ? <Dot key={id} box={box} /> : null,
      )}
      {marked.map((edge) => (
        <Line
          key={`${edge.id} ${flash.turn}`}
          edge={edge}
          className={preview.ids.has(edge.id) ? styles.previewLine : styles.flashLine}
        />
      ))}
    </>
  );
});

function edgeClass({ id }: LaidEdge, { hits }: Highlights): string | undefined {
  if (hits === null || id.startsWith('initial | ')) return styles.line;
  return [styles.line, styles[`heat${heat(hits[id] ?? 0)}`]].join(' ');
}

function Line({ edge, className }: { edge: LaidEdge; className: string | undefined }) {
  const points = edge.points.map(({ x, y }) => `${x},${y}`).join(' ');
  return <polyline className={className} points={points} markerEnd="url(#chart-arrow)" />;
}

function Dot({ box }: { box: Box }) {
  return (
    <circle
      className={styles.dot}
      cx={box.x + box.width / 2}
      cy={box.y + box.height / 2}
      r={box.width / 2 - 1}
    />
  );
}

interface PlacedProps {
  readonly box: Box | undefined;
  readonly highlights: Highlights;
  readonly isOverview: boolean;
  readonly onSelect: (state: string) => void;
}

function stateClass(base: string | undefined, id: string, highlights: Highlights): string {
  return [
    base,
    highlights.active.has(id) ? styles.active : '',
    highlights.preview.states.has(id) ? styles.preview : '',
    highlights.selected === id ? styles.selected : '',
  ].join(' ');
}

function Compound({
  state,
  box,
  isCollapsed,
  highlights,
  isOverview,
  onSelect,
}: PlacedProps & { state: ChartState; isCollapsed: boolean }) {
  if (box === undefined) return null;
  const base = [
    styles.compound,
    state.parent === null || state.parent === ROOT ? styles.top : '',
    state.kind === 'parallel' ? styles.parallel : '',
    isCollapsed ? styles.collapsed : '',
  ].join(' ');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The table and the list of states serve the keyboard.
    <g
      className={stateClass(base, state.id, highlights)}
      data-state={state.id}
      onClick={() => onSelect(state.id)}
    >
      <rect {...box} rx={10} />
      {isOverview ? (
        <Name state={state} box={box} />
      ) : (
        <Lines lines={compoundTitle(state).lines} at={box} />
      )}
    </g>
  );
}

function StateCard({ card, box, highlights, isOverview, onSelect }: PlacedProps & { card: Card }) {
  if (box === undefined) return null;
  const isPanel = card.id !== card.state.id;
  const className = isPanel ? styles.panel : stateClass(styles.card, card.state.id, highlights);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The table and the list of states serve the keyboard.
    <g
      className={className}
      data-state={isPanel ? undefined : card.id}
      onClick={() => onSelect(card.state.id)}
    >
      <rect {...box} rx={6} />
      {isOverview ? isPanel ? null : <Name state={card.state} box={box} /> : null}
      {isOverview ? null : <Lines lines={card.lines} at={box} />}
      {(isOverview ? card.rows.filter(isMarked(highlights)) : card.rows).map((row) => (
        <Row
          key={row.transition.id}
          row={row}
          at={box}
          highlights={highlights}
          isOverview={isOverview}
        />
      ))}
    </g>
  );
}

/** Rows that have something to show when their text cannot be read. */
function isMarked({ hits, flash, preview, timers }: Highlights) {
  return ({ transition: { id, source, event } }: CardRow): boolean =>
    hits !== null ||
    flash.ids.has(id) ||
    preview.ids.has(id) ||
    timers.some((timer) => timer.source === source && timer.event === event);
}

interface RowProps extends Pick<PlacedProps, 'highlights' | 'isOverview'> {
  readonly row: CardRow;
  readonly at: Box;
}

function Row({ row, at, highlights, isOverview }: RowProps) {
  const { id, source, event, targets } = row.transition;
  const { hits, flash, preview, timers } = highlights;
  const timer = timers.find((one) => one.source === source && one.event === event);
  const marks = [
    hits === null ? '' : styles[`heat${heat(hits[id] ?? 0)}`],
    flash.ids.has(id) ? styles.flash : '',
    preview.ids.has(id) ? styles.preview : '',
  ];
  return (
    <g className={[styles.row, ...marks].join(' ')} data-transition={id}>
      <rect
        key={flash.ids.has(id) ? flash.turn : 0}
        x={at.x + 2}
        y={at.y + row.box.y + 1}
        width={row.box.width - 4}
        height={row.box.height - 1}
        rx={3}
      />
      {isOverview ? null : <Lines lines={row.lines} at={at} />}
      {timer ? <Ring timer={timer} x={at.x + row.port.x - 14} y={at.y + row.port.y} /> : null}
      {targets.length > 0 && !timer && !isOverview ? (
        <circle className={styles.port} cx={at.x + row.port.x} cy={at.y + row.port.y} r={2} />
      ) : null}
    </g>
  );
}

function Name({ state, box }: { state: ChartState; box: Box }) {
  const { text, x, y, size } = overviewName(state, box);
  return (
    <text className={styles.name} fontSize={size} x={box.x + x} y={box.y + y}>
      {text}
    </text>
  );
}

function Lines({ lines, at }: { lines: readonly CardLine[]; at: Box }) {
  return lines.map(({ kind, text, x, y }) => (
    <text key={y} className={styles[kind]} x={at.x + x} y={at.y + y}>
      {text}
    </text>
  ));
}
