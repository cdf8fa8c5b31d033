import { fromPromise } from 'xstate';
import {
  type AuthActorContracts,
  type CallActor,
  createCallActors,
} from '#machines/auth/auth.actors.ts';
import type { ProviderFailure } from '#machines/auth/auth.types.ts';
import type { ActorCall, CallDeps, Complete } from '../calls/call.ts';
import { resolveInTime } from './resolve-in-time.ts';

type Contracts = AuthActorContracts;

/** The calls of the actors, and what they use. */
export interface Calls {
  readonly deps: CallDeps;
  readonly calls: { readonly [Name in CallActor]: ActorCall<Name> };
}

/**
 * Creates the actors that call the provider.
 *
 * @param load loads the calls, which nothing on the sign-in card needs
 */
export function createStytchCallActors(load: () => Promise<Calls>) {
  type Contract<Name extends CallActor> = Contracts[Name];
  const call = <Name extends CallActor>(
    name: Name,
    input: Contract<Name>['input'],
    signal: AbortSignal,
  ) =>
    resolveInTime<Contract<Name>['output'] | ProviderFailure>(signal, async (inner) => {
      const { deps, calls } = await load();
      inner.throwIfAborted();
      // An empty id must never be sent.
      if (!isComplete(input)) throw new Error('A call has no input.');
      return calls[name](deps, input, inner);
    });
  const actor = <Name extends CallActor>(name: Name) =>
    fromPromise<Contract<Name>['output'] | ProviderFailure, Contract<Name>['input']>(
      ({ input, signal }) => call(name, input, signal),
    );

  /** Only the end of the session fails a refresh. Whatever else prevents it, it is due again after a delay. */
  const refresh = fromPromise<Contracts['refresh']['output'], Contracts['refresh']['input']>(
    async ({ input, signal }) => {
      const result = await call('refresh', input, signal);
      if (result.kind !== 'failed' || result.reason === 'session' || signal.aborted) return result;
      // Without its code it is due again after the interval.
      return load().then(
        ({ deps }) => deps.refresh.postpone(),
        () => result,
      );
    },
  );

  return { ...createCallActors(actor), refresh };
}

function isComplete<Input>(input: Input): input is Input & Complete<Input> {
  return Object.values(input ?? {}).every((value) => value !== null);
}
