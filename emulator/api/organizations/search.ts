import type { B2BOrganizationsGetBySlugResponse } from '@stytch/vanilla-js/b2b/headless';
import * as v from 'valibot';
import { findGoogleAccount, findMember, findOrganization } from '../../store/lookup.ts';
import { checkEmail } from '../email/email-otp.ts';
import type { ResponseBody } from '../http/json-response.ts';
import { providerErrors } from '../http/provider-error.ts';
import { protectionFields, route } from '../http/route.ts';
import { organizationObject } from '../responses/api-objects.ts';

/** The searches the provider's prebuilt screens make. */
export const searchRoutes = [
  route({
    method: 'POST',
    path: '/users/search',
    sdkMethod: 'searchManager.searchUser (internal)',
    body: v.looseObject({ ...protectionFields, email: v.string() }),
    handle({ store }, input) {
      const person = findGoogleAccount(store, checkEmail(input.email));
      return { userType: person === undefined ? 'new' : 'passwordless' };
    },
  }),
  route({
    method: 'POST',
    path: '/b2b/organizations/members/search',
    sdkMethod: 'searchManager.searchMember (internal)',
    body: v.looseObject({ email_address: v.string(), organization_id: v.string() }),
    handle({ store }, input) {
      const organization = findOrganization(store, { id: input.organization_id });
      if (organization === undefined) throw providerErrors.organizationNotFound();
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
    method: 'POST',
    path: '/b2b/organizations/search',
    sdkMethod: 'organization.getBySlug',
    body: v.looseObject({ organization_slug: v.string() }),
    handle({ store }, input): ResponseBody<B2BOrganizationsGetBySlugResponse> {
      const found = findOrganization(store, { slug: input.organization_slug });
      return { organization: found === undefined ? null : organizationObject(found) };
    },
  }),
];
