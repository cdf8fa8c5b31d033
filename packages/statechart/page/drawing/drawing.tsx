import { Fragment, memo } from 'react';
import type { GraphState, MachineGraph } from '../../explore/machine-graph.ts';
import { ownValue } from '../../explore/values.ts';
import {
  type Card,
  chartCards,
  containerTitle,
  isContainer,
  labelSize,
  ownCardId,
  TEXT_SIZE,
} from '../../layout/cards.ts';
import type { Box, ChartLayout, DetailLevel, Edge } from '../../layout/layout.types.ts';
import { shownAncestor } from '../../layout/shown-states.ts';
import { type Highlights, isIn } from './highlights.ts';

/** The radius of the corners of an edge, in pixels. */
const CORNER = 6;
/** The length of an arrow, in pixels. */
const ARROW = 8;
/** The highlights that make a line without a route visible. */
const SHOWING = /^sc-(?:incoming|outgoing|marked|preview|taken)$/;
/** How far a curve between states beside one another rises, in pixels. */
const ARCH = 40;
const NOWHERE: Box = [0, 0, 0, 0];

interface DrawingProps {
  readonly graph: MachineGraph;
  readonly layout: ChartLayout;
  readonly level: DetailLevel;
  /** The ids of the transitions of the main walks. */
  readonly main: readonly string[];
  readonly highlights: Highlights;
  /** The state that Tab reaches. */
  readonly focusable: string;
  /** The line under the pointer; its label is shown, as that of every line is in a large drawing. */
  readonly hovered?: string | null;
  readonly isLarge?: boolean;
}

/** The drawing of a machine: a card for each state, and a line for all transitions from one state to another. */
export const Drawing = memo(function Drawing(props: DrawingProps) {
  const { layout, level, main, highlights, focusable } = props;
  const states = drawnStates(props.graph, layout);
  const cards = chartCards({ ...props.graph, states }, level, layout.notes);
  const kinds = new Map(props.graph.transitions.map(({ id, kind }) => [id, kind]));
  const selected =
    highlights.selected && shownAncestor(new Set(states.map(({ id }) => id)), highlights.selected);
  const edges = layout.edges
    .map((edge) => ({ edge, names: edgeClasses(edge, { kinds, main, highlights }) }))
    .filter(({ edge, names }) => edge.points.length > 0 || names.some((name) => SHOWING.test(name)))
    .sort((a, b) => a.names.length - b.names.length);
  const containers = states.flatMap((state) => {
    const box = ownValue(layout.boxes, state.id);
    return box === undefined || state.parent === null || !isContainer(state)
      ? []
      : [{ state, box }];
  });
  const stateProps = (state: GraphState) => ({
    ...{ state, highlights, isFocusable: state.id === focusable },
    isSelected: state.id === selected,
  });
  return (
    <g
      data-drawing=""
      className={selected !== null || highlights.marked.size > 0 ? 'sc-focused' : undefined}
    >
      {containers.map(({ state, box }) => (
        <StateShape key={state.id} {...stateProps(state)} box={box} className="sc-container" />
      ))}
      {edges.map(({ edge, names }) => (
        <EdgeLine
          key={`${edge.id} ${names.includes('sc-taken') ? highlights.step : ''}`}
          {...{ edge, names }}
          boxes={layout.boxes}
        />
      ))}
      {/* Above the lines, which may cross it. */}
      {containers.map(({ state, box }) => (
        <g key={state.id} className="sc-heading">
          <CardText
            card={containerTitle(state, level, layout.notes)}
            box={box}
            changes={highlights.changes}
          />
        </g>
      ))}
      {Object.entries(layout.boxes).map(([id, [x, y, width]]) =>
        id.startsWith('initial | ') ? (
          <circle key={id} className="sc-dot" cx={x + width / 2} cy={y + width / 2} r={width / 2} />
        ) : null,
      )}
      {cards.map((card) => {
        const box = ownValue(layout.boxes, card.id);
        if (box === undefined) return null;
        if (card.id !== card.state.id) {
          return (
            <g key={card.id} className="sc-own" data-own={card.state.id}>
              <BoxRect box={box} radius={8} />
              <CardText card={card} box={box} changes={highlights.changes} />
            </g>
          );
        }
        return (
          <StateShape key={card.id} {...stateProps(card.state)} box={box} className="sc-card">
            <CardText card={card} box={box} changes={highlights.changes} />
            <ActiveInside {...{ state: card.state, box, highlights }} />
          </StateShape>
        );
      })}
      {placedLabels(edges, props).map(({ id, text, box, names }) => (
        <g key={id} className={`sc-label ${names.join(' ')}`}>
          <BoxRect box={box} radius={4} />
          <text fontSize={TEXT_SIZE} x={box[0] + 6} y={box[1] + box[3] - 6}>
            {text}
          </text>
        </g>
      ))}
    </g>
  );
});

