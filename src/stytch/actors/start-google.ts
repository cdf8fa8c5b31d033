import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { ProviderFailure } from '#machines/auth/auth.types.ts';
import { AUTHENTICATE_PATH, DISCOVERY_PATH } from '#machines/rules/callback-path.ts';
import { messages } from '#machines/rules/messages.ts';
import { isTyped } from '#machines/rules/organization.ts';
import { createFailure, unreachableFailure } from '../sdk/failures.ts';
import type { PkcePairs } from '../sdk/pkce.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';
import type { SettingsHolder } from '../sdk/settings-holder.ts';

type Contract = AuthActorContracts['startGoogle'];

/** The input of a start from the login screen. */
const DISCOVERY: Contract['input'] = { organization: null, choosesAccount: false };

interface GoogleDeps {
  readonly client: SdkClient;
  readonly settingsHolder: SettingsHolder;
  readonly pkce: PkcePairs;
}

/**
 * Starts Google for the machine, or before it: a click on the login screen can only start discovery, so it does not wait
 * for the machine's code. The machine learns of the click in its order, and its actor takes this start over.
 */
export function createGoogleStart(deps: GoogleDeps) {
  let early: { readonly started: Promise<ProviderFailure>; readonly abort: () => void } | null =
    null;
  const start = (input: Contract['input'], signal: AbortSignal) => startGoogle(deps, input, signal);
  return {
    startEarly(): void {
      const controller = new AbortController();
      const abort = () => controller.abort();
      early = { started: start(DISCOVERY, controller.signal), abort };
      window.addEventListener('pageshow', ({ persisted }) => {
        // The back/forward cache kept a page in which the machine would wait for this start.
        if (persisted && early !== null) window.location.reload();
      });
    },
    /** Resolves only when Google cannot be started. */
    start(input: Contract['input'], signal: AbortSignal): Promise<ProviderFailure> {
      if (early === null) return start(input, signal);
      const { started, abort } = early;
      early = null;
      signal.addEventListener('abort', abort);
      return started;
    },
  };
}

/** Sends the browser to Google, always with PKCE (R5.1, R5.2, R5.4). Resolves only when Google cannot be started. */
async function startGoogle(
  { client, settingsHolder, pkce }: GoogleDeps,
  { organization, choosesAccount }: Contract['input'],
  signal: AbortSignal,
): Promise<ProviderFailure> {
  const settings = await settingsHolder.settings;
  if (settings === null) return createFailure('settings', messages.settingsUnavailable);
  if (!settings.hasOrganizations) return createFailure('other', messages.notForOrganizations);
  if (!pkce.canSave()) return createFailure('other', messages.storageFull);
  if (signal.aborted) return never();
  // The browser would show its own error page in place of Google.
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
