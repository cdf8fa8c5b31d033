import { memo } from 'react';
import type { Box, ChartLayout, RoutedEdge } from '#chart/model/chart.types.ts';
import { RETURN } from '#chart/model/map.ts';
import {
  edgeKind,
  LABEL_FONT_SIZE,
  namePlacement,
  notePlacement,
  type TransitionGroup,
  transitionGroups,
} from '#chart/model/overview.ts';
import type {
  GraphState,
  GraphTransition,
  MachineGraph,
} from '#statechart/explore/machine-graph.ts';
import styles from './drawing.module.css';
import { classNames, EdgePath, edgeClass, InitialDot, StateShape } from './drawing-parts.tsx';
import edgeStyles from './edges.module.css';
import { type Highlights, heatLevel, markOf } from './highlights.ts';
import { TimerRing } from './timer-ring.tsx';

interface OverviewDrawingProps {
  readonly graph: MachineGraph;
  readonly layout: ChartLayout;
  readonly highlights: Highlights;
  /** The ids of the edges that the main path consists of: none in the overview. */
  readonly main: ReadonlySet<string>;
  /** The notes below the names of states, by their ids: none in the overview. */
  readonly notes: Readonly<Record<string, string>>;
  readonly onSelect: (state: string) => void;
  readonly onEnter: (state: string) => void;
}

/** The kinds of edges from the lowest to the highest: the last ones are drawn on top. */
const DRAWING_ORDER = ['failure', 'result', 'event'] as const;

/** The map and the overview: the name of each state, and one edge for all transitions between two states. */
export const OverviewDrawing = memo(function OverviewDrawing(props: OverviewDrawingProps) {
  const { graph, layout, highlights, main, notes, onSelect, onEnter } = props;
  const groups = new Map(transitionGroups(graph).map((group) => [group.id, group]));
  /** The main path lies over edges that are not emphasized. */
  const rankOf = (each: DrawnEdge) =>
    rank(each, highlights) + (main.has(each.edge.id) ? DRAWING_ORDER.length : 0);
  const drawn = layout.edges
    .map((edge) => ({ edge, group: groups.get(edge.id) }))
    .sort((a, b) => rankOf(a) - rankOf(b));
  const { flash, preview, neighbourhood } = highlights;
  const hasAny = (group: TransitionGroup | undefined, ids: ReadonlySet<string>) =>
    group?.transitions.some(({ id }) => ids.has(id)) ?? false;
  const emphasized = drawn.filter(
    ({ group }) => hasAny(group, flash.ids) || hasAny(group, preview.ids),
  );
  const shape = (state: GraphState) => {
    const box = layout.boxes[state.id];
    if (box === undefined) return null;
    return (
      <NamedState
        key={state.id}
        note={notes[state.id]}
        {...{ graph, state, box, highlights, onSelect, onEnter }}
      />
    );
  };
  return (
    <>
      {/* The root has no box: it is the background. */}
      {graph.states.filter(({ kind, parent }) => kind !== 'leaf' && parent !== null).map(shape)}
      {drawn.map(({ edge, group }) => (
        <EdgePath
          key={edge.id}
          edge={edge}
          className={classNames(
            overviewEdgeClass(edge, group, highlights),
            main.has(edge.id) && edgeStyles.main,
          )}
        />
      ))}
      {graph.states.filter(({ kind }) => kind === 'leaf').map(shape)}
      {Object.entries(layout.boxes).map(([id, box]) =>
        id.startsWith('initial | ') ? <InitialDot key={id} box={box} /> : null,
      )}
      {layout.labels?.map(({ edge, text, ...box }) => (
        <g
          key={edge}
          className={classNames(
            edgeStyles.label,
            neighbourhood !== null && !neighbourhood.edges.has(edge) && edgeStyles.dimmed,
          )}
        >
          <rect {...box} />
          <text
            fontSize={LABEL_FONT_SIZE}
            textAnchor="middle"
            x={box.x + box.width / 2}
            y={box.y + box.height - 6}
          >
            {text}
          </text>
        </g>
      ))}
      {emphasized.map(({ edge, group }) => (
        <EdgePath
          key={`${edge.id} ${flash.key}`}
          edge={edge}
          className={hasAny(group, preview.ids) ? edgeStyles.previewEdge : edgeStyles.flashEdge}
        />
      ))}
    </>
  );
});

