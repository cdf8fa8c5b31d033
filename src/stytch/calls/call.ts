import type { GenericSchema } from 'valibot';
import type { AuthActorContracts, CallActor } from '#machines/auth/auth.actors.ts';
import type { ActorResult, ProviderFailure } from '#machines/auth/auth.types.ts';
import type { ActorDeps } from '../actors/actor-deps.ts';
import { removeLinkRequests } from '../magic-link-request.ts';
import type { SessionRefresh } from '../refresh/refresh.ts';
import type { RefreshSchedule } from '../refresh/refresh-schedule.ts';
import { type ErrorRules, toFailure } from '../responses/errors.ts';
import { createFailure } from '../sdk/failures.ts';
import { readStoredSession } from '../sdk/sdk-state.ts';
import {
  digestOfIntermediate,
  hasIntermediateCookie,
  hasSessionCookie,
  removeIntermediateCookie,
} from '../session/session.ts';

/** What the calls use. */
export interface CallDeps extends ActorDeps {
  readonly schedule: RefreshSchedule;
  readonly refresh: SessionRefresh;
}

/** One endpoint of the provider. */
export interface Endpoint extends ErrorRules {
  /** The path under `SDK_PREFIX`. */
  readonly path: string;
  /** The schema that the data of a successful response must match before the SDK reads it. */
  readonly response: GenericSchema;
}

type OutputOf<Name extends CallActor> = AuthActorContracts[Name]['output'] | ProviderFailure;

/** An input without its missing values. */
export type Complete<Input> = { readonly [Key in keyof Input]: NonNullable<Input[Key]> };

/** Fulfils the contract of an actor. */
export type ActorCall<Name extends CallActor> = (
  deps: CallDeps,
  input: Complete<AuthActorContracts[Name]['input']>,
  signal: AbortSignal,
) => Promise<OutputOf<Name>>;

/**
 * Calls an endpoint for an actor. An error becomes a failure. The call is aborted with the actor, so that a late
 * response changes nothing.
 *
 * @returns the result, with the digest of the intermediate session that the browser holds after it
 */
export async function callEndpoint<Result extends ActorResult>(
  deps: CallDeps,
  endpoint: Endpoint,
  signal: AbortSignal,
  send: () => Promise<Result>,
): Promise<Result | ProviderFailure> {
  const { publicToken, sessionMonitor, transport } = deps;
  return sessionMonitor.sessionChanges.duringOwnCall(async () => {
    const release = transport.claimCalls(endpoint.path, signal);
    const result = await send()
      .catch((error: unknown) => toFailure(error, endpoint))
      .then((settled) => failUnlessStored(deps, endpoint, settled))
      .finally(release);
    if (!signal.aborted) recordResult(deps, result);
    return 'intermediateDigest' in result
      ? { ...result, intermediateDigest: await digestOfIntermediate(publicToken) }
      : result;
  });
}

/**
 * Ends a new session that the SDK could not store, about which it reports no error: local storage is full (R13.10), or
 * the browser did not keep its cookie (R13.11), which a device whose clock is ahead takes for an expired one.
 */
async function failUnlessStored<Result extends ActorResult>(
  { publicToken, sessionMonitor, now }: CallDeps,
  { needsSession }: Endpoint,
  result: Result,
): Promise<Result | ProviderFailure> {
  if (result.kind === 'discovered' && !needsSession && !hasIntermediateCookie(publicToken)) {
    return createFailure('other', 'cookieNotKept');
  }
  if (result.kind !== 'authenticated') return result;
  const { sessionId, expiresAt } = result.session;
  const isStored = readStoredSession(publicToken)?.session.member_session_id === sessionId;
  const hasCookie = hasSessionCookie(publicToken);
  if (hasCookie && isStored) return result;
  const cookieNotKept = expiresAt <= now() ? 'clockAhead' : 'cookieNotKept';
  const hadSession = sessionMonitor.sessionChanges.acknowledged() !== null;
  await sessionMonitor.revokeSession();
  sessionMonitor.removeSession();
  return createFailure(hadSession ? 'session' : 'other', hasCookie ? 'storageFull' : cookieNotKept);
}

/** Records what the result says about the session. The machine reads it in the result and needs no event. */
function recordResult(
  { publicToken, sessionMonitor, schedule }: CallDeps,
  result: ActorResult,
): void {
  const { sessionChanges } = sessionMonitor;
  if (result.kind === 'authenticated' || result.kind === 'refreshed') {
    sessionChanges.acknowledge(result.session);
  }
  if (result.kind === 'authenticated') {
    schedule.recordSuccess();
    removeLinkRequests();
  }
  if ('intermediateDigest' in result && result.kind !== 'discovered') {
    // A required step ends the session that the call was made with.
    sessionChanges.acknowledge(null);
    schedule.reset();
  }
  if (result.kind !== 'failed') return;
  if (result.reason === 'session') sessionMonitor.removeSession();
  if (result.reason === 'intermediate') removeIntermediateCookie(publicToken);
}