/** The states of a drawing: one whose states it hides is drawn as a state without any. */
function drawnStates(graph: MachineGraph, { boxes }: ChartLayout): readonly GraphState[] {
  const shown = graph.states.filter(({ id }) => Object.hasOwn(boxes, id));
  const parents = new Set(shown.map(({ parent }) => parent));
  return shown.map((state) =>
    isContainer(state) && !parents.has(state.id) ? { ...state, kind: 'leaf' } : state,
  );
}

interface EdgeContext {
  readonly kinds: ReadonlyMap<string, string>;
  readonly main: readonly string[];
  readonly highlights: Highlights;
}

/** What an edge shows by its colour and its line. */
function edgeClasses({ id, transitions }: Edge, { kinds, main, highlights }: EdgeContext) {
  const causes = transitions.map((each) => kinds.get(each));
  const isReturn = transitions.length > 0 && causes.every((cause) => cause === undefined);
  const isFailure =
    causes.length > 0 && causes.every((cause) => cause === 'error' || cause === 'after');
  const any = (ids: ReadonlySet<string>) => transitions.some((each) => ids.has(each));
  const { active, incoming, outgoing, marked, taken, preview } = highlights;
  const [source = ''] = id.split(' → ');
  const changes = new Set(transitions.map((each) => highlights.changes?.get(each)));
  const [change] = changes.size === 1 ? changes : changes.size > 1 ? (['changed'] as const) : [];
  return [
    'sc-edge',
    change !== undefined && `sc-${change}`,
    isFailure && 'sc-failure',
    (isReturn || transitions.some((each) => main.includes(each))) && 'sc-main',
    active.has(source) && 'sc-next',
    any(incoming) && 'sc-incoming',
    any(outgoing) && 'sc-outgoing',
    any(marked) && 'sc-marked',
    any(preview.taken) && 'sc-preview',
    any(taken) && 'sc-taken',
  ].filter((name) => name !== false);
}

interface EdgeLineProps {
  readonly edge: Edge;
  readonly names: readonly string[];
  readonly boxes: ChartLayout['boxes'];
}

/** A panel lists the same transitions as links. */
function EdgeLine({ edge, names, boxes }: EdgeLineProps) {
  const { id } = edge;
  const points = pointsOf(edge, boxes);
  const path =
    edge.points.length === 0 ? `M${points.slice(0, 2)}C${points.slice(2)}` : roundedPath(points);
  return (
    <g className={names.join(' ')} data-edge={id}>
      <path className="sc-hit" d={path} />
      <path className="sc-line" d={path} />
      <path className="sc-arrow" d={arrowPath(points)} />
    </g>
  );
}

function pointsOf({ id, points }: Edge, boxes: ChartLayout['boxes']): readonly number[] {
  return points.length === 0 ? curveBetween(boxes, id) : points;
}

interface DrawnEdge {
  readonly edge: Edge;
  readonly names: readonly string[];
}

