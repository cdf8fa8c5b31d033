import { messages } from '#machines/rules/messages.ts';
import { createFailure } from '../sdk/failures.ts';
import { withCompleteInput } from './call.ts';
import { redeemDiscovery, redeemOAuth } from './redeem-google.ts';
import { redeemImpersonation } from './redeem-impersonation.ts';
import { redeemLink } from './redeem-link.ts';

const redeemers = {
  discovery_oauth: redeemDiscovery,
  oauth: redeemOAuth,
  magic_link: redeemLink,
  foreign_link: redeemLink,
  impersonation: redeemImpersonation,
} as const;

/**
 * Redeems the token of the callback address, once (R5.7). The machine handles a callback without a usable
 * token itself: given one, the call rejects.
 */
export const redeem = withCompleteInput<'redeem'>(async (deps, { callback }, signal) => {
  if (!isRedeemable(callback)) throw new Error(`${callback} has no token.`);
  const token = deps.token.take();
  if (token === null) return createFailure('other', messages.noToken);
  return redeemers[callback](deps, token, signal);
});

function isRedeemable(callback: string): callback is keyof typeof redeemers {
  return Object.hasOwn(redeemers, callback);
}
