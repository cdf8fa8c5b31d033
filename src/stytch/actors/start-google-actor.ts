import { fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { Connection } from '../connection.ts';
import { resolveInTime } from './resolve-in-time.ts';

/** The actor that starts Google. It resolves only when Google cannot be started. */
export function startGoogleActor({ google }: Connection) {
  type Contract = AuthActorContracts['startGoogle'];
  return fromPromise<Contract['output'], Contract['input']>(({ input, signal }) =>
    resolveInTime(signal, (inner) => google.start(input, inner)),
  );
}
