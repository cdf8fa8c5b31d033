import * as v from 'valibot';
import { normalizeEmail } from '../../store/email-address.ts';
import { LIMITS } from '../../store/limits.ts';
import type { StoredMember } from '../../store/state.ts';
import { refusal } from '../http/provider-error.ts';
import { route } from '../http/route.ts';
import { memberObject, organizationObject } from '../responses/api-objects.ts';
import { managedOrganization, requirePermission } from '../validation/permissions.ts';

const texts = v.array(v.string());
const text = v.string();

/** The schema of a page of results and of the query of a search. */
export const searchFields = {
  cursor: v.optional(v.nullable(v.string())),
  limit: v.optional(v.number(), LIMITS.searchResults.default),
  query: v.optional(
    v.nullable(
      v.looseObject({
        operator: v.picklist(['AND', 'OR']),
        operands: v.array(v.looseObject({ filter_name: v.string(), filter_value: v.unknown() })),
      }),
    ),
  ),
};

type Query = v.InferOutput<(typeof searchFields)['query']>;
type Test<Item> = (item: Item) => boolean;

/** One filter: the schema of its value, and the test that it makes of it. */
export interface Filter<Item> {
  schema: v.GenericSchema;
  test(value: never): Test<Item>;
}

/** Returns the test of a query. Throws for an unknown filter, or a value of another type. */
export function queryTest<Item>(
  filters: Readonly<Record<string, Filter<Item>>>,
  query: Query,
): Test<Item> {
  const tests = (query?.operands ?? []).map(({ filter_name, filter_value }) => {
    const filter = Object.hasOwn(filters, filter_name) ? filters[filter_name] : undefined;
    if (filter === undefined) throw refusal('member_search_filter_name_not_recognized');
    if (
      filter_name === 'member_email_fuzzy' &&
      typeof filter_value === 'string' &&
      filter_value.length < 3
    ) {
      throw refusal('member_search_member_email_fuzzy_too_short');
    }
    if (!v.is(filter.schema, filter_value)) throw refusal('member_search_missing_filter_value');
    return filter.test(filter_value as never);
  });
  if (tests.length === 0) return () => true;
  const isAnd = query?.operator === 'AND';
  return (item) => (isAnd ? tests.every((test) => test(item)) : tests.some((test) => test(item)));
}

/** Returns one page of the items, and the metadata that the provider adds. The cursor is the position of the page. */
export function pageOf<Item>(
  items: readonly Item[],
  { cursor, limit }: { cursor?: string | null | undefined; limit: number },
) {
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMITS.searchResults.max) {
    throw refusal('bad_request', `limit must be between 1 and ${LIMITS.searchResults.max}.`);
  }
  const start = Number(Buffer.from(cursor || 'MA', 'base64url').toString());
  if (!Number.isInteger(start) || start < 0) throw refusal('bad_request', 'The cursor is invalid.');
  const end = start + limit;
  const next = end < items.length ? Buffer.from(String(end)).toString('base64url') : null;
  return {
    page: items.slice(start, end),
    results_metadata: { total: items.length, next_cursor: next },
  };
}

const isStatus = ({ status }: StoredMember, statuses: readonly string[]) =>
  statuses.includes(status);
const phoneFilters = {
  exact: {
    schema: texts,
    test: (numbers: string[]) => (member: StoredMember) => numbers.includes(member.mfaPhoneNumber),
  },
  fuzzy: {
    schema: text,
    test: (part: string) => (member: StoredMember) => member.mfaPhoneNumber.includes(part),
  },
};

const FILTERS: Record<string, Filter<StoredMember>> = {
  member_ids: { schema: texts, test: (ids: string[]) => (member) => ids.includes(member.id) },
  member_emails: {
    schema: texts,
    test: (emails: string[]) => {
      const normalized = new Set(emails.map(normalizeEmail));
      return (member) => normalized.has(member.email);
    },
  },
  member_email_fuzzy: {
    schema: text,
    test: (part: string) => (member) => member.email.includes(part.toLowerCase()),
  },
  member_is_breakglass: {
    schema: v.boolean(),
    test: (wanted: boolean) => (member) => member.isBreakglass === wanted,
  },
  statuses: { schema: texts, test: (statuses: string[]) => (member) => isStatus(member, statuses) },
  member_roles: {
    schema: texts,
    test: (roles: string[]) => (member) => roles.some((role) => member.roles.includes(role)),
  },
  member_mfa_phone_numbers: phoneFilters.exact,
  member_phone_numbers: phoneFilters.exact,
  member_mfa_phone_number_fuzzy: phoneFilters.fuzzy,
  member_phone_number_fuzzy: phoneFilters.fuzzy,
};

export const memberSearchRoutes = [
  route({
    endpoint: 'POST /b2b/organizations/me/members/search',
    backend: 'POST /b2b/organizations/members/search',
    body: v.looseObject({ ...searchFields, organization_ids: v.optional(texts) }),
    handle(call, input) {
      const { store } = call;
      requirePermission(call, 'stytch.member', 'search');
      const locators = call.door === 'browser' ? [undefined] : (input.organization_ids ?? []);
      if (locators.length === 0) throw refusal('bad_request', 'organization_ids is empty.');
      const organizations = locators.map((locator) => managedOrganization(call, locator));
      const ids = new Set(organizations.map(({ id }) => id));
      const matches = queryTest(FILTERS, input.query);
      // Deleted members are found only by a filter that asks for them.
      const asksForStatus = input.query?.operands.some(
        ({ filter_name }) => filter_name === 'statuses',
      );
      const found = store.state.members.filter(
        (member) =>
          ids.has(member.organizationId) &&
          (asksForStatus || member.status !== 'deleted') &&
          matches(member),
      );
      const { page, results_metadata } = pageOf(found, input);
      return {
        members: page.map((member) => memberObject(store, member)),
        results_metadata,
        organizations: Object.fromEntries(
          organizations.map((each) => [each.id, organizationObject(store, each)]),
        ),
      };
    },
  }),
];
