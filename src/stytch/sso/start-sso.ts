import { leaveWithPkce, organizationRedirects, type StartProblem } from '../google-start.ts';

export interface SsoStart {
  readonly publicToken: string;
  /** The origin of the provider, without a trailing slash. */
  readonly providerOrigin: string;
  readonly connectionId: string;
}

/**
 * Sends the browser to the identity provider of a connection, with PKCE (R9.9), as SDK 5.32.0 does. Resolves only when
 * it cannot be started.
 */
export function startSso(
  { publicToken, providerOrigin, connectionId }: SsoStart,
  signal?: AbortSignal,
): Promise<StartProblem> {
  return leaveWithPkce(
    `${providerOrigin}/v1/public/sso/start`,
    { public_token: publicToken, connection_id: connectionId, ...organizationRedirects() },
    signal,
  );
}
