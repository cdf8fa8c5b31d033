import { fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { Discovered, HandedOff, Outcome, ProviderFailure } from '#machines/auth/auth.types.ts';
import { IMPERSONATION_COOKIE, SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import { messages } from '#machines/rules/messages.ts';
import { clearLinkRequest } from '../email-link/magic-link-request.ts';
import { refusal } from '../sdk/errors.ts';
import { readOutcome } from '../sdk/responses.ts';
import { writeCookie } from '../session/cookies.ts';
import { type ActorDeps, callEndpoint } from './actor-deps.ts';
import { discovered } from './discovered.ts';

type Contract = AuthActorContracts['redeem'];

/** Uses the token this tab came back with, once (R5.7). */
export function redeem(environment: ActorDeps) {
  const ways = {
    discovery_oauth: redeemDiscovery,
    oauth: redeemOAuth,
    magic_link: redeemLink,
    impersonation: redeemImpersonation,
  } as const;
  return fromPromise<Contract['output'], Contract['input']>(async ({ input, signal }) => {
    const { callback } = input;
    if (callback === 'denied') return refusal('other', messages.googleCancelled);
    if (callback === 'unknown_type') return refusal('other', messages.unknownTokenType);
    const token = environment.token.take();
    if (token === null || callback === null || callback === 'no_token') {
      return refusal('other', messages.noToken);
    }
    return ways[callback](environment, token, signal);
  });
}

function redeemDiscovery(
  environment: ActorDeps,
  token: string,
  signal: AbortSignal,
): Promise<Discovered | ProviderFailure> {
  const { client, now } = environment;
  return withPair(environment, () =>
    callEndpoint<Discovered>(environment, 'redeemDiscovery', signal, async () => {
      const answer = await client.oauth.discovery.authenticate({ discovery_oauth_token: token });
      return discovered(answer, now());
    }),
  );
}

function redeemOAuth(
  environment: ActorDeps,
  token: string,
  signal: AbortSignal,
): Promise<Outcome | ProviderFailure> {
  const { client, now } = environment;
  return withPair(environment, () =>
    callEndpoint<Outcome>(environment, 'redeemOAuth', signal, async () => {
      const answer = await client.oauth.authenticate({
        oauth_token: token,
        session_duration_minutes: SESSION_DURATION_MINUTES,
      });
      return readOutcome(answer, now());
    }),
  );
}

/** A callback this tab did not start is refused before its token is sent: it may be somebody else's. */
async function withPair<Result>(
  { pkce }: ActorDeps,
  redeemed: () => Promise<Result>,
): Promise<Result | ProviderFailure> {
  if (!pkce.restore()) return refusal('pkce', messages.notStartedHere);
  try {
    return await redeemed();
  } finally {
    pkce.clear();
  }
}

async function redeemLink(
  environment: ActorDeps,
  token: string,
  signal: AbortSignal,
): Promise<Discovered | HandedOff | ProviderFailure> {
  const { client, bootstrap, pkce, events, now } = environment;
  const settings = await bootstrap.settings;
  if (settings?.pkceForLinks === true && !pkce.hasMagicLinkPair()) {
    return refusal('pkce', messages.linkOfOtherBrowser);
  }
  if (settings?.pkceForLinks === false) pkce.clearMagicLinkPair();
  const result = await callEndpoint<Discovered>(environment, 'redeemLink', signal, async () => {
    const answer = await client.magicLinks.discovery.authenticate({
      discovery_magic_links_token: token,
    });
    return discovered(answer, now());
  });
  if (result.kind !== 'discovered' || signal.aborted) return result;
  clearLinkRequest();
  const { emailAddress } = result.discovery;
  const isHandedOff = emailAddress !== null && (await events.handover.offer(emailAddress));
  return isHandedOff ? { kind: 'handed_off' } : result;
}

/** A link of support (R12.1, R12.5). The cookie ends with the session, so that no banner outlives it. */
function redeemImpersonation(
  environment: ActorDeps,
  token: string,
  signal: AbortSignal,
): Promise<Outcome | ProviderFailure> {
  const { client, now } = environment;
  return callEndpoint<Outcome>(environment, 'redeemImpersonation', signal, async () => {
    const answer = await client.impersonation.authenticate({ impersonation_token: token });
    const outcome = readOutcome(answer, now());
    if (outcome.kind !== 'authenticated') return outcome;
    const session = { ...outcome.session, impersonated: true };
    writeCookie(IMPERSONATION_COOKIE, session.memberId, session.expiresAt);
    return { ...outcome, session };
  });
}
