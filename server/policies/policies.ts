import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { validator } from 'hono/validator';
import * as v from 'valibot';
import { fold } from '#machines/rules/fold.ts';
import {
  isSamePolicyInput,
  normalizePolicy,
  type PolicyInput,
  searchWords,
  validatePolicy,
} from '#machines/rules/policy.ts';
import type { Transaction } from '../database/connection.ts';
import { containing, isoTime, pageQuery, readPage, UUID } from '../http/page.ts';
import { Problem } from '../http/problem.ts';
import type { Member, Permit, RequestContext } from '../http/request-context.ts';
import { policies } from './policies.table.ts';

/** How many characters of a description the list has: more than the two lines that the page shows. */
const EXCERPT_LENGTH = 300;

type Call = Context<RequestContext>;

const { deletedAt } = policies;

/** Policies deleted over 30 days ago are hidden; an hourly job purges them. */
const isNotExpired = or(isNull(deletedAt), gt(deletedAt, sql`restorable_after()`));

const NOT_THERE = 'There is no such policy.';

const listSchema = v.object(pageQuery);
const inputSchema = v.pipe(
  v.object({ name: v.string(), description: v.string(), state: v.picklist(['draft', 'active']) }),
  v.check((input) => validatePolicy(input) === null),
  v.transform(normalizePolicy),
);
const idSchema = v.pipe(v.string(), v.regex(RegExp(`^${UUID}$`)));
const versionSchema = v.pipe(v.string(), v.regex(/^"\d{1,9}"$/));

const listQuery = validator('query', (query) => v.parse(listSchema, query));
const policyInput = validator('json', (body) => v.parse(inputSchema, body));

/** The calls of policies. Each sees the organization of the JWT only. */
export function policyRoutes(permit: Permit) {
  return new Hono<RequestContext>()
    .get('/', permit('policy', 'read'), listQuery, async (context) => {
      const { search, cursor } = context.req.valid('query');
      return context.json(await listPolicies(context, search, cursor));
    })
    .get('/:id', permit('policy', 'read'), async ({ req, var: { work }, json }) => {
      const id = v.parse(idSchema, req.param('id'));
      const row = await work((transaction) => findPolicy(transaction, id));
      if (row === undefined || row.deletedAt !== null) throw new Problem(404, NOT_THERE);
      return json(toPolicy(row));
    })
    .post('/:id', permit('policy', 'create'), policyInput, async (context) => {
      return context.json(await createPolicy(context, context.req.valid('json')));
    })
    .put('/:id', permit('policy', 'update'), policyInput, async (context) => {
      return context.json(await changePolicy(context, 'update', context.req.valid('json')));
    })
    .delete('/:id', permit('policy', 'delete'), async (context) => {
      return context.json(await changePolicy(context, 'delete'));
    })
    .post('/:id/restore', permit('policy', 'delete'), async (context) => {
      return context.json(await changePolicy(context, 'restore'));
    });
}

/**
 * Returns a page of the policies that are not deleted, the latest changed first, and the cursor of the next one. Of a
 * long description it has the beginning: `GET /policies/:id` has all of it.
 *
 * @param search every word of it must occur in the name or the description; case and accents are ignored
 * @param cursor blank for the first page
 */
async function listPolicies({ var: { read } }: Call, search: string, cursor: string) {
  const patterns = searchWords(search).map(containing);
  const { page, next } = await readPage<ListedPolicy>(
    read,
    cursor,
    sql`updated_at`,
    ({ time, id, size }) => sql`
      select id, name, left(description, ${EXCERPT_LENGTH}) as excerpt,
        char_length(description) <= ${EXCERPT_LENGTH} as "isWhole", state, version,
        ${isoTime(sql`updated_at`)} as "updatedAt",
        json_build_object('memberId', updated_by, 'name', updated_by_name) as "updatedBy"
      from policies where deleted_at is null
        ${patterns.length > 0 ? sql`and id = any(array(select find_policies(${sql.param(patterns)}, ${time}, ${id}, ${size})))` : sql``}`,
    ({ updatedAt }) => updatedAt,
  );
  return { policies: page, next };
}

