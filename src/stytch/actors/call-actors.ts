import { fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { ProviderFailure } from '#machines/auth/auth.types.ts';
import type { ActorCall, CallActor, CallDeps } from '../calls/call.ts';
import { resolveInTime } from './resolve-in-time.ts';

type Contracts = AuthActorContracts;

/** The calls of the actors, and what they use. */
export interface Calls {
  readonly deps: CallDeps;
  readonly calls: { readonly [Name in CallActor]: ActorCall<Name> };
}

/** Creates the actors that call the provider. */
export function createCallActors({ deps, calls }: Calls) {
  function actor<Name extends CallActor>(name: Name) {
    return fromPromise<Contracts[Name]['output'] | ProviderFailure, Contracts[Name]['input']>(
      ({ input, signal }) => resolveInTime(signal, (inner) => calls[name](deps, input, inner)),
    );
  }

  /** Only the end of the session fails a refresh. Whatever else prevents it, it is due again after a delay. */
  const refresh = fromPromise<Contracts['refresh']['output'], Contracts['refresh']['input']>(
    async ({ input, signal }) => {
      const result = await resolveInTime(signal, (inner) => calls.refresh(deps, input, inner));
      return result.kind !== 'failed' || result.reason === 'session' || signal.aborted
        ? result
        : deps.refresh.postpone();
    },
  );

  return {
    redeem: actor('redeem'),
    readOrganizations: actor('readOrganizations'),
    exchange: actor('exchange'),
    create: actor('create'),
    sendCode: actor('sendCode'),
    verifyCode: actor('verifyCode'),
    sendLink: actor('sendLink'),
    verifySecondFactor: actor('verifySecondFactor'),
    recoverSecondFactor: actor('recoverSecondFactor'),
    enrolSecondFactor: actor('enrolSecondFactor'),
    resume: actor('resume'),
    refresh,
    switchOrganization: actor('switchOrganization'),
  };
}
