import type {
  ActorResult,
  CallbackKind,
  Discovered,
  HandedOffToTab,
  Outcome,
  ProviderFailure,
} from '#machines/auth/auth.types.ts';
import { IMPERSONATION_COOKIE, SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import { messages } from '#machines/rules/messages.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import type { MagicLinkHandoff } from '../email-link/magic-link-handoff.ts';
import { clearLinkRequests, linkRequestsFor } from '../email-link/magic-link-request.ts';
import { readOutcome } from '../responses/responses.ts';
import { createFailure } from '../sdk/failures.ts';
import { writeCookie } from '../session/cookies.ts';
import { type ActorDeps, callEndpoint } from './actor-deps.ts';
import { toDiscovered } from './discovered.ts';
import type { ActorCall } from './late-actors.ts';

interface RedeemDeps extends ActorDeps {
  readonly handoff: MagicLinkHandoff;
}

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
export function redeemCall(deps: RedeemDeps): ActorCall<'redeem'> {
  return async ({ input, signal }) => {
    const { callback } = input;
    if (!isRedeemable(callback)) throw new Error(`${callback} has no token.`);
    const token = deps.token.take();
    if (token === null) return createFailure('other', messages.noToken);
    return redeemers[callback](deps, token, signal);
  };
}

function isRedeemable(callback: CallbackKind | null): callback is keyof typeof redeemers {
  return callback !== null && Object.hasOwn(redeemers, callback);
}

function redeemDiscovery(
  deps: ActorDeps,
  token: string,
  signal: AbortSignal,
): Promise<Discovered | ProviderFailure> {
  return withPkcePair(deps, () =>
    callEndpoint(deps, 'redeemDiscovery', signal, async () => {
      const response = await deps.client.oauth.discovery.authenticate({
        discovery_oauth_token: token,
      });
      return toDiscovered(response, deps.now());
    }),
  );
}

function redeemOAuth(
  deps: ActorDeps,
  token: string,
  signal: AbortSignal,
): Promise<Outcome | ProviderFailure> {
  return withPkcePair(deps, () =>
    callEndpoint(deps, 'redeemOAuth', signal, async () => {
      const response = await deps.client.oauth.authenticate({
        oauth_token: token,
        session_duration_minutes: SESSION_DURATION_MINUTES,
      });
      return readOutcome(response, deps.now());
    }),
  );
}

/**
 * Makes a call with the answer of Google. It fails before the token is sent when this tab did not start the sign-in:
 * the token may be another person's. The answer names who uses this browser now.
 */
async function withPkcePair<Result extends ActorResult>(
  { pkce }: ActorDeps,
  call: () => Promise<Result>,
): Promise<Result | ProviderFailure> {
  if (!pkce.restore()) return createFailure('pkce', messagesAfterGoogle.googleNotContinued);
  try {
    return await call();
  } finally {
    pkce.clear();
  }
}

/** Redeems a link. Of a link that was requested here, a tab that waits for it continues the sign-in. */
async function redeemLink(
  deps: RedeemDeps,
  token: string,
  signal: AbortSignal,
): Promise<Discovered | HandedOffToTab | ProviderFailure> {
  const { client, bootstrap, pkce, handoff, now } = deps;
  const settings = await bootstrap.settings;
  if (settings?.requiresPkceForLinks === true && !pkce.hasMagicLinkPair()) {
    return createFailure('pkce', messagesAfterGoogle.linkOfOtherBrowser);
  }
  // The provider rejects a verifier that the link was not requested with.
  if (settings?.requiresPkceForLinks === false) pkce.clearMagicLinkPair();
  const result = await callEndpoint(deps, 'redeemLink', signal, async () => {
    const response = await client.magicLinks.discovery.authenticate({
      discovery_magic_links_token: token,
    });
    return toDiscovered(response, now());
  });
  if (result.kind !== 'discovered' || signal.aborted) return result;
  const { emailAddress } = result.discovery;
  const requests = emailAddress === null ? [] : await linkRequestsFor(emailAddress, now());
  const request = requests.at(-1);
  if (emailAddress === null || request === undefined) return { ...result, requestedHere: false };
  clearLinkRequests();
  const { intermediateDigest } = result;
  const isHandedOff =
    intermediateDigest !== null && (await handoff.offer(emailAddress, intermediateDigest));
  if (isHandedOff) return { kind: 'handed_off' };
  return { ...result, requestedHere: true, requestedFor: request.organization };
}

/** Redeems an impersonation link (R12.1, R12.5). The cookie expires with the session, and the banner with both. */
function redeemImpersonation(
  deps: ActorDeps,
  token: string,
  signal: AbortSignal,
): Promise<Outcome | ProviderFailure> {
  return callEndpoint(deps, 'redeemImpersonation', signal, async () => {
    const response = await deps.client.impersonation.authenticate({ impersonation_token: token });
    const outcome = readOutcome(response, deps.now());
    if (outcome.kind !== 'authenticated') return outcome;
    const session = { ...outcome.session, impersonated: true };
    writeCookie(IMPERSONATION_COOKIE, session.memberId, session.expiresAt);
    return { ...outcome, session };
  });
}
