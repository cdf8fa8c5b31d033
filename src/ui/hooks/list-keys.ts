import type { KeyboardEvent } from 'react';

/**
 * Returns the row of a list that an arrow key, Home or End moves to, and prevents the default of the key; `null` for any
 * other key.
 *
 * @param index of the focused row
 * @param count number of rows
 */
export function rowForKey(event: KeyboardEvent, index: number, count: number): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const rows: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(index + 1, count - 1),
    ArrowUp: Math.max(index - 1, 0),
    Home: 0,
    End: count - 1,
  };
  const row = rows[event.key] ?? null;
  if (row !== null) event.preventDefault();
  return row;
}
