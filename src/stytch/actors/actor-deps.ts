import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { ActorResult, ProviderFailure } from '#machines/auth/auth.types.ts';
import { messages } from '#machines/rules/messages.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import type { TokenHolder } from '../callback.ts';
import { clearLinkRequests } from '../email-link/magic-link-request.ts';
import type { RefreshSchedule } from '../refresh/refresh-schedule.ts';
import { type EndpointName, endpoints } from '../responses/endpoints.ts';
import { toFailure } from '../responses/errors.ts';
import type { Bootstrap } from '../sdk/bootstrap.ts';
import { createFailure } from '../sdk/failures.ts';
import type { PkcePairs } from '../sdk/pkce.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';
import { readStoredSession } from '../sdk/sdk-state.ts';
import {
  expireShadowingCookies,
  INTERMEDIATE_COOKIE,
  readCookie,
  SESSION_COOKIE,
} from '../session/cookies.ts';
import type { ExternalEvents } from '../session/external-events.ts';
import { awaitCookies, expireIntermediateSession } from '../session/session.ts';
import type { ClaimLimits } from '../transport/call-claims.ts';
import type { CallClaim, Transport } from '../transport/transport.ts';
import type { ActorCall, ActorCalls } from './late-actors.ts';

/** The modules and the SDK client that the actors before Google use. */
export interface EarlyActorDeps {
  readonly client: SdkClient;
  readonly publicToken: string;
  readonly transport: Transport;
  readonly bootstrap: Bootstrap;
  readonly events: ExternalEvents;
  /** Refreshes the session at the provider. `minutes`: the session's new length, `null` to keep it. */
  readonly authenticate: (minutes: number | null) => Promise<unknown>;
  readonly pkce: PkcePairs;
  readonly token: TokenHolder;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A number in [0, 1). */
  readonly random: () => number;
}

/** What the other actors use. */
export interface ActorDeps extends EarlyActorDeps {
  readonly schedule: RefreshSchedule;
}

type EndpointActor = EndpointName & keyof ActorCalls;

/** An input without its missing values. */
type Complete<Input> = Input extends object
  ? { readonly [Key in keyof Input]: NonNullable<Input[Key]> }
  : Input;

function isComplete<Input>(input: Input): input is Input & Complete<Input> {
  return Object.values(input ?? {}).every((value) => value !== null);
}

/**
 * The call that fulfils a contract by one call of the endpoint of the same name. It rejects when the machine
 * lacks a value that the call needs, so that an empty id is never sent.
 *
 * @param call makes the call and reads the response
 * @param optionsOf limits the call
 */
export function endpointCall<Name extends EndpointActor>(
  deps: ActorDeps,
  name: Name,
  call: (
    input: Complete<AuthActorContracts[Name]['input']>,
    signal: AbortSignal,
  ) => Promise<AuthActorContracts[Name]['output']>,
  optionsOf?: (
    input: Complete<AuthActorContracts[Name]['input']>,
    signal: AbortSignal,
  ) => CallOptions<AuthActorContracts[Name]['output']>,
): ActorCall<Name> {
  return async ({ input, signal }) => {
    if (!isComplete(input)) throw new Error(`${name} has no input.`);
    return callEndpoint<AuthActorContracts[Name]['output']>(
      deps,
      name,
      signal,
      () => call(input, signal),
      optionsOf?.(input, signal),
    );
  };
}

interface CallOptions<Result> {
  /** The intermediate session that the call needs; it is not sent with another one. */
  readonly limits: ClaimLimits;
  /** Gives the result in place of a call that was not sent. */
  readonly whenHeldBack: () => Promise<Result>;
}

/**
 * Calls an endpoint for an actor. An error becomes a failure. The call is aborted with the actor, so that a
 * late response changes nothing after the machine has left the state.
 *
 * @param endpoint selects the path and the messages of failures
 * @param signal the actor's own
 * @param call makes the call and reads the response
 * @returns the result, with the digest of the intermediate session that it belongs to
 */
export function callEndpoint<Result extends ActorResult>(
  deps: ActorDeps,
  endpoint: EndpointName,
  signal: AbortSignal,
  call: () => Promise<Result>,
  options?: CallOptions<Result | ProviderFailure>,
): Promise<Result | ProviderFailure> {
  const { events, transport } = deps;
  expireShadowingCookies();
  return events.sessionChanges.duringOwnCall(async () => {
    const before = events.sessionChanges.acknowledged()?.sessionId;
    const claim = transport.claimNextCall(endpoints[endpoint].path, signal, options?.limits);
    const result = await call()
      .catch((error: unknown) => toFailure(error, endpoint))
      .then((settled) => failUnlessStored(deps, settled, claim, before))
      .finally(claim.release);
    if (options !== undefined && claim.wasHeldBack()) return options.whenHeldBack();
    if (!signal.aborted) recordResult(deps, result);
    return 'intermediateDigest' in result
      ? { ...result, intermediateDigest: await claim.intermediateDigest() }
      : result;
  });
}

/**
 * Ends a new session that the SDK could not store: local storage is full (R13.10), or the browser ignores its cookie
 * (R13.11). The SDK reports no error.
 */
async function failUnlessStored<Result extends ActorResult>(
  { client, publicToken, events }: ActorDeps,
  result: Result,
  claim: CallClaim,
  before: string | undefined,
): Promise<Result | ProviderFailure> {
  if (result.kind === 'discovered' && !claim.isGranted(readCookie(INTERMEDIATE_COOKIE))) {
    return createFailure('other', messagesAfterGoogle.cookieNotKept);
  }
  if (result.kind !== 'authenticated') return result;
  const isStored = () =>
    readStoredSession(publicToken)?.session.member_session_id === result.session.sessionId;
  const hasCookie = await awaitCookies(() => claim.isGranted(readCookie(SESSION_COOKIE)));
  if (hasCookie && isStored()) return result;
  const message = hasCookie ? messages.storageFull : messagesAfterGoogle.cookieNotKept;
  await client.session.revoke({ forceClear: true }).catch(() => undefined);
  events.removeSession();
  return createFailure(before === undefined ? 'other' : 'session', message);
}

/** Records what the result says about the session. The machine reads it in the result and needs no event. */
function recordResult({ events, schedule }: ActorDeps, result: ActorResult): void {
  const { sessionChanges } = events;
  switch (result.kind) {
    case 'authenticated':
      sessionChanges.acknowledge(result.session);
      schedule.recordSuccess();
      clearLinkRequests();
      break;
    case 'refreshed':
      sessionChanges.acknowledge(result.session);
      break;
    case 'primary_required':
    case 'mfa_required':
      // A required step ends the session that the call was made with.
      sessionChanges.acknowledge(null);
      schedule.reset();
      break;
    case 'failed':
      if (result.reason === 'session') events.removeSession();
      if (result.reason === 'intermediate') expireIntermediateSession();
      break;
    default:
  }
}
