import * as v from 'valibot';
import { findGoogleAccount, findMember } from '../../store/lookup.ts';
import { route } from '../http/route.ts';
import { checkEmail } from '../validation/request-fields.ts';
import { requireOrganization } from '../validation/require-records.ts';

/** The searches of the provider's prebuilt screens. */
export const searchRoutes = [
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
];