/** The labels that the layout has room for, and those of lines that somebody looks at, where they hide no other one. */
function placedLabels(
  edges: readonly DrawnEdge[],
  { layout: { boxes }, hovered, isLarge }: DrawingProps,
) {
  const named = edges.flatMap(({ edge, names }) =>
    edge.label ? { ...edge.label, id: edge.id, edge, names } : [],
  );
  const placed = named.flatMap(({ box, ...label }) => (box === null ? [] : { ...label, box }));
  for (const { box, ...label } of named) {
    const { id, text, edge, names } = label;
    const isSought = isLarge || id === hovered || names.some((name) => SHOWING.test(name));
    if (box !== null || !isSought) continue;
    const { width, height } = labelSize(text);
    const places = [0.5, 0.3, 0.7, 0.15, 0.85].map((part): Box => {
      const [x, y] = pointAlong(edge, boxes, part);
      return [x - width / 2, y - height / 2, width, height];
    });
    const free = places.find((place) => !placed.some((other) => overlaps(place, other.box)));
    placed.push({ ...label, box: free ?? places[0] ?? NOWHERE });
  }
  return placed;
}

function overlaps([x, y, width, height]: Box, [left, top, otherWidth, otherHeight]: Box): boolean {
  return x < left + otherWidth && left < x + width && y < top + otherHeight && top < y + height;
}

/** A point of a line: after a part of its curve, or in the middle of its part there. */
function pointAlong(edge: Edge, boxes: ChartLayout['boxes'], part: number) {
  const points = pointsOf(edge, boxes);
  const rest = 1 - part;
  const weights = [rest ** 3, 3 * rest ** 2 * part, 3 * rest * part ** 2, part ** 3];
  const start = 2 * Math.floor(part * (points.length / 2 - 1));
  const of = (axis: number) =>
    edge.points.length === 0
      ? weights.reduce((sum, weight, index) => sum + weight * (points[2 * index + axis] ?? 0), 0)
      : ((points[start + axis] ?? 0) + (points[start + 2 + axis] ?? 0)) / 2;
  return [of(0), of(1)] as const;
}

/** The ends of a line without a route, and between them the points that its curve is drawn towards. */
function curveBetween(boxes: ChartLayout['boxes'], id: string): readonly number[] {
  const [from = '', to = ''] = id.split(' → ');
  const [x, y, width, height] = boxes[ownCardId(from)] ?? ownValue(boxes, from) ?? NOWHERE;
  const [endX, endY, endWidth, endHeight] = ownValue(boxes, to) ?? NOWHERE;
  const [isBelow, isAbove] = [endY > y + height, endY + endHeight < y];
  const top = isBelow ? y + height : y;
  const bottom = isAbove ? endY + endHeight : endY;
  // To a state that is beside it or around it, the line leads above both.
  const middle = isBelow || isAbove ? (top + bottom) / 2 : Math.min(top, bottom) - ARCH;
  const [startX, targetX] = [x + width / 2, endX + endWidth / 2];
  return [startX, top, startX, middle, targetX, middle, targetX, bottom];
}

interface StateShapeProps {
  readonly state: GraphState;
  readonly box: Box;
  readonly className: string;
  readonly highlights: Highlights;
  readonly isSelected: boolean;
  readonly isFocusable: boolean;
  readonly children?: React.ReactNode;
}

function StateShape(props: StateShapeProps) {
  const { state, box, className, highlights, isSelected, isFocusable, children } = props;
  const { id, kind } = state;
  const isActive = highlights.active.has(id);
  const names = [
    className,
    `sc-${kind}`,
    isActive && 'sc-active',
    isSelected && 'sc-selected',
    highlights.preview.active.has(id) && 'sc-preview',
    highlights.changes?.has(id) && `sc-${highlights.changes.get(id)}`,
  ];
  const words = [id.replaceAll('.', ', '), isActive ? 'active' : '', state.description];
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no buttons.
    <g
      role="button"
      tabIndex={isFocusable ? 0 : -1}
      aria-label={words.filter(Boolean).join('. ')}
      aria-pressed={isSelected}
      data-state={id}
      className={names.filter(Boolean).join(' ')}
    >
      <BoxRect box={box} radius={8} />
      {kind === 'final' ? <BoxRect box={inset(box, 3)} radius={6} /> : null}
      {children}
    </g>
  );
}

