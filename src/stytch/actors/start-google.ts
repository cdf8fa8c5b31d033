import { fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import { isTyped } from '#machines/rules/organization.ts';
import { type GoogleStart, startGoogle } from '../google-start.ts';
import { createFailure } from '../sdk/failures.ts';
import { startSso } from '../sso/start-sso.ts';
import { resolveInTime } from './resolve-in-time.ts';

type Contract = AuthActorContracts['startGoogle'];

/** The actor that starts Google, or an identity provider. It resolves only when that cannot be started. */
export function startGoogleActor({
  publicToken,
  providerOrigin,
}: Pick<GoogleStart, 'publicToken' | 'providerOrigin'>) {
  return fromPromise<Contract['output'], Contract['input']>(
    ({ input: { organization, choosesAccount = false, connectionId = null }, signal }) =>
      resolveInTime(signal, async (inner) => {
        const start: GoogleStart = {
          publicToken,
          providerOrigin,
          // A typed organization may not exist, and then the provider would show its own error page. It goes through
          // discovery and is chosen or created after the return, for whoever answers (R4.10).
          organizationId: organization === null || isTyped(organization) ? null : organization.id,
          // The person who chooses an organization may not be the one who is still signed in at Google.
          choosesAccount: choosesAccount || organization !== null,
        };
        const problem = await (connectionId === null
          ? startGoogle(start, inner)
          : startSso({ publicToken, providerOrigin, connectionId }, inner));
        return createFailure(problem === 'unreachable' ? problem : 'other', problem);
      }),
  );
}
