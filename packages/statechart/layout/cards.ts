import type { GraphState, GraphTransition, MachineGraph } from '../explore/machine-graph.ts';
import { causeText, guardText, movesText, stateTitle } from '../explore/text.ts';
import { ownValue } from '../explore/values.ts';
import type { DetailLevel } from './layout.types.ts';

/**
 * The width of a character relative to the font size, measured in the widest monospace font that the page may use. The
 * layout is computed from it, and the page draws the same lines of text.
 */
const CHARACTER_WIDTH = 0.62;

/** Characters that are as wide as they are high. */
const WIDE =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{Emoji_Presentation}\uff01-\uff60]/gu;

/** The sizes of the names of states and of all other texts, in pixels. */
const TITLE_SIZE = 15;
export const TEXT_SIZE = 12;

/** The height of a line relative to its font size. */
const LINE = 1.36;
const PADDING = 10;
/** Between the transitions of two events, in pixels. */
const GAP = 5;
/** The most characters in a line of a card. */
const MAX_CHARACTERS = 52;

/** What a line of text shows. */
type TextKind = 'title' | 'description' | 'note' | 'event' | 'guard';

/** A line of text, positioned from the top left corner of its card; `y` is its baseline. */
interface TextLine {
  readonly kind: TextKind;
  readonly text: string;
  readonly size: number;
  readonly x: number;
  readonly y: number;
  /** The id of the transition that it tells. */
  readonly transition?: string;
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

/** Lines below the names of states, by their ids. */
export type Notes = Readonly<Record<string, readonly string[]>>;

/** The width of a text, in pixels. */
function textWidth(text: string, size: number): number {
  const wide = text.match(WIDE)?.length ?? 0;
  return Math.ceil(([...text].length + wide) * size * CHARACTER_WIDTH);
}

/** The size of a label beside an edge, in pixels. */
export function labelSize(text: string): { readonly width: number; readonly height: number } {
  return { width: textWidth(text, TEXT_SIZE) + 12, height: Math.ceil(TEXT_SIZE * LINE) + 4 };
}

/** Whether a state is drawn as a box around others. */
export function isContainer({ kind }: GraphState): boolean {
  return kind === 'compound' || kind === 'parallel';
}

/**
 * The cards of a drawing: one for each state without children, and one for the transitions of a compound state itself.
 */
export function chartCards(graph: MachineGraph, level: DetailLevel, notes: Notes): readonly Card[] {
  const names = new Map(graph.states.map(({ id, name }) => [id, name]));
  return graph.states.flatMap((state) => {
    const own = graph.transitions.filter(({ source }) => source === state.id);
    const id = isContainer(state) ? ownCardId(state.id) : state.id;
    if (level === 'map') {
      const title = isContainer(state) ? 'in any state' : stateTitle(state);
      if (isContainer(state) && (state.parent !== null || own.length === 0)) return [];
      return [
        card(id, state, [
          { kind: isContainer(state) ? 'note' : 'title', text: title },
          ...(isContainer(state) ? [] : noteLines(state, notes)),
        ]),
      ];
    }
    const head: UnplacedLine[] = isContainer(state)
      ? []
      : [
          { kind: 'title', text: stateTitle(state) },
          ...noteLines(state, notes),
          ...wrapped('description', state.description),
        ];
    const texts = [...head, ...facts(state), ...rows(own, names)];
    return texts.length === 0 ? [] : [card(id, state, texts)];
  });
}

/** The name and the description at the top of a compound state's box. */
export function containerTitle(state: GraphState, level: DetailLevel, notes: Notes): Card {
  const description = level === 'map' ? [] : wrapped('description', state.description, 70);
  return card(state.id, state, [
    { kind: 'title', text: stateTitle(state) },
    ...noteLines(state, notes),
    ...description,
  ]);
}

function noteLines({ id }: GraphState, notes: Notes): UnplacedLine[] {
  return (ownValue(notes, id) ?? []).map((text) => ({ kind: 'note', text }));
}

interface UnplacedLine {
  readonly kind: TextKind;
  readonly text: string;
  readonly indent?: number;
  /** Whether there is a gap above. */
  readonly isApart?: boolean;
  readonly transition?: string;
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

/**
 * The transitions of a state, one line for each: the branches of one event below one another. Actions that have no room in
 * their line are counted.
 */
function rows(own: readonly GraphTransition[], names: ReadonlyMap<string, string>): UnplacedLine[] {
  return own.flatMap((transition) => {
    const { event, index, targets, actions, description } = transition;
    const hasBranches = own.filter((each) => each.event === event).length > 1;
    const to = targets.length > 0 ? `→ ${targets.map((each) => names.get(each)).join(', ')}` : '';
    const moves = movesText(transition).replace('stays', '').replace(/.+/, '($&)');
    const words = [hasBranches ? '' : causeText(transition), guardText(transition), to, moves];
    const text = withActions(words.filter(Boolean).join(' '), actions);
    const head: UnplacedLine[] =
      hasBranches && index === 0
        ? [{ kind: 'event', text: causeText(transition), isApart: true }]
        : [];
    const kind = hasBranches ? 'guard' : 'event';
    const notes = wrapped('description', description).map((line) => ({ ...line, indent: 10 }));
    const row = { kind, text, transition: transition.id, indent: hasBranches ? 10 : 0 } as const;
    return [...head, { ...row, isApart: !hasBranches }, ...notes];
  });
}

function withActions(text: string, actions: readonly string[]): string {
  const room = Math.max(0, MAX_CHARACTERS - text.length - ' / '.length - ', +99'.length);
  const shown = actions.filter((_, index) => actions.slice(0, index + 1).join(', ').length <= room);
  const rest = actions.length - shown.length;
  const listed = [...shown, ...(rest > 0 ? [`+${rest}`] : [])].join(', ');
  return listed === '' ? text : `${text} / ${listed}`;
}

function card(id: string, state: GraphState, texts: readonly UnplacedLine[]): Card {
  let y = PADDING - 3;
  const lines = texts.map(({ kind, text, indent = 0, isApart, transition }): TextLine => {
    const size = kind === 'title' ? TITLE_SIZE : TEXT_SIZE;
    y += Math.ceil(size * LINE) + (isApart === true ? GAP : 0);
    return { kind, text, size, x: PADDING + indent, y: y - 3, ...(transition && { transition }) };
  });
  const ends = lines.map(({ x, text, size }) => x + textWidth(text, size) + PADDING);
  return { id, state, width: Math.max(90, ...ends), height: y + PADDING - 2, lines };
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
