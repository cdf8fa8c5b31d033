import * as v from 'valibot';
import { findGoogleAccount, findMember } from '../../store/lookup.ts';
import { route } from '../http/route.ts';
import { organizationBySlug } from '../responses/api-objects.ts';
import { checkEmail } from '../validation/request-fields.ts';
import { requireOrganization } from '../validation/require-records.ts';

/** The searches of the provider's prebuilt screens. */
export const searchRoutes = [
  route({
    endpoint: 'POST /users/search',
    sdkMethod: 'searchManager.searchUser (internal)',
    isProtected: true,
    body: v.looseObject({ email: v.string() }),
    handle({ store }, input) {
      const account = findGoogleAccount(store, checkEmail(input.email));
      return { userType: account === undefined ? 'new' : 'passwordless' };
    },
  }),
  route({
    endpoint: 'POST /b2b/organizations/members/search',
    sdkMethod: 'searchManager.searchMember (internal)',
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
    endpoint: 'POST /b2b/organizations/search',
    sdkMethod: 'organization.getBySlug',
    body: v.looseObject({ organization_slug: v.string() }),
    handle({ store }, input) {
      const found = store.state.organizations.find(({ slug }) => slug === input.organization_slug);
      return { organization: found === undefined ? null : organizationBySlug(store, found) };
    },
  }),
];
