import { type ErrorRule, REFUSED_ACCOUNT } from '../responses/errors.ts';
import {
  discoveryAuthenticatedSchema,
  outcomeResponseSchema,
  sessionResponseSchema,
} from '../responses/schemas.ts';
import type { Endpoint } from './call.ts';

type Code = NonNullable<ErrorRule['code']>;

/** A token that was used, has expired, or never was. */
const used = (code: Code, ...types: readonly string[]): ErrorRule => ({
  types: [...types, 'invalid_token'],
  reason: 'known',
  code,
});
const usedGoogle = used('googleResponseUsed', 'oauth_token_not_found', 'expired_oauth_response');
const usedLink = (code: Code) => used(code, 'unable_to_auth_magic_link', 'magic_link_not_found');

/** The endpoints that redeem the token of a callback address. */
export const redeemEndpoints = {
  redeemDiscovery: {
    path: '/b2b/oauth/discovery/authenticate',
    response: discoveryAuthenticatedSchema,
    errors: [usedGoogle],
  },
  redeemOAuth: {
    path: '/b2b/oauth/authenticate',
    response: outcomeResponseSchema,
    errors: [usedGoogle, ...REFUSED_ACCOUNT],
  },
  redeemLink: {
    path: '/b2b/magic_links/discovery/authenticate',
    response: discoveryAuthenticatedSchema,
    pkceMismatch: 'linkOfOtherBrowser',
    errors: [usedLink('linkUsedOrExpired')],
  },
  redeemOrganizationLink: {
    path: '/b2b/magic_links/authenticate',
    response: outcomeResponseSchema,
    pkceMismatch: 'linkOfOtherBrowser',
    errors: [
      usedLink('organizationLinkUsed'),
      { types: ['member_not_found'], reason: 'known', code: 'invitationWithdrawn' },
    ],
  },
  redeemSso: {
    path: '/b2b/sso/authenticate',
    response: outcomeResponseSchema,
    errors: [
      used('ssoUsed', 'sso_token_not_found'),
      {
        types: ['invalid_connection_for_jit_provisioning'],
        reason: 'known',
        code: 'ssoNotAMember',
      },
    ],
  },
  redeemImpersonation: {
    path: '/b2b/impersonation/authenticate',
    response: sessionResponseSchema,
    errors: [used('impersonationLinkUsed', 'unable_to_auth_impersonation_token')],
  },
} as const satisfies Record<string, Endpoint>;
