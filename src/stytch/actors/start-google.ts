import { fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { ProviderFailure } from '#machines/auth/auth.types.ts';
import { AUTHENTICATE_PATH, DISCOVERY_PATH } from '#machines/rules/callback-path.ts';
import { messages } from '#machines/rules/messages.ts';
import { isTyped } from '#machines/rules/organization.ts';
import { createFailure, unreachableFailure } from '../sdk/failures.ts';
import type { EarlyActorDeps } from './actor-deps.ts';
import { resolveInTime } from './resolve-in-time.ts';

type Contract = AuthActorContracts['startGoogle'];

/** Sends the browser to Google, always with PKCE (R5.1, R5.2, R5.4). Resolves only when Google cannot be started. */
export function startGoogleActor(deps: EarlyActorDeps) {
  return fromPromise<Contract['output'], Contract['input']>((scope) =>
    resolveInTime(scope.signal, (signal) => startGoogle(deps, scope.input, signal)),
  );
}

async function startGoogle(
  { client, bootstrap, pkce }: EarlyActorDeps,
  { organization, choosesAccount }: Contract['input'],
  signal: AbortSignal,
): Promise<ProviderFailure> {
  const settings = await bootstrap.settings;
  if (settings === null) return createFailure('bootstrap', messages.bootstrapUnavailable);
  if (!settings.hasOrganizations) return createFailure('other', messages.notForOrganizations);
  if (!pkce.canSave()) return createFailure('other', messages.storageFull);
  if (signal.aborted) return never();
  // Google's page would be the browser's own error page.
  if (navigator.onLine === false) return unreachableFailure();
  // A typed organization may not exist, and then the provider would show its own error page. It goes through
  // discovery and is chosen or created after the return, for whoever answers (R4.10).
  const named = organization === null || isTyped(organization) ? null : organization;
  // Who chooses an organization may not be the one who is still signed in at Google.
  const chooses = choosesAccount === true || organization !== null;
  const params = chooses && { provider_params: { prompt: 'select_account' } };
  const { origin } = window.location;
  const { google } = client.oauth;
  await (named === null
    ? google.discovery.start({ discovery_redirect_url: origin + DISCOVERY_PATH, ...params })
    : google.start({
        organization_id: named.id,
        login_redirect_url: origin + AUTHENTICATE_PATH,
        signup_redirect_url: origin + AUTHENTICATE_PATH,
        ...params,
      }));
  // The SDK has set `location`, but the page is unloaded only after this tick.
  pkce.save();
  return never();
}

/** The page is being unloaded. */
function never(): Promise<ProviderFailure> {
  return new Promise(() => undefined);
}
