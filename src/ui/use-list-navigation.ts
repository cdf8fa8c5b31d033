import { type KeyboardEvent, useRef } from 'react';
import {
  EMPTY_TYPE_AHEAD,
  extendTypeAhead,
  rowIndexForKey,
  rowIndexForPrefix,
} from './list-keys.ts';

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
  const typed = useRef(EMPTY_TYPE_AHEAD);
  return (event, names, index) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return null;
    const row = rowIndexForKey(event.key, index, names.length);
    const next = row === null ? extendTypeAhead(typed.current, event.key, event.timeStamp) : null;
    if (row === null && next === null) return null;
    event.preventDefault();
    typed.current = next ?? EMPTY_TYPE_AHEAD;
    return next === null ? row : rowIndexForPrefix(names, index, next.text);
  };
}
