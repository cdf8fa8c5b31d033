import type {
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
import { type ActorCall, type CallDeps, callEndpoint, type Endpoint } from './call.ts';
import { redeemEndpoints } from './redeem-endpoints.ts';

type Redeemed = Discovered | Outcome;

/** How the token of one kind of callback is redeemed. */
interface Redeemer {
  readonly endpoint: Endpoint;
  readonly send: (client: SdkClient, token: string) => Promise<unknown>;
  readonly read: (response: unknown, at: number) => Redeemed | ProviderFailure;
  /** Only an answer to what this tab has started is redeemed: another one may be another person's. */
  readonly startedHere?: 'oauth' | 'sso';
  /** Whether the intermediate session of another sign-in, which the SDK would send, is dropped first. */
  readonly dropsIntermediateSession?: true;
}

const MINUTES = { session_duration_minutes: SESSION_DURATION_MINUTES };

/** An answer that an identity provider has started and the person has confirmed (R9.10). */
const sso: Redeemer = {
  endpoint: redeemEndpoints.redeemSso,
  send: (client, token) => client.sso.authenticate({ sso_token: token, ...MINUTES }),
  read: readOutcome,
  dropsIntermediateSession: true,
};

const link: Redeemer = {
  endpoint: redeemEndpoints.redeemLink,
  send: ({ magicLinks }, token) =>
    magicLinks.discovery.authenticate({ discovery_magic_links_token: token }),
  read: readDiscovered,
};

const redeemers: Partial<Record<CallbackKind, Redeemer>> = {
  discovery_oauth: {
    endpoint: redeemEndpoints.redeemDiscovery,
    send: ({ oauth }, token) => oauth.discovery.authenticate({ discovery_oauth_token: token }),
    read: readDiscovered,
    startedHere: 'oauth',
  },
  oauth: {
    endpoint: redeemEndpoints.redeemOAuth,
    send: ({ oauth }, token) => oauth.authenticate({ oauth_token: token, ...MINUTES }),
    read: readOutcome,
    startedHere: 'oauth',
  },
  magic_link: link,
  foreign_link: link,
  // An invitation, or another e-mailed link into one organization (R9.8).
  organization_link: {
    endpoint: redeemEndpoints.redeemOrganizationLink,
    send: ({ magicLinks }, token) =>
      magicLinks.authenticate({ magic_links_token: token, ...MINUTES }),
    read: readOutcome,
    dropsIntermediateSession: true,
  },
  sso: { ...sso, startedHere: 'sso' },
  foreign_sso: sso,
  impersonation: {
    endpoint: redeemEndpoints.redeemImpersonation,
    send: ({ impersonation }, token) => impersonation.authenticate({ impersonation_token: token }),
    read: readImpersonation,
  },
};

/** Reads the session of an impersonation link (R12.1, R12.5). The cookie expires with it, and the banner with both. */
function readImpersonation(response: unknown, at: number): Outcome {
  const outcome = readOutcome(response, at);
  if (outcome.kind !== 'authenticated') return outcome;
  const session = { ...outcome.session, impersonated: true };
  writeCookie(IMPERSONATION_COOKIE, session.memberId, session.expiresAt);
  return { ...outcome, session };
}

/** Whether this browser can redeem a link: where the project requires PKCE, only the one that requested it (R9.4). */
async function canRedeemLink({ settings, pkce }: CallDeps): Promise<boolean> {
  const known = await settings;
  return known?.requiresPkceForLinks !== true || pkce.hasMagicLinkPair();
}

/** A link that was requested here names the organization that its sign-in had chosen (R9.1). */
async function withRequest(result: Discovered, now: number): Promise<Discovered> {
  const request = await linkRequestFor(result.discovery.emailAddress, now);
  if (request === null) return { ...result, link: 'foreign' };
  removeLinkRequests();
  return { ...result, link: 'own', requestedFor: request.organization };
}

/**
 * Redeems the token of the callback address, once (R5.7). The machine handles a callback without a usable
 * token itself: given one, the call rejects.
 */
export const redeem: ActorCall<'redeem'> = async (deps, { callback }, signal) => {
  const redeemer = redeemers[callback];
  if (redeemer === undefined) throw new Error(`${callback} has no token.`);
  const token = deps.token.take();
  if (token === null) return createFailure('other', 'noToken');
  const { endpoint, send, read, startedHere, dropsIntermediateSession } = redeemer;
  if (startedHere !== undefined && !deps.pkce.use(startedHere)) {
    return createFailure('pkce', 'googleNotContinued');
  }
  if (redeemer === link && !(await canRedeemLink(deps))) {
    return createFailure('pkce', 'linkOfOtherBrowser');
  }
  if (dropsIntermediateSession) removeIntermediateCookie(deps.publicToken);
  const result = await callEndpoint<Redeemed | ProviderFailure>(deps, endpoint, signal, async () =>
    read(await send(deps.client, token), deps.now()),
  );
  const isLink = redeemer === link && result.kind === 'discovered' && !signal.aborted;
  return isLink ? withRequest(result, deps.now()) : result;
};
