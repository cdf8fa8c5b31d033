import type { B2BOrganizationsGetBySlugResponse } from '@stytch/vanilla-js/b2b/headless';
import * as v from 'valibot';
import { findMember, findOrganization, findPerson } from '../../store/lookup.ts';
import { checkEmail } from '../email/email-otp.ts';
import type { Answer } from '../http/json-response.ts';
import { refusals } from '../http/provider-error.ts';
import { extras, route } from '../http/route.ts';
import { organizationView } from '../responses/api-objects.ts';

/** The searches the provider's prebuilt screens make. */
export const searchRoutes = [
  route({
    method: 'POST',
    path: '/users/search',
    sdk: 'searchManager.searchUser (internal)',
    input: v.looseObject({ ...extras, email: v.string() }),
    handle({ store }, input) {
      const person = findPerson(store, checkEmail(input.email));
      return { userType: person === undefined ? 'new' : 'passwordless' };
    },
  }),
  route({
    method: 'POST',
    path: '/b2b/organizations/members/search',
    sdk: 'searchManager.searchMember (internal)',
    input: v.looseObject({ email_address: v.string(), organization_id: v.string() }),
    handle({ store }, input) {
      const organization = findOrganization(store, { id: input.organization_id });
      if (organization === undefined) throw refusals.organizationNotFound();
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
    sdk: 'organization.getBySlug',
    input: v.looseObject({ organization_slug: v.string() }),
    handle({ store }, input): Answer<B2BOrganizationsGetBySlugResponse> {
      const found = findOrganization(store, { slug: input.organization_slug });
      return { organization: found === undefined ? null : organizationView(found) };
    },
  }),
];
