import { Fragment, memo } from 'react';
import type { GraphState, MachineGraph } from '../../explore/machine-graph.ts';
import { ownValue } from '../../explore/values.ts';
import {
  type Card,
  chartCards,
  containerTitle,
  isContainer,
  TEXT_SIZE,
} from '../../layout/cards.ts';
import type { Box, ChartLayout, DetailLevel, Edge } from '../../layout/layout.types.ts';
import { shownAncestor } from '../../layout/shown-states.ts';
import { type Highlights, isIn } from './highlights.ts';
import { arrowPath, cornersOf, labelBox } from './line-shape.ts';

/** The highlights that make a line without a route visible. */
const SHOWING = /^sc-(?:incoming|outgoing|marked|taken)$/;
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
    state,
    highlights,
    isFocusable: state.id === focusable,
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
        <EdgeLine key={edge.id} edge={edge} names={names} boxes={layout.boxes} />
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
            <ActiveInside state={card.state} box={box} highlights={highlights} />
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
  const isFailure =
    causes.length > 0 && causes.every((cause) => cause === 'error' || cause === 'after');
  const any = (ids: ReadonlySet<string>) => transitions.some((each) => ids.has(each));
  const { active, incoming, outgoing, marked, taken } = highlights;
  const [source = ''] = id.split(' → ');
  const changes = new Set(transitions.map((each) => highlights.changes?.get(each)));
  const [change] = changes.size === 1 ? changes : changes.size > 1 ? (['changed'] as const) : [];
  return [
    'sc-edge',
    change !== undefined && `sc-${change}`,
    isFailure && 'sc-failure',
    transitions.some((each) => main.includes(each)) && 'sc-main',
    active.has(source) && 'sc-next',
    any(incoming) && 'sc-incoming',
    any(outgoing) && 'sc-outgoing',
    any(marked) && 'sc-marked',
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
  const corners = cornersOf(edge, boxes);
  const path = `M${corners.join(' ')}`;
  return (
    <g className={names.join(' ')} data-edge={edge.id}>
      <path className="sc-hit" d={path} />
      <path className="sc-line" d={path} />
      <path className="sc-arrow" d={arrowPath(corners)} />
    </g>
  );
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
    const isSought =
      isLarge || label.id === hovered || label.names.some((name) => SHOWING.test(name));
    if (box !== null || !isSought) continue;
    const others = placed.map((each) => each.box);
    placed.push({ ...label, box: labelBox(label.text, cornersOf(label.edge, boxes), others) });
  }
  return placed;
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
