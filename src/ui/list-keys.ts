import { normalizeForSearch } from './normalize-for-search.ts';

/**
 * Where a key leads in a list (arrow keys, Home, End).
 *
 * @param key the name of the key, as the browser gives it
 * @param index the row the focus is on
 * @param count how many rows there are
 * @returns the index of the row to go to, or `null` when the key is not one of the list's
 */
export function rowIndexForKey(key: string, index: number, count: number): number | null {
  const last = count - 1;
  if (key === 'ArrowDown') return Math.min(index + 1, last);
  if (key === 'ArrowUp') return Math.max(index - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

/** Milliseconds after which type-ahead starts a new word. */
const TYPE_AHEAD_PAUSE = 700;

/** What was typed into a list so far, and when. */
export interface TypeAhead {
  readonly text: string;
  readonly at: number;
}

export const EMPTY_TYPE_AHEAD: TypeAhead = { text: '', at: Number.NEGATIVE_INFINITY };

/**
 * Type-ahead: letters typed in quick succession make a word; after a pause a new one starts.
 *
 * @param typed what was typed before
 * @param key the name of the key, as the browser gives it
 * @param at milliseconds, on any clock that only goes forward
 * @returns the word now, or `null` when the key does not belong to one
 */
export function typeAhead(typed: TypeAhead, key: string, at: number): TypeAhead | null {
  const before = at - typed.at < TYPE_AHEAD_PAUSE ? typed.text : '';
  if ([...key].length !== 1 || (key === ' ' && before === '')) return null;
  return { text: before + normalizeForSearch(key), at };
}

/**
 * The row a typed word leads to: the next one that starts with it. One letter, again and again, walks
 * through all that start with it.
 *
 * @param names the names of the rows, in order
 * @param index the row the focus is on
 * @param word as `typeAhead` gives it
 * @returns the index of the row, or `null` when none starts so
 */
export function rowIndexForPrefix(
  names: readonly string[],
  index: number,
  word: string,
): number | null {
  const letters = [...word];
  const walking = letters.every((letter) => letter === letters[0]);
  const wanted = walking ? (letters[0] ?? '') : word;
  const start = walking ? index + 1 : index;
  const order = names.map((_, step) => (start + step) % names.length);
  return order.find((row) => normalizeForSearch(names[row] ?? '').startsWith(wanted)) ?? null;
}
