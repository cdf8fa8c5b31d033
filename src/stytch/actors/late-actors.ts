import { fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { ProviderFailure } from '#machines/auth/auth.types.ts';
import { DEFERRED_REFRESH_DELAY } from '#machines/rules/limits.ts';
import type { ActorCall, CallDeps, LateActor } from '../calls/call.ts';
import { unreachableFailure } from '../sdk/failures.ts';
import { resolveInTime } from './resolve-in-time.ts';

/** The calls of all actors that no sign-in needs before Google, and what they use. */
export interface LateCalls {
  readonly deps: CallDeps;
  readonly calls: { readonly [Name in LateActor]: ActorCall<Name> };
}

/**
 * Creates actors whose code is loaded when one of them is used first. When it cannot be loaded, the actor fails as when
 * the provider is unreachable (R1.8), after `onImportFailure`, and the next one tries again.
 */
export function createLateActors(
  load: () => Promise<LateCalls>,
  onImportFailure: (error: unknown) => Promise<void>,
) {
  let loading: Promise<LateCalls> | null = null;
  const preload = () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };

  const call = <Name extends LateActor>(
    name: Name,
    scope: { readonly input: AuthActorContracts[Name]['input']; readonly signal: AbortSignal },
  ) =>
    resolveInTime(scope.signal, async (signal) => {
      const loaded = await preload().catch(onImportFailure);
      // A stopped actor must not send its call when its code arrives.
      if (!loaded || signal.aborted) return unreachableFailure();
      return loaded.calls[name](loaded.deps, scope.input, signal);
    });

  function late<Name extends LateActor>(name: Name) {
    type Contract = AuthActorContracts[Name];
    return fromPromise<Contract['output'] | ProviderFailure, Contract['input']>((scope) =>
      call(name, scope),
    );
  }

  /** Only the end of the session fails a refresh. Whatever else prevents it, it is due again after a delay. */
  const refresh = fromPromise<
    AuthActorContracts['refresh']['output'],
    AuthActorContracts['refresh']['input']
  >(async (scope) => {
    const result = await call('refresh', scope);
    if (result.kind !== 'failed' || result.reason === 'session' || scope.signal.aborted) {
      return result;
    }
    const loaded = await loading?.catch(() => null);
    return (
      loaded?.deps.refresh.postpone() ?? {
        kind: 'unavailable',
        retryInMs: DEFERRED_REFRESH_DELAY,
      }
    );
  });

  return {
    /** Loads the code. It rejects when the code cannot be loaded. */
    preload,
    actors: {
      redeem: late('redeem'),
      readOrganizations: late('readOrganizations'),
      exchange: late('exchange'),
      create: late('create'),
      sendCode: late('sendCode'),
      verifyCode: late('verifyCode'),
      sendLink: late('sendLink'),
      verifySecondFactor: late('verifySecondFactor'),
      recoverSecondFactor: late('recoverSecondFactor'),
      enrolSecondFactor: late('enrolSecondFactor'),
      resume: late('resume'),
      refresh,
      switchOrganization: late('switchOrganization'),
    },
  };
}