/**
 * Creates a policy with an id that the client has chosen. The same creation again, after a lost response, finds its
 * policy.
 *
 * @throws 409 when the id is another policy's
 */
async function createPolicy({ req, var: { work, member } }: Call, input: PolicyInput) {
  const id = v.parse(idSchema, req.param('id'));
  const author = authorColumns(member);
  const values = { id, ...inputColumns(input), ...author, createdBy: member.memberId };
  return work(async (transaction) => {
    const insertion = transaction.insert(policies).values(values).onConflictDoNothing();
    const [created] = await insertion.returning();
    if (created !== undefined) return toPolicy(created);
    const existing = await findPolicy(transaction, id);
    const isOwn = existing?.createdBy === member.memberId;
    if (existing && isOwn && (existing.version > 1 || isSamePolicyInput(existing, input))) {
      return toPolicy(existing);
    }
    throw new Problem(409, 'Another policy has this id.');
  });
}

/**
 * Changes a policy that still has the version that the member has seen, which `If-Match` names. The same change again,
 * after a lost response, succeeds.
 *
 * @throws 404 when there is no such policy, 412 with the newer policy when somebody has changed it
 */
async function changePolicy(
  { req, var: { work, member } }: Call,
  change: 'update' | 'delete' | 'restore',
  input?: PolicyInput,
) {
  const id = v.parse(idSchema, req.param('id'));
  const version = Number(v.parse(versionSchema, req.header('if-match')).slice(1, -1));
  const isDeleted = change === 'delete';
  const wasSeen = and(eq(policies.id, id), eq(policies.version, version));
  return work(async (transaction) => {
    const [changed] = await transaction
      .update(policies)
      .set({
        ...(input && inputColumns(input)),
        ...authorColumns(member),
        deletedAt: isDeleted ? sql`now()` : null,
        version: version + 1,
        updatedAt: sql`now()`,
      })
      .where(
        and(
          wasSeen,
          change === 'restore' ? and(isNotExpired, isNotNull(deletedAt)) : isNull(deletedAt),
        ),
      )
      .returning();
    if (changed !== undefined) return toPolicy(changed);
    const row = await findPolicy(transaction, id);
    if (row === undefined) throw new Problem(404, NOT_THERE);
    const current = toPolicy(row);
    const isOwnChange = row.version === version + 1 && row.updatedBy === member.memberId;
    const isSame = current.isDeleted === isDeleted && (!input || isSamePolicyInput(row, input));
    if (isOwnChange && isSame) return current;
    throw new Problem(412, 'Somebody has changed this policy.', { current });
  });
}

async function findPolicy(transaction: Transaction, id: string) {
  const [row] = await transaction
    .select()
    .from(policies)
    .where(and(eq(policies.id, id), isNotExpired));
  return row;
}

function inputColumns(input: PolicyInput) {
  return { ...input, searchText: fold(`${input.name} ${input.description}`) };
}

function authorColumns({ memberId, name }: Member) {
  return { updatedBy: memberId, updatedByName: name };
}

type Row = typeof policies.$inferSelect;

/** A policy as the service sends it. Times are in ISO 8601; the version grows by one with each change. */
function toPolicy(row: Row) {
  const { id, name, description, state, version } = row;
  const updatedBy = { memberId: row.updatedBy, name: row.updatedByName };
  const updatedAt = row.updatedAt.toISOString();
  const isDeleted = row.deletedAt !== null;
  return { id, name, description, state, version, updatedAt, updatedBy, isDeleted };
}

/** A policy of the list. `excerpt` is the beginning of its description, or all of it when `isWhole`. */
interface ListedPolicy
  extends Pick<
    ReturnType<typeof toPolicy>,
    'id' | 'name' | 'state' | 'version' | 'updatedAt' | 'updatedBy'
  > {
  readonly excerpt: string;
  readonly isWhole: boolean;
}
