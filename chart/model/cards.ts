import type {
  ChartGraph,
  ChartState,
  ChartTransition,
} from '../../machines/explore/machine-graph.ts';
import type { Box, Point } from './chart.types.ts';

/**
 * How a state's card is written: which line stands where. The build lays out boxes of these sizes, the page
 * draws the same lines into them.
 *
 * Widths are measured, not guessed: a character of the widest monospace font of the token file is this wide,
 * in parts of its size.
 */
const CHARACTER = 0.62;

export const SIZES = { title: 13, text: 10 } as const;

const LINE = { title: 20, text: 14 } as const;
const PAD = 10;
const GAP = 5;
/** Characters in a line before it is wrapped. */
const WRAP = 46;
/** Space at the right of a row, for the ring of a delay and the line that leaves. */
const ROW_END = 26;

/** What a line of a card says. */
type LineKind = 'title' | 'description' | 'note' | 'event' | 'guard' | 'otherwise' | 'actions';

/** A line of text, placed from its card's top left corner; `y` is its base line. */
export interface CardLine extends Point {
  readonly kind: LineKind;
  readonly text: string;
}

/** The part of a card that belongs to one transition. */
export interface CardRow {
  readonly transition: ChartTransition;
  readonly box: Box;
  readonly lines: readonly CardLine[];
  /** Where its line leaves, from the card's top left corner. */
  readonly port: Point;
}

export interface Card {
  /** The state's id, or `state | on` for the panel of a compound state. */
  readonly id: string;
  readonly state: ChartState;
  readonly width: number;
  readonly height: number;
  /** What is said of the state itself, events that head several branches included. */
  readonly lines: readonly CardLine[];
  readonly rows: readonly CardRow[];
}

/** The panel in which a compound state keeps its own transitions. */
export function panelId(state: string): string {
  return `${state} | on`;
}

/** The dot from which a compound state starts. */
export function initialId(state: string): string {
  return `initial | ${state}`;
}

/** The width of a text, in pixels. */
export function textWidth(text: string, size: number): number {
  return Math.ceil([...text].length * size * CHARACTER);
}

/**
 * The cards of a machine: one for each leaf, and a panel for each compound state that answers events itself.
 *
 * @param graph the machine
 */
export function chartCards(graph: ChartGraph): readonly Card[] {
  const bySource = groupedBy(graph.transitions, ({ source }) => source);
  return graph.states.flatMap((state) => {
    const own = bySource.get(state.id) ?? [];
    if (state.kind === 'leaf') return [card(state.id, state, own, leafHead(state))];
    const head = notes(state);
    return own.length + head.length > 0 ? [card(panelId(state.id), state, own, head)] : [];
  });
}

/** The title of a compound state, and what it takes at the top of its box. */
export function compoundTitle(state: ChartState): Card {
  const description = wrap(state.description, WRAP * 1.4).map((text) => line('description', text));
  return card(state.id, state, [], [line('title', title(state)), ...description]);
}

/** What the top of a compound state's box keeps free for its title, in pixels. */
export function titleSpace(state: ChartState): number {
  return compoundTitle(state).height + 30;
}

/** What a transition's own line says before its actions. */
export function guardText({ guard, index }: ChartTransition): string {
  if (guard !== null) return `[${guard}]`;
  return index > 0 ? 'otherwise' : '';
}

/** What causes a transition, in words. */
export function causeText({ kind, label }: Pick<ChartTransition, 'kind' | 'label'>): string {
  const words = {
    event: '',
    done: 'answer of ',
    error: 'failure of ',
    after: 'after ',
    always: '',
  };
  return `${words[kind]}${kind === 'always' ? 'at once' : label}`;
}

type Unplaced = Pick<CardLine, 'kind' | 'text'>;

function line(kind: LineKind, text: string): Unplaced {
  return { kind, text };
}

function title(state: ChartState): string {
  return state.kind === 'parallel' ? `${state.name} (parallel)` : state.name;
}

function leafHead(state: ChartState): Unplaced[] {
  const description = wrap(state.description, WRAP).map((text) => line('description', text));
  return [line('title', state.name), ...description, ...notes(state)];
}

function notes({ invokes, entry, exit }: ChartState): Unplaced[] {
  const calls = invokes.map(({ id, actor }) => (id === actor ? id : `${actor} as ${id}`));
  const all = [
    ...calls.map((call) => `invoke ${call}`),
    ...(entry.length > 0 ? [`entry / ${entry.join(', ')}`] : []),
    ...(exit.length > 0 ? [`exit / ${exit.join(', ')}`] : []),
  ];
  return all.flatMap((text) => wrap(text, WRAP)).map((text) => line('note', text));
}

function card(
  id: string,
  state: ChartState,
  transitions: readonly ChartTransition[],
  head: readonly Unplaced[],
): Card {
  const lines: CardLine[] = [];
  const rows: CardRow[] = [];
  let y = PAD - 3;
  const place = (to: CardLine[], { kind, text }: Unplaced, indent: number) => {
    const height = kind === 'title' ? LINE.title : LINE.text;
    y += height;
    to.push({ kind, text, x: PAD + indent, y: y - 4 });
  };
  for (const one of head) place(lines, one, 0);
  const groups = groupedBy(transitions, ({ event }) => event);
  for (const branches of groups.values()) {
    y += GAP;
    const [first] = branches;
    const several = branches.length > 1;
    if (several && first) place(lines, line('event', causeText(first)), 0);
    for (const transition of branches) {
      const top = y;
      const own: CardLine[] = [];
      for (const one of rowLines(transition, several)) place(own, one, several ? 10 : 0);
      const box = { x: 0, y: top, width: 0, height: y - top };
      rows.push({ transition, box, lines: own, port: { x: 0, y: top + LINE.text / 2 + 1 } });
    }
  }
  const height = y + PAD;
  const width = Math.max(96, ...lines.map(right), ...rows.flatMap(rowRight));
  const widened = rows.map((row) => ({
    ...row,
    box: { ...row.box, width },
    port: { ...row.port, x: width },
  }));
  return { id, state, width, height, lines, rows: widened };
}

function rowLines(transition: ChartTransition, several: boolean): Unplaced[] {
  const guard = guardText(transition);
  const kind = guard.startsWith('[') ? 'guard' : 'otherwise';
  const head = several
    ? [line(kind, guard)]
    : [line('event', [causeText(transition), guard].filter(Boolean).join(' '))];
  const actions = transition.actions.length > 0 ? `/ ${transition.actions.join(', ')}` : '';
  return [...head, ...wrap(actions, WRAP).map((text) => line('actions', text))];
}

function right({ kind, text, x }: CardLine): number {
  return x + textWidth(text, kind === 'title' ? SIZES.title : SIZES.text) + PAD;
}

function rowRight({ lines }: CardRow): number[] {
  return lines.map((one) => right(one) - PAD + ROW_END);
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

function wrap(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 1 <= most) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else if (word !== '') {
      lines.push(word);
    }
  }
  return lines;
}
