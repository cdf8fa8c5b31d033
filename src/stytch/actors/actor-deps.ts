import type { ActorResult } from '#machines/auth/auth.guards.ts';
import type { ProviderFailure } from '#machines/auth/auth.types.ts';
import type { TokenHolder } from '../callback.ts';
import type { SessionRefresh } from '../refresh/refresh.ts';
import type { RefreshSchedule } from '../refresh/refresh-schedule.ts';
import type { Bootstrap } from '../sdk/bootstrap.ts';
import { type EndpointName, endpoints } from '../sdk/endpoints.ts';
import { refusalFrom } from '../sdk/errors.ts';
import type { PkcePairs } from '../sdk/pkce.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';
import type { Transport } from '../sdk/transport.ts';
import type { ExternalEvents } from '../session/external-events.ts';

/** What the actors work with. */
export interface ActorDeps {
  readonly client: SdkClient;
  readonly publicToken: string;
  readonly transport: Transport;
  readonly bootstrap: Bootstrap;
  readonly events: ExternalEvents;
  readonly refresh: SessionRefresh;
  readonly schedule: RefreshSchedule;
  readonly pkce: PkcePairs;
  readonly token: TokenHolder;
  readonly now: () => number;
}

/**
 * One call of the provider, from the machine's question to its answer. An error becomes a refusal. The call
 * ends with the actor that made it: when the machine has moved on, nothing of a late answer is kept.
 *
 * @param call which call, for its path and the sentences of its refusals
 * @param signal the actor's own
 * @param work the call itself
 */
export function callEndpoint<Result extends ActorResult>(
  environment: ActorDeps,
  call: EndpointName,
  signal: AbortSignal,
  work: () => Promise<Result | ProviderFailure>,
): Promise<Result | ProviderFailure> {
  const { events, transport } = environment;
  return events.ledger.duringOwnCall(async () => {
    const release = transport.claimNextCall(endpoints[call].path, signal);
    const result = await work()
      .catch((error: unknown) => refusalFrom(error, call))
      .finally(release);
    if (!signal.aborted) tell(environment, result);
    return result;
  });
}

/** What an answer tells the machine of the session needs no event. */
function tell({ events, schedule }: ActorDeps, result: ActorResult): void {
  const { ledger } = events;
  switch (result.kind) {
    case 'authenticated':
      ledger.acknowledge(result.session);
      schedule.recordSuccess();
      break;
    case 'refreshed':
      ledger.acknowledge(result.session);
      break;
    case 'primary_required':
    case 'mfa_required':
      // A step that is asked for has ended the session it came from.
      ledger.acknowledge(null);
      schedule.reset();
      break;
    case 'failed':
      if (result.reason === 'session') events.dropSession();
      break;
    default:
  }
}
