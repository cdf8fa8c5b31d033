import { type KeyboardEvent, useRef } from 'react';
import { fold } from '#machines/rules/fold.ts';

/** Milliseconds without a key after which type-ahead starts again. */
const TYPE_AHEAD_TIMEOUT = 700;

const NOTHING_TYPED = { text: '', at: Number.NEGATIVE_INFINITY };

/**
 * Keyboard navigation of a list: arrow keys, Home, End and type-ahead.
 *
 * @returns a function that takes a `keydown` event, the names of the rows and the index of the focused row. It returns
 *   the index of the row to focus, or `null` to focus none, and prevents the default of the keys it handles.
 */
export function useListNavigation(): (
  event: KeyboardEvent,
  names: readonly string[],
  index: number,
) => number | null {
  const typed = useRef(NOTHING_TYPED);
  return (event, names, index) => {
    const { key, timeStamp: at } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return null;
    const row = rowIndexForKey(key, index, names.length);
    const before = at - typed.current.at < TYPE_AHEAD_TIMEOUT ? typed.current.text : '';
    // The key types no character, or a leading space.
    if (row === null && ([...key].length !== 1 || (key === ' ' && before === ''))) return null;
    event.preventDefault();
    typed.current = row === null ? { text: before + fold(key), at } : NOTHING_TYPED;
    return row ?? rowIndexForPrefix(names, index, typed.current.text);
  };
}

/** Returns the row that an arrow key, Home or End moves to; `null` for any other key. */
function rowIndexForKey(key: string, index: number, count: number): number | null {
  const last = count - 1;
  if (key === 'ArrowDown') return Math.min(index + 1, last);
  if (key === 'ArrowUp') return Math.max(index - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

/**
 * Returns the row that type-ahead moves to: the current or next row whose name starts with the text. The same
 * letter typed repeatedly moves through all rows that start with it.
 *
 * @param names names of the rows, in order
 * @param index index of the focused row
 * @param text what was typed, folded
 * @returns the index of the row, or `null` when no name starts with the text
 */
function rowIndexForPrefix(names: readonly string[], index: number, text: string): number | null {
  const letters = [...text];
  const isOneLetter = letters.every((letter) => letter === letters[0]);
  const prefix = isOneLetter ? (letters[0] ?? '') : text;
  const start = isOneLetter ? index + 1 : index;
  const order = names.map((_, offset) => (start + offset) % names.length);
  return order.find((row) => fold(names[row] ?? '').startsWith(prefix)) ?? null;
}
