import { fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { ProviderFailure } from '#machines/auth/auth.types.ts';
import { unreachableFailure } from '../sdk/failures.ts';

type LateActor = Exclude<keyof AuthActorContracts, 'startGoogle' | 'revoke'>;

/** Fulfils the contract of an actor. */
export type ActorCall<Name extends LateActor> = (scope: {
  readonly input: AuthActorContracts[Name]['input'];
  readonly signal: AbortSignal;
}) => Promise<AuthActorContracts[Name]['output']>;

/** The calls of all actors that no sign-in needs before Google. */
export type ActorCalls = { readonly [Name in LateActor]: ActorCall<Name> };

/**
 * Creates actors whose code is loaded when one of them is used first. When it cannot be loaded, the actor fails as
 * when the provider is unreachable (R1.8), and the next one tries again.
 *
 * @param load imports the code
 * @param onImportFailure is awaited before the failure is shown
 */
export function createLateActors(
  load: () => Promise<ActorCalls>,
  onImportFailure: (error: unknown) => Promise<void>,
) {
  let calls: ActorCalls | null = null;
  let loading: Promise<void> | null = null;
  const preload = async () => {
    loading ??= load().then((loaded) => {
      calls = loaded;
    });
    try {
      await loading;
    } catch (error) {
      loading = null;
      throw error;
    }
  };

  function late<Name extends LateActor>(name: Name) {
    type Contract = AuthActorContracts[Name];
    return fromPromise<Contract['output'] | ProviderFailure, Contract['input']>(async (scope) => {
      if (calls === null) await preload().catch(onImportFailure);
      // A stopped actor must not send its call when its code arrives.
      if (calls === null || scope.signal.aborted) return unreachableFailure();
      return calls[name](scope);
    });
  }

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
      verifyFactor: late('verifyFactor'),
      recover: late('recover'),
      enrol: late('enrol'),
      resume: late('resume'),
      refresh: late('refresh'),
      switchOrganization: late('switchOrganization'),
    },
  };
}
