import { fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { ProviderFailure } from '#machines/auth/auth.types.ts';
import { AUTHENTICATE_PATH, DISCOVERY_PATH } from '#machines/rules/callback-path.ts';
import { LAST_MEMBER_KEY } from '#machines/rules/limits.ts';
import { messages } from '#machines/rules/messages.ts';
import { isTyped } from '#machines/rules/organization.ts';
import { safeLocalStorage } from '../../storage/web-storage.ts';
import { createFailure } from '../sdk/failures.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';
import type { EarlyActorDeps } from './actor-deps.ts';

type Contract = AuthActorContracts['startGoogle'];

/** Sends the browser to Google, always with PKCE (R5.1, R5.2, R5.4). Resolves only when Google cannot be started. */
export function startGoogleActor({ client, bootstrap, pkce }: EarlyActorDeps) {
  return fromPromise<Contract['output'], Contract['input']>(async ({ input, signal }) => {
    const settings = await bootstrap.settings;
    if (settings === null) return createFailure('bootstrap', messages.bootstrapUnavailable);
    if (!settings.hasOrganizations) return createFailure('other', messages.notForOrganizations);
    if (!pkce.canSave()) return createFailure('other', messages.storageFull);
    if (signal.aborted) return never();
    await startOAuth(client, input);
    // The SDK has set `location`, but the page is unloaded only after this tick.
    pkce.save();
    return never();
  });
}

/**
 * A typed organization may not exist, and then the provider would show its own error page. It goes through
 * discovery and is chosen or created after the return, for whoever answers (R4.10).
 */
function startOAuth(
  client: SdkClient,
  { organization, choosesAccount }: Contract['input'],
): Promise<unknown> {
  const { origin } = window.location;
  const { google } = client.oauth;
  // Without this, Google uses the account that is still signed in there, without a question.
  const chooses = { provider_params: { prompt: 'select_account' } };
  if (organization === null || isTyped(organization)) {
    return google.discovery.start({
      discovery_redirect_url: origin + DISCOVERY_PATH,
      ...((choosesAccount || organization) && chooses),
    });
  }
  return google.start({
    organization_id: organization.id,
    login_redirect_url: origin + AUTHENTICATE_PATH,
    signup_redirect_url: origin + AUTHENTICATE_PATH,
    ...(safeLocalStorage.read(LAST_MEMBER_KEY) === null && chooses),
  });
}

/** The page is being unloaded. */
function never(): Promise<ProviderFailure> {
  return new Promise(() => undefined);
}
