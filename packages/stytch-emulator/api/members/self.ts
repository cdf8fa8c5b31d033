import { noBody, route } from '../http/route.ts';
import { memberResponse } from '../sessions/authenticate-member.ts';
import { requireManagedMember } from '../validation/permissions.ts';
import { changeMember, selfFields } from './member-fields.ts';
import { removeTotp } from './members.ts';

/** The calls of a signed-in member about herself, which only the browser SDK has. */
export const selfRoutes = [
  route({
    browser: 'GET /b2b/organizations/members/me',
    body: noBody,
    handle: (call) => memberResponse(call.store, requireManagedMember(call, {})),
  }),
  route({
    browser: 'PUT /b2b/organizations/members/update',
    body: selfFields,
    handle: (call, input) => changeMember(call, requireManagedMember(call, {}), input),
  }),
  route({
    browser: 'DELETE /b2b/organizations/members/deleteTOTP',
    body: noBody,
    handle: (call) => removeTotp(call, {}),
  }),
];