/** Below a closed state of the map: the active states that it hides. */
function ActiveInside({
  state,
  box,
  highlights,
}: Pick<StateShapeProps, 'state' | 'box' | 'highlights'>) {
  const hidden = [...highlights.active].filter((id) => id !== state.id && isIn(id, state.id));
  const leaves = hidden.filter((id) => !hidden.some((other) => other !== id && isIn(other, id)));
  if (leaves.length === 0 || state.kind !== 'leaf') return null;
  const [x, y, width, height] = box;
  return (
    <text
      className="sc-inside"
      fontSize={TEXT_SIZE}
      textAnchor="middle"
      x={x + width / 2}
      y={y + height + 13}
    >
      {leaves.map((id) => id.slice(state.id.length + 1)).join(' · ')}
    </text>
  );
}

function BoxRect({ box: [x, y, width, height], radius }: { box: Box; radius: number }) {
  return <rect x={x} y={y} width={width} height={height} rx={Math.min(radius, height / 2)} />;
}

const SIGNS = { added: '+', removed: '−', changed: '~' } as const;

interface CardTextProps {
  readonly card: Card;
  readonly box: Box;
  readonly changes?: Highlights['changes'];
}

function CardText({ card, box: [x, y], changes }: CardTextProps) {
  return card.lines.map(({ kind, text, size, transition, ...line }) => {
    const change = changes?.get(transition ?? (kind === 'title' ? card.state.id : ''));
    return (
      <Fragment key={`${line.y} ${text}`}>
        {change === undefined ? null : (
          <text className={`sc-${change}`} fontSize={size} x={x + 2} y={y + line.y}>
            {SIGNS[change]}
          </text>
        )}
        <text
          className={`sc-${kind} ${change ? `sc-${change}` : ''}`.trim()}
          fontSize={size}
          x={x + line.x}
          y={y + line.y}
        >
          {text}
        </text>
      </Fragment>
    );
  });
}

function inset([x, y, width, height]: Box, by: number): Box {
  return [x + by, y + by, width - 2 * by, height - 2 * by];
}

/** An arrow at the end of a line. */
function arrowPath(points: readonly number[]): string {
  const [fromX = 0, fromY = 0, x = 0, y = 0] = points.slice(-4);
  const [dx, dy] = [Math.sign(x - fromX), Math.sign(y - fromY)];
  const side = (sign: number) =>
    `${x - dx * ARROW + (sign * dy * ARROW) / 2} ${y - dy * ARROW + (sign * dx * ARROW) / 2}`;
  return `M${x} ${y}L${side(1)}L${side(-1)}Z`;
}

/** A line through points with rounded corners. */
function roundedPath(points: readonly number[]): string {
  const parts = points.flatMap((x, index) => {
    if (index % 2 === 1) return [];
    const [beforeX, beforeY, , y = 0, afterX, afterY] = points.slice(Math.max(0, index - 2));
    if (index === 0) return `M${x} ${points[1]}`;
    if (beforeX === undefined || beforeY === undefined) return [];
    if (afterX === undefined || afterY === undefined) return `L${x} ${y}`;
    const near = (otherX: number, otherY: number) => {
      const length = Math.hypot(otherX - x, otherY - y) || 1;
      const part = Math.min(CORNER, length / 2) / length;
      return `${x + (otherX - x) * part} ${y + (otherY - y) * part}`;
    };
    return `L${near(beforeX, beforeY)}Q${x} ${y} ${near(afterX, afterY)}`;
  });
  return parts.join('');
}
