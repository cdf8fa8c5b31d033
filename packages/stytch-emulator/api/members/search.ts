import * as v from 'valibot';
import { normalizeEmail } from '../../store/email-address.ts';
import { LIMITS } from '../../store/limits.ts';
import { findGoogleAccount, findMember } from '../../store/lookup.ts';
import type { StoredMember } from '../../store/state.ts';
import { ProviderError, refusal } from '../http/provider-error.ts';
import { route } from '../http/route.ts';
import { memberObject, organizationObject } from '../responses/api-objects.ts';
import { managedOrganization, requirePermission } from '../validation/permissions.ts';
import { checkEmail } from '../validation/request-fields.ts';
import { requireOrganization } from '../validation/require-records.ts';

const texts = v.array(v.string());

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

/** The types of a filter's value, as the provider's errors name them. */
const VALUES = { array_of_strings: texts, string: v.string(), boolean: v.boolean() };

/** One filter: the type of its value, and the test that it makes of it. */
export interface Filter<Item> {
  type: keyof typeof VALUES;
  test(value: never): Test<Item>;
}

/** A filter for items that have one of the given values. */
export function anyOf<Item>(read: (item: Item) => readonly (string | null)[]): Filter<Item> {
  const test = (values: string[]) => (item: Item) =>
    read(item).some((each) => each !== null && values.includes(each));
  return { type: 'array_of_strings', test };
}

/** A filter for items one of whose texts has a part, in any case. */
export function partOf<Item>(read: (item: Item) => readonly string[]): Filter<Item> {
  const test = (part: string) => (item: Item) =>
    read(item).some((each) => each.toLowerCase().includes(part.toLowerCase()));
  return { type: 'string', test };
}

/** A filter for items that have a property, or lack it. */
export function has<Item>(read: (item: Item) => boolean): Filter<Item> {
  return { type: 'boolean', test: (value: boolean) => (item) => read(item) === value };
}

/** A filter for items that have one of the given addresses. */
export function anyEmail<Item>(read: (item: Item) => readonly string[]): Filter<Item> {
  const test = (emails: string[]) => (item: Item) =>
    read(item).some((each) => emails.map(normalizeEmail).includes(each));
  return { type: 'array_of_strings', test };
}

/** Returns the test of a query. Throws for an unknown filter, or a value of another type. */
export function queryPredicate<Item>(
  records: 'member' | 'organization',
  filters: Readonly<Record<string, Filter<Item>>>,
  query: Query,
): Test<Item> {
  const tests = (query?.operands ?? []).map(({ filter_name, filter_value }) => {
    const refuse = (reason: string) => {
      const message = `The filter ${filter_name} is refused: ${reason.replaceAll('_', ' ')}.`;
      return new ProviderError(400, `${records}_search_${reason}`, message);
    };
    const filter = Object.hasOwn(filters, filter_name) ? filters[filter_name] : undefined;
    if (filter === undefined) throw refuse('filter_name_not_recognized');
    if (filter_value === undefined) throw refuse('missing_filter_value');
    if (!v.is(VALUES[filter.type], filter_value)) throw refuse(`expected_${filter.type}`);
    if (filter_name.endsWith('_fuzzy') && String(filter_value).length < 3) {
      throw refuse(`${filter_name}_too_short`);
    }
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

const FILTERS: Record<string, Filter<StoredMember>> = {
  member_ids: anyOf(({ id }) => [id]),
  member_emails: anyEmail(({ email }) => [email]),
  member_email_fuzzy: partOf(({ email }) => [email]),
  member_is_breakglass: has(({ isBreakglass }) => isBreakglass),
  member_mfa_phone_numbers: anyOf(({ mfaPhoneNumber }) => [mfaPhoneNumber]),
  member_mfa_phone_number_fuzzy: partOf(({ mfaPhoneNumber }) => [mfaPhoneNumber]),
  member_password_exists: has(() => false),
  statuses: anyOf(({ status }) => [status]),
  member_roles: anyOf(({ roles }) => roles),
};

export const memberSearchRoutes = [
  // The first two are those of the provider's prebuilt screens.
  route({
    browser: 'POST /users/search',
    isProtected: true,
    body: v.looseObject({ email: v.string() }),
    handle({ store }, input) {
      const account = findGoogleAccount(store, checkEmail(input.email));
      return { userType: account === undefined ? 'new' : 'passwordless' };
    },
  }),
  route({
    browser: 'POST /b2b/organizations/members/search',
    body: v.looseObject({ email_address: v.string(), organization_id: v.string() }),
    handle({ store }, input) {
      const organization = requireOrganization(store, input.organization_id);
      const member = findMember(store, organization.id, checkEmail(input.email_address));
      return {
        member:
          member === undefined
            ? null
            : { status: member.status, name: member.name, member_password_id: '' },
      };
    },
  }),
  route({
    browser: 'POST /b2b/organizations/me/members/search',
    backend: 'POST /b2b/organizations/members/search',
    body: v.looseObject({ ...searchFields, organization_ids: v.optional(texts) }),
    handle(call, input) {
      const { store } = call;
      requirePermission(call, 'stytch.member', 'search');
      const locators = call.door === 'browser' ? [undefined] : (input.organization_ids ?? []);
      if (locators.length === 0) throw refusal('member_search_organization_ids_empty');
      const organizations = locators.map((locator) => managedOrganization(call, locator));
      const ids = new Set(organizations.map(({ id }) => id));
      const matches = queryPredicate('member', FILTERS, input.query);
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
