import * as v from 'valibot';
import { type MemberPage, type MemberQuery, SEARCH_MIN_LENGTH } from '../../api/directory.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';
import { providerStatuses, readRow } from './read-member.ts';

/** How many members a page has. */
const PAGE_LENGTH = 50;

const responseSchema = v.object({
  members: v.array(v.unknown()),
  results_metadata: v.object({ total: v.number(), next_cursor: v.nullish(v.string(), '') }),
});

/** Reads a page of the members that a query finds. A row that is not complete is dropped, the others stay. */
export async function searchMembers(
  { organization }: SdkClient,
  { text, statuses, role, cursor }: MemberQuery,
): Promise<MemberPage> {
  const operands = [
    { filter_name: 'statuses', filter_value: statuses.flatMap(providerStatuses) },
    ...(text.length < SEARCH_MIN_LENGTH
      ? []
      : [{ filter_name: 'member_email_fuzzy', filter_value: text }]),
    ...(role === undefined ? [] : [{ filter_name: 'member_roles', filter_value: [role] }]),
  ];
  const response = await organization.members.search({
    limit: PAGE_LENGTH,
    ...(cursor === '' ? {} : { cursor }),
    query: { operator: 'AND', operands },
  });
  const { members, results_metadata: metadata } = v.parse(responseSchema, response);
  return {
    members: members.flatMap((row) => readRow(row) ?? []),
    total: metadata.total,
    next: metadata.next_cursor || null,
  };
}
