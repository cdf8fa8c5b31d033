import * as v from 'valibot';

/** How many rows a page of a list has. */
const PAGE_SIZE = 100;

/** How many rows are read for a page: one more tells whether there is another page. */
export const ROWS_READ = PAGE_SIZE + 1;

/** What an id looks like. */
export const UUID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';

/** What a list takes. `cursor` has the epoch milliseconds and the id with which the page before ended. */
export const pageQuery = {
  search: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  cursor: v.optional(v.pipe(v.string(), v.regex(RegExp(`^(?:\\d{1,13}_${UUID})?$`))), ''),
};

/** Makes a pattern of `like` for what contains the text. No stored text has a zero character. */
export function containing(text: string): string {
  return `%${text.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')}%`;
}

/** Returns the time and the id of the row with which the page before ended; both are `null` for the first page. */
export function readCursor(cursor: string) {
  const [milliseconds, id = null] = cursor === '' ? [] : cursor.split('_');
  return { time: id && new Date(Number(milliseconds)).toISOString(), id };
}

/**
 * Returns a page of a list, and the cursor of the next one.
 *
 * @param rows `ROWS_READ` of them, the latest first
 * @param timeOf the time that orders the list; its precision is milliseconds
 */
export function toPage<Row extends { readonly id: string }>(
  rows: readonly Row[],
  timeOf: (row: Row) => Date,
) {
  const page = rows.slice(0, PAGE_SIZE);
  const last = rows.length > PAGE_SIZE ? page.at(-1) : undefined;
  return { page, next: last ? `${timeOf(last).getTime()}_${last.id}` : null };
}
