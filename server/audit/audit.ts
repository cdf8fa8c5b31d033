import { and, desc, eq, ilike, type SQL, sql } from 'drizzle-orm';
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { Hono } from 'hono';
import { validator } from 'hono/validator';
import * as v from 'valibot';
import type { Transaction } from '../database/connection.ts';
import { containing, pageQuery, ROWS_READ, readCursor, toPage } from '../http/page.ts';
import type { Permit, RequestContext } from '../http/request-context.ts';

/** How many entries a file has at most: the newest ones. */
const FILE_SIZE = 10_000;

const ACTIONS = ['created', 'changed', 'deleted', 'restored'] as const;

/** The columns are those of `server/database/migrations/0004-audit.sql`. */
const entries = pgTable('audit_entries', {
  id: uuid('id').notNull(),
  at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
  action: text('action', { enum: ACTIONS }).notNull(),
  resource: text('resource').notNull(),
  subjectId: text('subject_id').notNull(),
  subjectName: text('subject_name').notNull(),
  memberId: text('member_id').notNull(),
  memberName: text('member_name').notNull(),
  impersonator: text('impersonator'),
});

const filterSchema = v.object({
  action: v.optional(v.union([v.literal(''), v.picklist(ACTIONS)]), ''),
  /** The id of what was changed; blank for all. */
  subject: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
  /** `search` occurs in the name of the member, of the support person or of what was changed. */
  ...pageQuery,
});
type Filter = Omit<v.InferOutput<typeof filterSchema>, 'cursor'>;

const filterQuery = validator('query', (query) => v.parse(filterSchema, query));

/** The calls of the audit trail, which nobody can change (R24.1). Each sees the organization of the JWT only. */
export function auditRoutes(permit: Permit) {
  return new Hono<RequestContext>()
    .use(permit('audit', 'read'))
    .get('/', filterQuery, async ({ req, var: { work }, json }) => {
      const { cursor, ...filter } = req.valid('query');
      const { time, id } = readCursor(cursor);
      const isAfter =
        id === null ? undefined : sql`(${entries.at}, ${entries.id}) < (${time}, ${id})`;
      const rows = await work((transaction) =>
        readEntries(transaction, filter, ROWS_READ, isAfter),
      );
      const { page, next } = toPage(rows, ({ at }) => at);
      return json({ entries: page, next });
    })
    .get('/file', filterQuery, async ({ req, var: { work }, json }) => {
      const rows = await work((transaction) =>
        readEntries(transaction, req.valid('query'), FILE_SIZE + 1),
      );
      return json({ csv: toCsv(rows.slice(0, FILE_SIZE)), isComplete: rows.length <= FILE_SIZE });
    });
}

/** Reads the newest entries. `impersonator` is the address of the support person who acted as the member. */
function readEntries(
  transaction: Transaction,
  { action, subject, search }: Filter,
  limit: number,
  isAfter?: SQL,
) {
  const { id, at, resource, impersonator } = entries;
  const names = sql`concat_ws(' ', ${entries.memberName}, ${impersonator}, ${entries.subjectName})`;
  return transaction
    .select({
      id,
      at,
      action: entries.action,
      resource,
      subject: { id: entries.subjectId, name: entries.subjectName },
      member: { memberId: entries.memberId, name: entries.memberName },
      impersonator,
    })
    .from(entries)
    .where(
      and(
        action === '' ? undefined : eq(entries.action, action),
        subject === '' ? undefined : eq(entries.subjectId, subject),
        ilike(names, containing(search.trim())),
        isAfter,
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(limit);
}

type Entry = Awaited<ReturnType<typeof readEntries>>[number];

/** Writes entries as CSV (RFC 4180). A spreadsheet reads no cell as a formula. */
function toCsv(rows: readonly Entry[]): string {
  const cell = (text: string) => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;
  const lines = rows.map(({ at, action, resource, subject, member, impersonator }) => [
    ...[at.toISOString(), action, resource, subject.id, subject.name],
    ...[member.memberId, member.name, impersonator ?? ''],
  ]);
  const head = ['time', 'action', 'resource', 'id', 'name', 'member id', 'member', 'impersonator'];
  return [head, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}
