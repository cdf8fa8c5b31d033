import { and, desc, eq, isNotNull, isNull, like, lt, type SQL, sql } from 'drizzle-orm';
import { fold } from '#machines/rules/fold.ts';
import { isSamePolicyInput, type PolicyInput, searchWords } from '#machines/rules/policy.ts';
import type { Transaction } from '../database/database.ts';
import { policies } from '../database/schema.ts';
import { Problem } from '../http/problem.ts';
import type { Member } from '../http/request-context.ts';

/** A policy as the service sends it. Times are in ISO 8601. */
export interface Policy extends PolicyInput {
  readonly id: string;
  /** Grows by one with each change. */
  readonly version: number;
  readonly updatedAt: string;
  readonly updatedBy: { readonly memberId: string; readonly name: string };
  readonly isDeleted: boolean;
}

/** How many policies a page of the list has. */
const PAGE_SIZE = 100;

/** Days for which a deleted policy can be restored. */
const RESTORABLE_DAYS = 30;

type Row = typeof policies.$inferSelect;

/** Where a page of the list ended. */
export interface Position {
  readonly updatedAt: Date;
  readonly id: string;
}

/** A policy as the member has seen it. */
export interface SeenPolicy {
  readonly id: string;
  readonly version: number;
}

/** A page of the list. */
export interface PolicyPage {
  readonly policies: readonly Policy[];
  /** Asks for the next page; `null` after the last one. */
  readonly next: string | null;
}

/**
 * Returns a page of the policies that are not deleted, the latest changed first.
 *
 * @param query every word of it must occur in the name or the description; case and accents are ignored
 * @param after where the page before ended; `null` for the first one
 */
export async function listPolicies(
  transaction: Transaction,
  query: string,
  after: Position | null,
): Promise<PolicyPage> {
  const conditions: (SQL | undefined)[] = [
    isNull(policies.deletedAt),
    ...searchWords(query).map((word) => like(policies.searchText, `%${escapeLike(word)}%`)),
  ];
  if (after !== null) {
    const time = after.updatedAt.toISOString();
    conditions.push(
      sql`(${policies.updatedAt}, ${policies.id}) < (${time}::timestamptz, ${after.id}::uuid)`,
    );
  }
  const rows = await transaction
    .select()
    .from(policies)
    .where(and(...conditions))
    .orderBy(desc(policies.updatedAt), desc(policies.id))
    .limit(PAGE_SIZE + 1);
  const page = rows.slice(0, PAGE_SIZE).map(toPolicy);
  const last = rows.length > PAGE_SIZE ? page.at(-1) : undefined;
  return { policies: page, next: last ? `${last.updatedAt}_${last.id}` : null };
}

/**
 * Creates a policy with an id that the client has chosen. The same creation again, after an answer that was lost, finds
 * its policy.
 *
 * @throws 409 when the id is another policy's
 */
export async function createPolicy(
  transaction: Transaction,
  member: Member,
  id: string,
  input: PolicyInput,
): Promise<Policy> {
  const values = {
    id,
    ...inputColumns(input),
    ...authorColumns(member),
    createdBy: member.memberId,
  };
  const [created] = await transaction
    .insert(policies)
    .values(values)
    .onConflictDoNothing()
    .returning();
  if (created !== undefined) return toPolicy(created);
  const existing = await findPolicy(transaction, id);
  const isOwn = existing?.createdBy === member.memberId;
  if (existing && isOwn && (existing.version > 1 || isSamePolicyInput(existing, input))) {
    return toPolicy(existing);
  }
  throw new Problem(409, 'id_taken', 'Another policy has this id.');
}

/** Replaces what a member writes. @throws 404, 412 */
export function updatePolicy(
  transaction: Transaction,
  member: Member,
  seen: SeenPolicy,
  input: PolicyInput,
): Promise<Policy> {
  return changePolicy(transaction, member, seen, {
    from: isNull(policies.deletedAt),
    set: inputColumns(input),
    isDone: (row) => row.deletedAt === null && isSamePolicyInput(row, input),
  });
}

/** Deletes a policy, which can be restored for 30 days. @throws 404, 412 */
export async function deletePolicy(
  transaction: Transaction,
  member: Member,
  seen: SeenPolicy,
): Promise<Policy> {
  await transaction
    .delete(policies)
    .where(lt(policies.deletedAt, sql`now() - make_interval(days => ${RESTORABLE_DAYS})`));
  return changePolicy(transaction, member, seen, {
    from: isNull(policies.deletedAt),
    set: { deletedAt: sql`now()` },
    isDone: (row) => row.deletedAt !== null,
  });
}

/** Brings a deleted policy back. @throws 404, 412 */
export function restorePolicy(
  transaction: Transaction,
  member: Member,
  seen: SeenPolicy,
): Promise<Policy> {
  return changePolicy(transaction, member, seen, {
    from: isNotNull(policies.deletedAt),
    set: { deletedAt: null },
    isDone: (row) => row.deletedAt === null,
  });
}

interface Change {
  /** What the policy must be before. */
  readonly from: SQL;
  readonly set: Parameters<ReturnType<Transaction['update']>['set']>[0];
  /** Whether a row is as the change leaves it. */
  readonly isDone: (row: Row) => boolean;
}

/**
 * Changes a policy that still has the version that the member has seen. The same change again, after an answer that was
 * lost, succeeds.
 *
 * @throws 404 when there is no such policy, 412 with the newer policy when somebody has changed it
 */
async function changePolicy(
  transaction: Transaction,
  member: Member,
  seen: SeenPolicy,
  { from, set, isDone }: Change,
): Promise<Policy> {
  const { id, version } = seen;
  const [changed] = await transaction
    .update(policies)
    .set({
      ...set,
      ...authorColumns(member),
      version: sql`${policies.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(policies.id, id), eq(policies.version, version), from))
    .returning();
  if (changed !== undefined) return toPolicy(changed);
  const current = await findPolicy(transaction, id);
  if (current === undefined) throw new Problem(404, 'not_found', 'There is no such policy.');
  const isOwnChange = current.version === version + 1 && current.updatedBy === member.memberId;
  if (isOwnChange && isDone(current)) return toPolicy(current);
  throw new Problem(412, 'changed', 'Somebody has changed this policy.', {
    current: toPolicy(current),
  });
}

async function findPolicy(transaction: Transaction, id: string): Promise<Row | undefined> {
  const [row] = await transaction.select().from(policies).where(eq(policies.id, id));
  return row;
}

function inputColumns(input: PolicyInput) {
  const { name, description, state } = input;
  return { name, description, state, searchText: fold(`${name} ${description}`) };
}

function authorColumns({ memberId, name }: Member) {
  return { updatedBy: memberId, updatedByName: name };
}

function toPolicy(row: Row): Policy {
  const { id, name, description, state, version } = row;
  return {
    id,
    name,
    description,
    state,
    version,
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: { memberId: row.updatedBy, name: row.updatedByName },
    isDeleted: row.deletedAt !== null,
  };
}

function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&');
}
