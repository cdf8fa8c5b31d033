import type { GraphState, GraphTransition, MachineGraph } from '../explore/machine-graph.ts';
import { causeText, guardText } from '../explore/text.ts';
import type { DetailLevel } from './layout.types.ts';

/**
 * The width of a character relative to the font size, measured in the widest monospace font that the page may use. The
 * layout is computed from it, and the page draws the same lines of text.
 */
const CHARACTER_WIDTH = 0.62;

/** Pixels. */
const FONT_SIZES = {
  map: { title: 15, text: 11.5 },
  details: { title: 14, text: 10.5 },
} as const;

/** The height of a line relative to its font size. */
const LINE = 1.36;
const PADDING = 10;
/** Between the transitions of two events, in pixels. */
const GAP = 5;
/** The most characters in a line of a card. */
const MAX_CHARACTERS = 56;
const MIN_WIDTH = 90;

/** What a line of text shows. */
type TextKind = 'title' | 'description' | 'note' | 'event' | 'guard';

/** A line of text, positioned from the top left corner of its card; `y` is its baseline. */
interface TextLine {
  readonly kind: TextKind;
  readonly text: string;
  readonly size: number;
  readonly x: number;
  readonly y: number;
  /** The transition that the line belongs to; `null` for the state. */
  readonly transition: string | null;
}

/** The text of a state and its size, in pixels. */
export interface Card {
  /** The state's id, or `state | on` for the transitions of a compound state itself. */
  readonly id: string;
  readonly state: GraphState;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly TextLine[];
}

/** The id of the card that lists the transitions from a compound state itself. */
export function ownCardId(state: string): string {
  return `${state} | on`;
}

/** The width of a text, in pixels. */
function textWidth(text: string, size: number): number {
  return Math.ceil([...text].length * size * CHARACTER_WIDTH);
}

/** The size of a label beside an edge, in pixels. */
export function labelSize(text: string): { readonly width: number; readonly height: number } {
  const size = FONT_SIZES.map.text;
  return { width: textWidth(text, size) + 12, height: Math.ceil(size * LINE) + 4 };
}

/** Whether a state is drawn as a box around others. */
export function isContainer({ kind }: GraphState): boolean {
  return kind === 'compound' || kind === 'parallel';
}

/**
 * The cards of a drawing: one for each state without children, and one for the transitions of a compound state itself.
 *
 * @param notes lines below the names of the map's states, by their ids
 */
export function chartCards(
  graph: MachineGraph,
  level: DetailLevel,
  notes: Readonly<Record<string, readonly string[]>> = {},
): readonly Card[] {
  const names = new Map(graph.states.map(({ id, name }) => [id, name]));
  return graph.states.flatMap((state) => {
    const own = graph.transitions.filter(({ source }) => source === state.id);
    const id = isContainer(state) ? ownCardId(state.id) : state.id;
    if (level === 'map') {
      const title = isContainer(state) ? 'in any state' : state.name;
      if (isContainer(state) && (state.parent !== null || own.length === 0)) return [];
      return [
        card(id, state, level, [
          { kind: isContainer(state) ? 'note' : 'title', text: title },
          ...(notes[state.id] ?? []).map((text) => ({ kind: 'note', text }) as const),
        ]),
      ];
    }
    const head: UnplacedLine[] = isContainer(state)
      ? facts(state)
      : [{ kind: 'title', text: titleOf(state) }, ...wrapped('description', state.description)];
    const texts = [...head, ...(isContainer(state) ? [] : facts(state)), ...rows(own, names)];
    return texts.length === 0 ? [] : [card(id, state, level, texts)];
  });
}

/** The name and the description at the top of a compound state's box. */
export function containerTitle(state: GraphState, level: DetailLevel): Card {
  const description = level === 'map' ? [] : wrapped('description', state.description, 70);
  return card(state.id, state, level, [{ kind: 'title', text: titleOf(state) }, ...description]);
}

function titleOf({ name, kind, isDeep }: GraphState): string {
  if (kind === 'history') return isDeep ? `${name} (H*)` : `${name} (H)`;
  return kind === 'parallel' ? `${name} (parallel)` : name;
}

interface UnplacedLine {
  readonly kind: TextKind;
  readonly text: string;
  readonly indent?: number;
  readonly transition?: string;
  /** Whether there is a gap above. */
  readonly isApart?: boolean;
}

/** The tags, actors and actions of a state. */
function facts({ tags, invokes, entry, exit, initialActions }: GraphState): UnplacedLine[] {
  const lists = [
    ['tags', tags],
    ['invoke', invokes.map(({ id, actor }) => (id === actor ? id : `${actor} as ${id}`))],
    ['entry /', entry],
    ['exit /', exit],
    ['initial /', initialActions],
  ] as const;
  return lists.flatMap(([name, values]) =>
    values.length === 0 ? [] : wrapped('note', `${name} ${values.join(', ')}`),
  );
}

/** The transitions of a state: the branches of one event below one another. */
function rows(own: readonly GraphTransition[], names: ReadonlyMap<string, string>): UnplacedLine[] {
  return own.flatMap((transition) => {
    const { id, event, index, targets, actions } = transition;
    const hasBranches = own.filter((each) => each.event === event).length > 1;
    const to = targets.length > 0 ? `→ ${targets.map((each) => names.get(each)).join(', ')}` : '';
    const acts = actions.length > 0 ? `/ ${actions.join(', ')}` : '';
    const words = [hasBranches ? '' : causeText(transition), guardText(transition), to, acts];
    const indent = hasBranches ? 10 : 0;
    const row = wrapped(hasBranches ? 'guard' : 'event', words.filter(Boolean).join(' '));
    const head: UnplacedLine[] =
      hasBranches && index === 0
        ? [{ kind: 'event', text: causeText(transition), transition: id, isApart: true }]
        : [];
    const lines = row.map((line, place) => ({
      ...line,
      indent: place === 0 ? indent : indent + 10,
      transition: id,
      isApart: place === 0 && !hasBranches,
    }));
    return [...head, ...lines];
  });
}

function card(
  id: string,
  state: GraphState,
  level: DetailLevel,
  texts: readonly UnplacedLine[],
): Card {
  const sizes = FONT_SIZES[level];
  let y = PADDING - 3;
  const lines = texts.map(({ kind, text, indent = 0, transition = null, isApart }): TextLine => {
    const size = kind === 'title' ? sizes.title : sizes.text;
    y += Math.ceil(size * LINE) + (isApart === true ? GAP : 0);
    return { kind, text, size, x: PADDING + indent, y: y - 3, transition };
  });
  const ends = lines.map(({ x, text, size }) => x + textWidth(text, size) + PADDING);
  return { id, state, width: Math.max(MIN_WIDTH, ...ends), height: y + PADDING - 2, lines };
}

function wrapped(kind: TextKind, text: string, max = MAX_CHARACTERS): UnplacedLine[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < max) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else if (word !== '') {
      lines.push(word);
    }
  }
  return lines.map((line) => ({ kind, text: line }));
}
