import { AUTHENTICATE_PATH, DISCOVERY_PATH } from '#machines/rules/callback-path.ts';
import { createPkcePair, savePkcePair } from './sdk/pkce.ts';

export interface GoogleStart {
  readonly publicToken: string;
  /** The origin of the provider, without a trailing slash. */
  readonly providerOrigin: string;
  /** The organization to sign in to (R5.2); `null` for discovery (R5.1). */
  readonly organizationId: string | null;
  /** Whether Google asks for the account, also when only one is signed in there. */
  readonly choosesAccount: boolean;
}

/** Why a sign-in could not be started: the code of a sentence in `src/features/sign-in/notices.ts`. */
export type StartProblem = 'unreachable' | 'storageFull';

/**
 * Sends the browser to Google, always with PKCE (R5.4). The address is the one of SDK 5.32.0, made without the SDK, so
 * that a click works before any module has arrived. Resolves only when Google cannot be started.
 */
export async function startGoogle(
  { publicToken, providerOrigin, organizationId, choosesAccount }: GoogleStart,
  signal?: AbortSignal,
): Promise<StartProblem> {
  const { origin } = window.location;
  const path = organizationId === null ? 'discovery/start' : 'start';
  return leaveWithPkce(
    `${providerOrigin}/v1/b2b/public/oauth/google/${path}`,
    {
      public_token: publicToken,
      ...(choosesAccount && { provider_prompt: 'select_account' }),
      ...(organizationId === null
        ? { discovery_redirect_url: origin + DISCOVERY_PATH }
        : { organization_id: organizationId, ...organizationRedirects() }),
    },
    signal,
  );
}

/** Where a sign-in to one organization returns to. */
export function organizationRedirects() {
  const url = window.location.origin + AUTHENTICATE_PATH;
  return { login_redirect_url: url, signup_redirect_url: url };
}

/** Sends the browser to an address of the provider with a new PKCE pair of this tab. Resolves only on a problem. */
export async function leaveWithPkce(
  address: string,
  parameters: Record<string, string>,
  signal?: AbortSignal,
): Promise<StartProblem> {
  // The browser would show its own error page in place of the provider's.
  if (navigator.onLine === false) return 'unreachable';
  const pair = await createPkcePair();
  if (signal?.aborted) return never();
  if (!savePkcePair(pair)) return 'storageFull';
  const query = new URLSearchParams({ ...parameters, pkce_code_challenge: pair.code_challenge });
  window.location.href = `${address}?${query}`;
  return never();
}

/** The page is being unloaded. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}
