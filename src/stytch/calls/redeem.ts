import type { CallbackKind } from '#machines/auth/auth.types.ts';
import { createFailure } from '../sdk/failures.ts';
import { type ActorCall, type CallDeps, withCompleteInput } from './call.ts';
import { redeemDiscovery, redeemOAuth } from './redeem-google.ts';
import { redeemImpersonation } from './redeem-impersonation.ts';
import { redeemLink } from './redeem-link.ts';
import { redeemOrganizationLink } from './redeem-organization-link.ts';
import { redeemForeignSso, redeemSso } from './redeem-sso.ts';

type Redeemer = (
  deps: CallDeps,
  token: string,
  signal: AbortSignal,
) => ReturnType<ActorCall<'redeem'>>;

const redeemers: Partial<Record<CallbackKind, Redeemer>> = {
  discovery_oauth: redeemDiscovery,
  oauth: redeemOAuth,
  magic_link: redeemLink,
  foreign_link: redeemLink,
  organization_link: redeemOrganizationLink,
  sso: redeemSso,
  foreign_sso: redeemForeignSso,
  impersonation: redeemImpersonation,
};

/**
 * Redeems the token of the callback address, once (R5.7). The machine handles a callback without a usable
 * token itself: given one, the call rejects.
 */
export const redeem = withCompleteInput<'redeem'>(async (deps, { callback }, signal) => {
  const redeemer = redeemers[callback];
  if (redeemer === undefined) throw new Error(`${callback} has no token.`);
  const token = deps.token.take();
  return token === null ? createFailure('other', 'noToken') : redeemer(deps, token, signal);
});