interface DrawnEdge {
  readonly edge: RoutedEdge;
  /** `undefined` for the edge of an initial state. */
  readonly group: TransitionGroup | undefined;
}

function rank({ edge, group }: DrawnEdge, { neighbourhood, outgoing, hits }: Highlights): number {
  if (hits !== null && group !== undefined) return -lowestHeat(group.transitions, hits);
  const isEmphasized =
    neighbourhood === null ? outgoing.has(edge.id) : neighbourhood.edges.has(edge.id);
  const kind = group === undefined ? 'result' : edgeKind(group);
  return DRAWING_ORDER.indexOf(kind) + (isEmphasized ? DRAWING_ORDER.length : 0);
}

/** An edge has the heat of its least taken transition, so that one that was never taken shows. */
function overviewEdgeClass(
  { id }: RoutedEdge,
  group: TransitionGroup | undefined,
  highlights: Highlights,
): string {
  const mark = markOf(highlights.marks, group?.transitions.map((each) => each.id) ?? []);
  const base = classNames(edgeClass(id, highlights), mark && edgeStyles[mark]);
  if (group === undefined) return base;
  const { hits } = highlights;
  if (hits === null) return classNames(base, edgeStyles[edgeKind(group)]);
  return classNames(base, edgeStyles[`heat${lowestHeat(group.transitions, hits)}`]);
}

function lowestHeat(
  transitions: readonly GraphTransition[],
  hits: Readonly<Record<string, number>>,
): number {
  const own = transitions.filter(({ event }) => event !== RETURN);
  return Math.min(...own.map(({ id }) => heatLevel(hits[id] ?? 0)));
}

interface NamedStateProps {
  readonly graph: MachineGraph;
  readonly state: GraphState;
  readonly box: Box;
  readonly note: string | undefined;
  readonly highlights: Highlights;
  readonly onSelect: (state: string) => void;
  readonly onEnter: (state: string) => void;
}

function NamedState(props: NamedStateProps) {
  const { graph, state, box, note, highlights, onSelect, onEnter } = props;
  const { id, kind, invokes } = state;
  const { text, size, x, y } = namePlacement(state);
  const below = note === undefined ? null : notePlacement(note, box.width);
  const { hits, timers } = highlights;
  const isLeaf = kind === 'leaf';
  const own = graph.transitions.filter(({ source }) => source === id);
  const isCold = hits !== null && own.length > 0 && lowestHeat(own, hits) === 0;
  const base = classNames(isLeaf ? styles.card : styles.compound, isCold && styles.cold);
  return (
    <StateShape
      state={state}
      base={base}
      highlights={highlights}
      onSelect={onSelect}
      onEnter={onEnter}
    >
      {/* A state that invokes an actor has round ends. */}
      <rect
        className={isLeaf ? styles.nameBox : undefined}
        {...box}
        rx={isLeaf && invokes.length > 0 ? box.height / 2 : 10}
      />
      <text
        className={classNames(styles.name, isLeaf && styles.leafName)}
        fontSize={size}
        x={box.x + x}
        y={box.y + y}
      >
        {text}
      </text>
      {below ? (
        <text
          className={styles.purpose}
          fontSize={below.size}
          x={box.x + below.x}
          y={box.y + below.y}
          {...(below.width && { textLength: below.width, lengthAdjust: 'spacingAndGlyphs' })}
        >
          {note}
        </text>
      ) : null}
      {timers
        .filter(({ source }) => source === id)
        .map((timer, index) => (
          <TimerRing
            key={timer.event}
            timer={timer}
            x={box.x + box.width - 4 - index * 14}
            y={box.y + 2}
          />
        ))}
    </StateShape>
  );
}
