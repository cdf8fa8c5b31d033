import { fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { ProviderFailure } from '#machines/auth/auth.types.ts';
import { AUTHENTICATE_PATH, DISCOVERY_PATH } from '#machines/rules/callback-path.ts';
import { messages } from '#machines/rules/messages.ts';
import { isTyped, type Organization } from '#machines/rules/organization.ts';
import { refusal } from '../sdk/errors.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';
import type { ActorDeps } from './actor-deps.ts';

type Contract = AuthActorContracts['startGoogle'];

/** Sends the browser to Google, never without PKCE (R5.1, R5.2, R5.4). Resolves only when it cannot. */
export function startGoogle({ client, bootstrap, pkce }: ActorDeps) {
  return fromPromise<Contract['output'], Contract['input']>(async ({ input, signal }) => {
    const settings = await bootstrap.settings;
    if (settings === null) return refusal('bootstrap', messages.bootstrapUnavailable);
    if (!pkce.canSave()) return refusal('other', messages.noRoom);
    if (signal.aborted) return forever();
    await leave(client, input.organization);
    // The SDK has set the page's new address, which takes effect later: this is still the same tick.
    pkce.save();
    return forever();
  });
}

/** A typed organization may not exist, and would end on the provider's own error page: it is chosen on return. */
function leave(client: SdkClient, organization: Organization | null): Promise<unknown> {
  const { origin } = window.location;
  const { google } = client.oauth;
  if (organization === null || isTyped(organization)) {
    return google.discovery.start({ discovery_redirect_url: origin + DISCOVERY_PATH });
  }
  return google.start({
    organization_id: organization.id,
    login_redirect_url: origin + AUTHENTICATE_PATH,
    signup_redirect_url: origin + AUTHENTICATE_PATH,
  });
}

function forever(): Promise<ProviderFailure> {
  return new Promise(() => undefined);
}
