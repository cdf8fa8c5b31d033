import { memo } from 'react';
import { type Card, type CardRow, compoundTitle, type TextLine } from '#chart/model/cards.ts';
import type { Box, ChartLayout, RoutedEdge } from '#chart/model/chart.types.ts';
import type { GraphState, MachineGraph } from '#statechart/explore/machine-graph.ts';
import styles from './drawing.module.css';
import { classNames, EdgePath, edgeClass, InitialDot, StateShape } from './drawing-parts.tsx';
import edgeStyles from './edges.module.css';
import { type Highlights, heatLevel, markOf } from './highlights.ts';
import { TimerRing } from './timer-ring.tsx';

interface DrawingProps {
  readonly graph: MachineGraph;
  readonly cards: readonly Card[];
  readonly layout: ChartLayout;
  readonly highlights: Highlights;
  readonly onSelect: (state: string) => void;
  readonly onEnter: (state: string) => void;
}

/** The chart in detail: the cards of the states, and an edge for each transition. */
export const Drawing = memo(function Drawing(props: DrawingProps) {
  const { graph, cards, layout, highlights, onSelect, onEnter } = props;
  const compounds = graph.states.filter(({ id, kind }) => kind !== 'leaf' && layout.boxes[id]);
  const { flash, preview } = highlights;
  const emphasized = layout.edges.filter(({ id }) => flash.ids.has(id) || preview.ids.has(id));
  return (
    <>
      {compounds.map((state) => (
        <Compound
          key={state.id}
          state={state}
          box={layout.boxes[state.id]}
          highlights={highlights}
          onSelect={onSelect}
          onEnter={onEnter}
        />
      ))}
      {layout.edges.map((edge) => (
        <EdgePath key={edge.id} edge={edge} className={heatedEdgeClass(edge, highlights)} />
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
        id.startsWith('initial | ') ? <InitialDot key={id} box={box} /> : null,
      )}
      {emphasized.map((edge) => (
        <EdgePath
          key={`${edge.id} ${flash.key}`}
          edge={edge}
          className={preview.ids.has(edge.id) ? edgeStyles.previewEdge : edgeStyles.flashEdge}
        />
      ))}
    </>
  );
});

function heatedEdgeClass({ id }: RoutedEdge, highlights: Highlights): string {
  const { hits, marks } = highlights;
  const isHeated = hits !== null && !id.startsWith('initial | ');
  const mark = markOf(marks, [id]);
  return classNames(
    edgeClass(id, highlights),
    mark && edgeStyles[mark],
    isHeated && edgeStyles[`heat${heatLevel(hits[id] ?? 0)}`],
  );
}

interface StateProps {
  readonly box: Box | undefined;
  readonly highlights: Highlights;
  readonly onSelect: (state: string) => void;
  readonly onEnter: (state: string) => void;
}

interface CompoundProps extends StateProps {
  readonly state: GraphState;
}

function Compound({ state, box, highlights, onSelect, onEnter }: CompoundProps) {
  if (box === undefined) return null;
  return (
    <StateShape
      state={state}
      base={styles.compound}
      highlights={highlights}
      onSelect={onSelect}
      onEnter={onEnter}
    >
      <rect {...box} rx={10} />
      <TextLines lines={compoundTitle(state).lines} at={box} />
    </StateShape>
  );
}

function StateCard({ card, box, highlights, onSelect, onEnter }: StateProps & { card: Card }) {
  if (box === undefined) return null;
  const { id, state, lines, rows } = card;
  const isPanel = id !== state.id;
  return (
    <StateShape
      state={state}
      isPanel={isPanel}
      base={isPanel ? styles.panel : styles.card}
      highlights={highlights}
      onSelect={onSelect}
      onEnter={onEnter}
    >
      <rect {...box} rx={6} />
      <TextLines lines={lines} at={box} />
      {rows.map((row) => (
        <Row key={row.transition.id} row={row} at={box} highlights={highlights} />
      ))}
    </StateShape>
  );
}

interface RowProps extends Pick<StateProps, 'highlights'> {
  readonly row: CardRow;
  readonly at: Box;
}

function Row({ row, at, highlights }: RowProps) {
  const { id, source, event, targets } = row.transition;
  const { hits, flash, preview, timers, marks } = highlights;
  const mark = markOf(marks, [id]);
  const timer = timers.find((running) => running.source === source && running.event === event);
  const className = classNames(
    styles.row,
    mark && styles[mark],
    hits !== null && styles[`heat${heatLevel(hits[id] ?? 0)}`],
    flash.ids.has(id) && styles.flash,
    (preview.ids.has(id) || highlights.marked.includes(id)) && styles.preview,
  );
  return (
    <g className={className} data-transition={id}>
      <rect
        key={flash.ids.has(id) ? flash.key : 0}
        x={at.x + 2}
        y={at.y + row.box.y + 1}
        width={row.box.width - 4}
        height={row.box.height - 1}
        rx={3}
      />
      <TextLines lines={row.lines} at={at} />
      {timer ? <TimerRing timer={timer} x={at.x + row.port.x - 14} y={at.y + row.port.y} /> : null}
      {targets.length > 0 && !timer ? (
        <circle className={styles.port} cx={at.x + row.port.x} cy={at.y + row.port.y} r={2} />
      ) : null}
    </g>
  );
}

function TextLines({ lines, at }: { lines: readonly TextLine[]; at: Box }) {
  return lines.map(({ kind, text, x, y }) => (
    <text key={y} className={styles[kind]} x={at.x + x} y={at.y + y}>
      {text}
    </text>
  ));
}
