import { type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Read } from './request-context.ts';

/** How many rows a page of a list has. */
const PAGE_SIZE = 100;

/** The pattern of an id. */
export const UUID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';

/** The query of a list. `cursor` has the epoch milliseconds and the id with which the page before ended. */
export const pageQuery = {
  search: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  cursor: v.optional(v.pipe(v.string(), v.regex(RegExp(`^(?:\\d{1,13}_${UUID})?$`))), ''),
};

/** Writes a time as JavaScript does, in UTC and with milliseconds. */
export function isoTime(column: SQL): SQL {
  return sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Makes a pattern of `like` for what contains the text. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The place of a row in its list: blank ones are before the first. */
interface Place {
  readonly time: string | null;
  readonly id: string | null;
  readonly size: number;
}

/**
 * Reads a page of a list, the latest first.
 *
 * @param column the time that orders the list; its precision is milliseconds
 * @param select builds the query up to and including its `where`; it gets the place where the page begins and how many rows
 *   are read
 * @param timeOf returns that time of a row
 */
export async function readPage<Row extends { readonly id: string }>(
  read: Read,
  cursor: string,
  column: SQL,
  select: (place: Place) => SQL,
  timeOf: (row: Row) => string,
) {
  const [milliseconds, id = null] = cursor === '' ? [] : cursor.split('_');
  const time = id && new Date(Number(milliseconds)).toISOString();
  const size = PAGE_SIZE + 1;
  const isAfter = id ? sql`and (${column}, id) < (${time}::timestamptz, ${id}::uuid)` : sql``;
  const rows = await read(
    sql<Row>`${select({ time, id, size })} ${isAfter} order by ${column} desc, id desc limit ${size}`,
  );
  const page = rows.slice(0, PAGE_SIZE);
  const last = rows.length > PAGE_SIZE ? page.at(-1) : undefined;
  return { page, next: last ? `${Date.parse(timeOf(last))}_${last.id}` : null };
}
