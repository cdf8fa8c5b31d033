import * as v from 'valibot';
import { findOrganization } from '../../store/lookup.ts';
import type { StoredOrganization } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { type Call, route } from '../http/route.ts';
import {
  anyEmail,
  anyOf,
  type Filter,
  has,
  pageOf,
  partOf,
  queryPredicate,
  searchFields,
} from '../members/search.ts';
import { organizationObject } from '../responses/api-objects.ts';
import {
  managedOrganization,
  requireFieldPermissions,
  requirePermission,
} from '../validation/permissions.ts';
import { createOrganization } from './create-organization.ts';
import {
  applyOrganizationSettings,
  hasAuthSetting,
  organizationEntries,
} from './organization-fields.ts';

const locator = { organization_id: v.optional(v.string()) };

function organizationResponse({ store }: Call, organization: StoredOrganization) {
  return { organization: organizationObject(store, organization) };
}

function filtersOf({ state }: Store): Record<string, Filter<StoredOrganization>> {
  const emailsOf = ({ id }: StoredOrganization) =>
    state.members.filter(({ organizationId }) => organizationId === id).map(({ email }) => email);
  return {
    organization_ids: anyOf(({ id }) => [id]),
    organization_slugs: anyOf(({ slug }) => [slug]),
    organization_slug_fuzzy: partOf(({ slug }) => [slug]),
    organization_name_fuzzy: partOf(({ name }) => [name]),
    member_emails: anyEmail(emailsOf),
    member_email_fuzzy: partOf(emailsOf),
    allowed_domains: anyOf(({ emailAllowedDomains }) => emailAllowedDomains),
    allowed_domain_fuzzy: partOf(({ emailAllowedDomains }) => emailAllowedDomains),
    has_active_sso_connection: has(({ ssoConnections }) =>
      ssoConnections.some(({ status }) => status === 'active'),
    ),
  };
}

export const organizationRoutes = [
  route({
    browser: 'GET /b2b/organizations/me',
    backend: 'GET /b2b/organizations/:organization_id',
    body: v.looseObject(locator),
    handle: (call, input) =>
      organizationResponse(call, managedOrganization(call, input.organization_id)),
  }),
  route({
    browser: 'PUT /b2b/organizations/me',
    backend: 'PUT /b2b/organizations/:organization_id',
    body: v.looseObject({ ...locator, ...organizationEntries }),
    handle(call, input) {
      const organization = managedOrganization(call, input.organization_id);
      requireFieldPermissions(call, 'stytch.organization', organizationEntries, input);
      applyOrganizationSettings(call.store, organization, input);
      return organizationResponse(call, organization);
    },
  }),
  route({
    browser: 'DELETE /b2b/organizations/me',
    backend: 'DELETE /b2b/organizations/:organization_id',
    body: v.looseObject(locator),
    handle(call, input) {
      const { state } = call.store;
      const { id } = managedOrganization(call, input.organization_id);
      requirePermission(call, 'stytch.organization', 'delete');
      const isOther = (record: { organizationId: string | null }) => record.organizationId !== id;
      state.organizations = state.organizations.filter((organization) => organization.id !== id);
      state.members = state.members.filter(isOther);
      state.sessions = state.sessions.filter(isOther);
      state.oauthTokens = state.oauthTokens.filter(isOther);
      state.mail = state.mail.filter(isOther);
      return { organization_id: id };
    },
  }),
  route({
    browser: 'POST /b2b/organizations/search',
    body: v.looseObject({ organization_slug: v.string() }),
    handle(call, input) {
      const organization = findOrganization(call.store, input.organization_slug);
      return {
        organization:
          organization === undefined ? null : organizationObject(call.store, organization),
      };
    },
  }),
  route({
    backend: 'POST /b2b/organizations',
    body: v.looseObject({ ...organizationEntries, organization_name: v.string() }),
    handle(call, input) {
      const { organization_name, organization_slug, ...settings } = input;
      const organization = createOrganization(call.store, null, input);
      if (hasAuthSetting(settings)) organization.emailInvites = 'NOT_ALLOWED';
      applyOrganizationSettings(call.store, organization, settings);
      call.store.state.organizations.push(organization);
      return organizationResponse(call, organization);
    },
  }),
  route({
    backend: 'GET /b2b/organizations/:organization_id/metrics',
    body: v.looseObject(locator),
    handle(call, input) {
      const { id } = managedOrganization(call, input.organization_id);
      const members = call.store.state.members.filter(
        ({ organizationId, status }) => organizationId === id && status !== 'deleted',
      );
      return { member_count: members.length };
    },
  }),
  route({
    backend: 'DELETE /b2b/organizations/:organization_id/external_id',
    body: v.looseObject(locator),
    handle(call, input) {
      managedOrganization(call, input.organization_id).externalId = null;
      return {};
    },
  }),
  // The search of a backend has the path of the browser's look-up by slug.
  route({
    backend: 'POST /b2b/organizations/search',
    body: v.looseObject(searchFields),
    handle({ store }, input) {
      const { page, results_metadata } = pageOf(
        store.state.organizations.filter(
          queryPredicate('organization', filtersOf(store), input.query),
        ),
        input,
      );
      const organizations = page.map((organization) => organizationObject(store, organization));
      return { organizations, results_metadata };
    },
  }),
];
