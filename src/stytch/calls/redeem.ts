import type {
  ActorResult,
  CallbackKind,
  Discovered,
  Outcome,
  ProviderFailure,
} from '#machines/auth/auth.types.ts';
import { IMPERSONATION_COOKIE, SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import { linkRequestFor, removeLinkRequests } from '../magic-link-request.ts';
import { readDiscovered, readOutcome } from '../responses/responses.ts';
import { createFailure } from '../sdk/failures.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';
import { writeCookie } from '../session/cookies.ts';
import { removeIntermediateCookie } from '../session/session.ts';
import { type CallDeps, callEndpoint, type Endpoint, withCompleteInput } from './call.ts';
import { redeemEndpoints } from './redeem-endpoints.ts';

type Redeem<Result extends ActorResult> = (
  deps: CallDeps,
  token: string,
  signal: AbortSignal,
) => Promise<Result | ProviderFailure>;

const MINUTES = { session_duration_minutes: SESSION_DURATION_MINUTES };

/** Redeems a token with one call of the SDK. */
function redeemWith<Result extends ActorResult>(
  endpoint: Endpoint,
  read: (response: unknown, at: number) => Result | ProviderFailure,
  send: (client: SdkClient, token: string) => Promise<unknown>,
): Redeem<Result> {
  return (deps, token, signal) =>
    callEndpoint<Result | ProviderFailure>(deps, endpoint, signal, async () =>
      read(await send(deps.client, token), deps.now()),
    );
}

/**
 * Redeems an answer to what this tab has started. It fails before the token is sent when this tab did not: the token may
 * be another person's.
 */
function withOwnPair<Result extends ActorResult>(
  kind: 'oauth' | 'sso',
  redeem: Redeem<Result>,
): Redeem<Result> {
  return async (deps, token, signal) =>
    deps.pkce.use(kind) ? redeem(deps, token, signal) : createFailure('pkce', 'googleNotContinued');
}

/** Redeems without the intermediate session of another sign-in, which the SDK would send. */
function withoutOtherSignIn<Result extends ActorResult>(redeem: Redeem<Result>): Redeem<Result> {
  return (deps, token, signal) => {
    removeIntermediateCookie(deps.publicToken);
    return redeem(deps, token, signal);
  };
}

const redeemSso = withoutOtherSignIn(
  redeemWith<Outcome>(redeemEndpoints.redeemSso, readOutcome, ({ sso }, token) =>
    sso.authenticate({ sso_token: token, ...MINUTES }),
  ),
);

const redeemListOfLink = redeemWith<Discovered>(
  redeemEndpoints.redeemLink,
  readDiscovered,
  ({ magicLinks }, token) =>
    magicLinks.discovery.authenticate({ discovery_magic_links_token: token }),
);

/** Redeems a link. One that was requested here names the organization that its sign-in had chosen (R9.1). */
const redeemLink: Redeem<Discovered> = async (deps, token, signal) => {
  const { settingsHolder, pkce, now } = deps;
  const settings = await settingsHolder.settings;
  if (settings?.requiresPkceForLinks === true && !pkce.hasMagicLinkPair()) {
    return createFailure('pkce', 'linkOfOtherBrowser');
  }
  const result = await redeemListOfLink(deps, token, signal);
  if (result.kind !== 'discovered' || signal.aborted) return result;
  const request = await linkRequestFor(result.discovery.emailAddress, now());
  if (request === null) return { ...result, link: 'foreign' };
  removeLinkRequests();
  return { ...result, link: 'own', requestedFor: request.organization };
};

/** Reads the session of an impersonation link (R12.1, R12.5). The cookie expires with it, and the banner with both. */
function readImpersonation(response: unknown, at: number): Outcome {
  const outcome = readOutcome(response, at);
  if (outcome.kind !== 'authenticated') return outcome;
  const session = { ...outcome.session, impersonated: true };
  writeCookie(IMPERSONATION_COOKIE, session.memberId, session.expiresAt);
  return { ...outcome, session };
}

const redeemers: Partial<Record<CallbackKind, Redeem<Outcome | Discovered>>> = {
  discovery_oauth: withOwnPair(
    'oauth',
    redeemWith<Discovered>(redeemEndpoints.redeemDiscovery, readDiscovered, ({ oauth }, token) =>
      oauth.discovery.authenticate({ discovery_oauth_token: token }),
    ),
  ),
  oauth: withOwnPair(
    'oauth',
    redeemWith<Outcome>(redeemEndpoints.redeemOAuth, readOutcome, ({ oauth }, token) =>
      oauth.authenticate({ oauth_token: token, ...MINUTES }),
    ),
  ),
  magic_link: redeemLink,
  foreign_link: redeemLink,
  // An invitation, or another e-mailed link into one organization (R9.8).
  organization_link: withoutOtherSignIn(
    redeemWith<Outcome>(
      redeemEndpoints.redeemOrganizationLink,
      readOutcome,
      ({ magicLinks }, token) => magicLinks.authenticate({ magic_links_token: token, ...MINUTES }),
    ),
  ),
  // What this tab has started (R9.9), and what an identity provider has started and the person has confirmed (R9.10).
  sso: withOwnPair('sso', redeemSso),
  foreign_sso: redeemSso,
  impersonation: redeemWith<Outcome>(
    redeemEndpoints.redeemImpersonation,
    readImpersonation,
    ({ impersonation }, token) => impersonation.authenticate({ impersonation_token: token }),
  ),
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
