import { addressOf } from '#machines/auth/auth.guards.ts';
import type {
  ActorResult,
  CallbackKind,
  Discovered,
  HandedOffToTab,
  Outcome,
  ProviderFailure,
} from '#machines/auth/auth.types.ts';
import { normalizeEmail } from '#machines/rules/email.ts';
import {
  IMPERSONATION_COOKIE,
  LAST_MEMBER_KEY,
  SESSION_DURATION_MINUTES,
} from '#machines/rules/limits.ts';
import { messages } from '#machines/rules/messages.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import { safeLocalStorage } from '../../storage/web-storage.ts';
import type { MagicLinkHandoff } from '../email-link/magic-link-handoff.ts';
import {
  clearLinkRequests,
  keepLinkRequestsOf,
  linkRequestsFor,
} from '../email-link/magic-link-request.ts';
import { readOutcome } from '../responses/responses.ts';
import { createFailure } from '../sdk/failures.ts';
import { writeCookie } from '../session/cookies.ts';
import { digestOf } from '../session/digest.ts';
import { heldIntermediateDigest } from '../session/session.ts';
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
  return withPkcePair(deps, ({ hasChosen }) =>
    callEndpoint(deps, 'redeemOAuth', signal, async () => {
      const response = await deps.client.oauth.authenticate({
        oauth_token: token,
        session_duration_minutes: SESSION_DURATION_MINUTES,
      });
      const outcome = readOutcome(response, deps.now());
      if (outcome.kind === 'incomplete' || hasChosen) return outcome;
      if (await isLastMember(addressOf(outcome))) return outcome;
      return { ...outcome, isAnotherMember: true };
    }),
  );
}

/**
 * Whether an address is the last member's of this browser (R4.11). Google answers for the account that is signed in
 * there. The person has not chosen it, because somebody was known as the last member when Google was started.
 */
async function isLastMember(address: string | null): Promise<boolean> {
  const [salt, digest] = (safeLocalStorage.read(LAST_MEMBER_KEY) ?? '').split(' ');
  return address !== null && (await digestOf(normalizeEmail(address), salt)) === digest;
}

/**
 * Makes a call with the answer of Google. It fails before the token is sent when this tab did not start the sign-in:
 * the token may be another person's. The answer names who uses this browser now.
 */
async function withPkcePair<Result extends ActorResult>(
  { pkce, now }: ActorDeps,
  call: (started: { readonly hasChosen: boolean }) => Promise<Result>,
): Promise<Result | ProviderFailure> {
  const started = pkce.restore();
  if (started === null) return createFailure('pkce', messagesAfterGoogle.googleNotContinued);
  try {
    const result = await call(started);
    if (result.kind === 'failed') return result;
    const intermediate = 'intermediateDigest' in result ? result.intermediateDigest : null;
    await keepLinkRequestsOf(addressOf(result), intermediate, now());
    return result;
  } finally {
    pkce.clear();
  }
}

/**
 * Redeems a link. Of a link that was requested here, a tab that waits for it continues the sign-in. Without one, it
 * counts as requested here only while this browser still holds the intermediate session of the sign-in that
 * requested it: whoever opens the link later may be the next person at this browser (R22.3).
 */
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
  const held = await heldIntermediateDigest();
  const result = await callEndpoint(deps, 'redeemLink', signal, async () => {
    const response = await client.magicLinks.discovery.authenticate({
      discovery_magic_links_token: token,
    });
    return toDiscovered(response, now());
  });
  if (result.kind !== 'discovered' || signal.aborted) return result;
  const { emailAddress } = result.discovery;
  const requests = emailAddress === null ? [] : await linkRequestsFor(emailAddress, now());
  if (emailAddress === null || requests.length === 0) return { ...result, requestedHere: false };
  clearLinkRequests();
  const { intermediateDigest } = result;
  const isHandedOff =
    intermediateDigest !== null && (await handoff.offer(emailAddress, intermediateDigest));
  const request = requests.findLast(({ intermediate }) => intermediate === held);
  // Without its sign-in, whoever has opened the link may be somebody else than the person who waits for it.
  if (isHandedOff)
    return { kind: 'handed_off', emailAddress: request === undefined ? null : emailAddress };
  if (request === undefined) return { ...result, requestedHere: false };
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
