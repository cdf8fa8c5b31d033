import { fold } from '#machines/rules/fold.ts';

/**
 * Returns the row that an arrow key, Home or End moves to.
 *
 * @param key `KeyboardEvent.key`
 * @param index index of the focused row
 * @param count number of rows
 * @returns the index of the row, or `null` for any other key
 */
export function rowIndexForKey(key: string, index: number, count: number): number | null {
  const last = count - 1;
  if (key === 'ArrowDown') return Math.min(index + 1, last);
  if (key === 'ArrowUp') return Math.max(index - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

/** Milliseconds without a key after which type-ahead starts again. */
const TYPE_AHEAD_TIMEOUT = 700;

/** The text typed so far, and the time of its last key in milliseconds. */
export interface TypeAhead {
  readonly text: string;
  readonly at: number;
}

export const EMPTY_TYPE_AHEAD: TypeAhead = { text: '', at: Number.NEGATIVE_INFINITY };

/**
 * Adds a key to the type-ahead text. After a pause the text starts again.
 *
 * @param previous the state before the key
 * @param key `KeyboardEvent.key`
 * @param at time of the key in milliseconds, of any monotonic clock
 * @returns the new state, or `null` when the key types no character or is a leading space
 */
export function extendTypeAhead(previous: TypeAhead, key: string, at: number): TypeAhead | null {
  const text = at - previous.at < TYPE_AHEAD_TIMEOUT ? previous.text : '';
  if ([...key].length !== 1 || (key === ' ' && text === '')) return null;
  return { text: text + fold(key), at };
}

/**
 * Returns the row that type-ahead moves to: the current or next row whose name starts with the text. The same
 * letter typed repeatedly moves through all rows that start with it.
 *
 * @param names names of the rows, in order
 * @param index index of the focused row
 * @param text as returned by `typeAhead`
 * @returns the index of the row, or `null` when no name starts with the text
 */
export function rowIndexForPrefix(
  names: readonly string[],
  index: number,
  text: string,
): number | null {
  const letters = [...text];
  const isOneLetter = letters.every((letter) => letter === letters[0]);
  const prefix = isOneLetter ? (letters[0] ?? '') : text;
  const start = isOneLetter ? index + 1 : index;
  const order = names.map((_, offset) => (start + offset) % names.length);
  return order.find((row) => fold(names[row] ?? '').startsWith(prefix)) ?? null;
}
