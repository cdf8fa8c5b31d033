import type {
  GraphState,
  GraphTransition,
  MachineGraph,
} from '../../packages/statechart/explore/machine-graph.ts';
import type { Box, Point } from './chart.types.ts';

/**
 * The width of a character relative to the font size, measured in the widest monospace font of the design tokens.
 *
 * The build lays out cards by text sizes computed from it, and the page draws the same lines of text.
 */
const CHARACTER_WIDTH = 0.62;

export const SIZES = { title: 13, text: 10 } as const;

const LINE_HEIGHT = { title: 20, text: 14 } as const;
const PADDING = 10;
const GAP = 5;
/** The maximal number of characters in a line. */
const MAX_CHARACTERS = 46;
/** Space at the right of a row for a timer ring and the start of the edge. */
const ROW_END = 26;

/** The part of a state or of a transition that a line of text shows. */
type TextKind = 'title' | 'description' | 'note' | 'event' | 'guard' | 'otherwise' | 'actions';

/** A line of text, positioned from the top left corner of its card; `y` is its baseline. */
export interface TextLine extends Point {
  readonly kind: TextKind;
  readonly text: string;
}

/** The part of a card that belongs to one transition. */
export interface CardRow {
  readonly transition: GraphTransition;
  readonly box: Box;
  readonly lines: readonly TextLine[];
  /** Where the transition's edge starts, from the top left corner of the card. */
  readonly port: Point;
}

export interface Card {
  /** The state's id, or `state | on` for the panel of a compound state. */
  readonly id: string;
  readonly state: GraphState;
  readonly width: number;
  readonly height: number;
  /** The text about the state itself, and the events that several rows share. */
  readonly lines: readonly TextLine[];
  readonly rows: readonly CardRow[];
}

/** The id of the panel that lists the transitions from a compound state itself, not from its children. */
export function panelId(state: string): string {
  return `${state} | on`;
}

/** The id of the dot that marks the initial state of a compound state. */
export function initialId(state: string): string {
  return `initial | ${state}`;
}

/** The width of a text, in pixels. */
export function textWidth(text: string, size: number): number {
  return Math.ceil([...text].length * size * CHARACTER_WIDTH);
}

/**
 * The cards of a machine: one for each leaf, and a panel for each compound state that transitions leave
 * directly, not only from its children.
 *
 * @param graph the machine
 */
export function chartCards(graph: MachineGraph): readonly Card[] {
  const bySource = groupedBy(graph.transitions, ({ source }) => source);
  return graph.states.flatMap((state) => {
    const own = bySource.get(state.id) ?? [];
    if (state.kind === 'leaf') return [card(state.id, state, own, leafHead(state))];
    const head = notes(state);
    return own.length + head.length > 0 ? [card(panelId(state.id), state, own, head)] : [];
  });
}

/** The title and description at the top of a compound state's box. */
export function compoundTitle(state: GraphState): Card {
  const description = wrap(state.description, MAX_CHARACTERS * 1.4).map((text) =>
    line('description', text),
  );
  return card(state.id, state, [], [line('title', title(state)), ...description]);
}

/** The height at the top of a compound state's box that is kept free for its title, in pixels. */
export function titleHeight(state: GraphState): number {
  return compoundTitle(state).height + 30;
}

/** The condition of a transition in words; empty for an only branch without a guard. */
export function guardText({ guard, index }: GraphTransition): string {
  if (guard !== null) return `[${guard}]`;
  return index > 0 ? 'otherwise' : '';
}

/** The cause of a transition in words. */
export function causeText({ kind, label }: Pick<GraphTransition, 'kind' | 'label'>): string {
  const words = {
    event: '',
    done: 'result of ',
    error: 'error of ',
    after: 'after ',
    always: '',
  };
  return `${words[kind]}${kind === 'always' ? 'at once' : label}`;
}

type UnplacedText = Pick<TextLine, 'kind' | 'text'>;

function line(kind: TextKind, text: string): UnplacedText {
  return { kind, text };
}

function title(state: GraphState): string {
  return state.kind === 'parallel' ? `${state.name} (parallel)` : state.name;
}

function leafHead(state: GraphState): UnplacedText[] {
  const description = wrap(state.description, MAX_CHARACTERS).map((text) =>
    line('description', text),
  );
  return [line('title', state.name), ...description, ...notes(state)];
}

function notes({ invokes, entry, exit }: GraphState): UnplacedText[] {
  const calls = invokes.map(({ id, actor }) => (id === actor ? id : `${actor} as ${id}`));
  const all = [
    ...calls.map((call) => `invoke ${call}`),
    ...(entry.length > 0 ? [`entry / ${entry.join(', ')}`] : []),
    ...(exit.length > 0 ? [`exit / ${exit.join(', ')}`] : []),
  ];
  return all.flatMap((text) => wrap(text, MAX_CHARACTERS)).map((text) => line('note', text));
}

function card(
  id: string,
  state: GraphState,
  transitions: readonly GraphTransition[],
  head: readonly UnplacedText[],
): Card {
  const lines: TextLine[] = [];
  const rows: CardRow[] = [];
  let y = PADDING - 3;
  const append = (target: TextLine[], { kind, text }: UnplacedText, indent: number) => {
    const height = kind === 'title' ? LINE_HEIGHT.title : LINE_HEIGHT.text;
    y += height;
    target.push({ kind, text, x: PADDING + indent, y: y - 4 });
  };
  for (const text of head) append(lines, text, 0);
  const groups = groupedBy(transitions, ({ event }) => event);
  for (const branches of groups.values()) {
    y += GAP;
    const [first] = branches;
    const isShared = branches.length > 1;
    if (isShared && first) append(lines, line('event', causeText(first)), 0);
    for (const transition of branches) {
      const top = y;
      const own: TextLine[] = [];
      for (const text of rowLines(transition, isShared)) append(own, text, isShared ? 10 : 0);
      const box = { x: 0, y: top, width: 0, height: y - top };
      rows.push({ transition, box, lines: own, port: { x: 0, y: top + LINE_HEIGHT.text / 2 + 1 } });
    }
  }
  const height = y + PADDING;
  const width = Math.max(96, ...lines.map(rightEnd), ...rows.flatMap(rowRightEnds));
  const widened = rows.map((row) => ({
    ...row,
    box: { ...row.box, width },
    port: { ...row.port, x: width },
  }));
  return { id, state, width, height, lines, rows: widened };
}

function rowLines(transition: GraphTransition, hasSharedEvent: boolean): UnplacedText[] {
  const guard = guardText(transition);
  const kind = guard.startsWith('[') ? 'guard' : 'otherwise';
  const head = hasSharedEvent
    ? [line(kind, guard)]
    : [line('event', [causeText(transition), guard].filter(Boolean).join(' '))];
  const actions = transition.actions.length > 0 ? `/ ${transition.actions.join(', ')}` : '';
  return [...head, ...wrap(actions, MAX_CHARACTERS).map((text) => line('actions', text))];
}

function rightEnd({ kind, text, x }: TextLine): number {
  return x + textWidth(text, kind === 'title' ? SIZES.title : SIZES.text) + PADDING;
}

function rowRightEnds({ lines }: CardRow): number[] {
  return lines.map((textLine) => rightEnd(textLine) - PADDING + ROW_END);
}

function groupedBy<Value>(values: readonly Value[], key: (value: Value) => string) {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const group = groups.get(key(value));
    if (group) group.push(value);
    else groups.set(key(value), [value]);
  }
  return groups;
}

function wrap(text: string, maxCharacters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 1 <= maxCharacters) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else if (word !== '') {
      lines.push(word);
    }
  }
  return lines;
}
