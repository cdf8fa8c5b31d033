import { type SQL, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { validator } from 'hono/validator';
import * as v from 'valibot';
import { containing, isoTime, pageQuery, readPage } from '../http/page.ts';
import type { Permit, RequestContext } from '../http/request-context.ts';

/** How many entries a file has at most: the newest ones. */
const FILE_SIZE = 10_000;

const ACTIONS = ['created', 'changed', 'deleted', 'restored'] as const;

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
    .get('/', filterQuery, async (context) => {
      const { cursor, ...filter } = context.req.valid('query');
      const { page, next } = await readPage<Entry>(
        context.var.read,
        cursor,
        sql`audit_entries.at`,
        () => selectEntries(filter),
        ({ at }) => at,
      );
      return context.json({ entries: page, next });
    })
    .get('/file', filterQuery, async ({ req, var: { read }, json }) => {
      const entries = await read(
        sql<Entry>`${selectEntries(req.valid('query'))} order by audit_entries.at desc, id desc limit ${FILE_SIZE + 1}`,
      );
      const csv = toCsv(entries.slice(0, FILE_SIZE));
      return json({ csv, isComplete: entries.length <= FILE_SIZE });
    });
}

/** An entry as the service sends it. `impersonator` is the address of the support person who acted as the member. */
interface Entry {
  readonly id: string;
  readonly at: string;
  readonly action: (typeof ACTIONS)[number];
  readonly resource: string;
  readonly subject: { readonly id: string; readonly name: string };
  readonly member: { readonly memberId: string; readonly name: string };
  readonly impersonator: string | null;
}

function selectEntries({ action, subject, search }: Filter): SQL {
  const pattern = containing(search.trim());
  return sql`
    select id, ${isoTime(sql`audit_entries.at`)} as at, action, resource,
      json_build_object('id', subject_id, 'name', subject_name) as subject,
      json_build_object('memberId', member_id, 'name', member_name) as member, impersonator
    from audit_entries
    where ${action} in ('', action) and ${subject} in ('', subject_id)
      and concat_ws(' ', member_name, impersonator, subject_name) ilike ${pattern}`;
}

/** Writes entries as CSV (RFC 4180). A spreadsheet reads no cell as a formula. */
function toCsv(entries: readonly Entry[]): string {
  const cell = (text: string) => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;
  const lines = entries.map(({ at, action, resource, subject, member, impersonator }) => [
    ...[at, action, resource, subject.id, subject.name],
    ...[member.memberId, member.name, impersonator ?? ''],
  ]);
  const head = ['time', 'action', 'resource', 'id', 'name', 'member id', 'member', 'impersonator'];
  return [head, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}
