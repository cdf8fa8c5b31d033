import { and, desc, eq, sql } from 'drizzle-orm';
import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { type Context, Hono } from 'hono';
import { validator } from 'hono/validator';
import * as v from 'valibot';
import { organizationId } from '../database/columns.ts';
import type { Permit, RequestContext } from '../http/request-context.ts';

/** How many entries a page of the list has, and a file at most. */
const PAGE_SIZE = 100;
const FILE_SIZE = 10_000;

const ACTIONS = ['created', 'changed', 'deleted', 'restored'] as const;

/** The columns are those of `server/database/migrations/0004-audit.sql`. The database adds the entries. */
const entries = pgTable(
  'audit_entries',
  {
    organizationId,
    id: uuid('id').notNull(),
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    memberId: text('member_id').notNull(),
    memberName: text('member_name').notNull(),
    impersonator: text('impersonator'),
    action: text('action', { enum: ACTIONS }).notNull(),
    resource: text('resource').notNull(),
    subjectId: text('subject_id').notNull(),
    subjectName: text('subject_name').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
);

const filterSchema = v.object({
  action: v.optional(v.union([v.literal(''), v.picklist(ACTIONS)]), ''),
  /** Occurs in the name of the member, of the support person or of what was changed. */
  search: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  /** The id of what was changed; blank for all. */
  subject: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
  /** The epoch milliseconds and the id with which the page before ended. */
  cursor: v.optional(v.pipe(v.string(), v.regex(/^(?:\d{1,13}_[\da-f-]{36})?$/)), ''),
});
type Filter = v.InferOutput<typeof filterSchema>;

const filterQuery = validator('query', (query) => v.parse(filterSchema, query));

/** The calls of the audit trail, which nobody can change (R24.1). Each sees the organization of the JWT only. */
export function auditRoutes(permit: Permit) {
  return new Hono<RequestContext>()
    .use(permit('audit', 'read'))
    .get('/', filterQuery, async (context) => {
      const rows = await readEntries(context, context.req.valid('query'), PAGE_SIZE + 1);
      const page = rows.slice(0, PAGE_SIZE);
      const last = rows.length > PAGE_SIZE ? page.at(-1) : undefined;
      const next = last ? `${last.at.getTime()}_${last.id}` : null;
      return context.json({ entries: page.map(toEntry), next });
    })
    .get('/file', filterQuery, async (context) => {
      const rows = await readEntries(context, context.req.valid('query'), FILE_SIZE);
      return context.json({ csv: toCsv(rows.map(toEntry)) });
    });
}

function readEntries({ var: { work } }: Context<RequestContext>, filter: Filter, size: number) {
  const { action, subject, cursor } = filter;
  const pattern = `%${filter.search.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const [milliseconds, id] = cursor.split('_');
  const time = new Date(Number(milliseconds)).toISOString();
  return work((transaction) =>
    transaction
      .select()
      .from(entries)
      .where(
        and(
          action === '' ? undefined : eq(entries.action, action),
          subject === '' ? undefined : eq(entries.subjectId, subject),
          pattern === '%%'
            ? undefined
            : sql`concat_ws(' ', ${entries.memberName}, ${entries.impersonator}, ${entries.subjectName}) ilike ${pattern}`,
          cursor === ''
            ? undefined
            : sql`(${entries.at}, ${entries.id}) < (${time}::timestamptz, ${id}::uuid)`,
        ),
      )
      .orderBy(desc(entries.at), desc(entries.id))
      .limit(size),
  );
}

/** An entry as the service sends it. `impersonator` is the address of the support person who acted as the member. */
function toEntry(row: typeof entries.$inferSelect) {
  const { id, action, resource, impersonator } = row;
  const member = { memberId: row.memberId, name: row.memberName };
  const subject = { id: row.subjectId, name: row.subjectName };
  return { id, at: row.at.toISOString(), action, resource, subject, member, impersonator };
}

/** Writes entries as CSV (RFC 4180). A spreadsheet reads no cell as a formula. */
function toCsv(rows: readonly ReturnType<typeof toEntry>[]): string {
  const cell = (text: string) => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;
  const lines = rows.map(({ at, action, resource, subject, member, impersonator }) => [
    ...[at, action, resource, subject.id, subject.name],
    ...[member.memberId, member.name, impersonator ?? ''],
  ]);
  const head = ['time', 'action', 'resource', 'id', 'name', 'member id', 'member', 'impersonator'];
  return [head, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}
