import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { SDK_PREFIX, SETTINGS_PATH, telemetryHeader } from '#machines/rules/provider-api.ts';

/** The provider's answer to a question, or the reason why there is none. */
export type Answer =
  | { readonly kind: 'success'; readonly data: unknown }
  | { readonly kind: 'error'; readonly type: string; readonly message: string }
  | { readonly kind: 'none'; readonly message: string };

const ErrorSchema = v.object({ error_type: v.string(), error_message: v.string() });

/**
 * Creates the questions that the provider answers without an account, with the paths and headers of SDK 5.32.
 *
 * @param publicToken the project's public token
 * @param site the origin of the site, which the provider compares with the project's authorized domains
 * @param timeout milliseconds after which a question is given up
 */
export function createProviderClient(publicToken: string, site: string, timeout: number) {
  const sdk = { identifier: 'Charter doctor', version: '1' };
  const headers = {
    authorization: `Basic ${Buffer.from(`${publicToken}:${publicToken}`).toString('base64')}`,
    'content-type': 'application/json',
    'x-sdk-client': telemetryHeader(new URL(site).hostname, sdk),
    'x-sdk-parent-host': site,
    origin: site,
    referer: `${site}/`,
  };
  return {
    /** Fetches the project's settings, as the SDK does when a page loads. */
    settings: (origin: string) =>
      ask(origin + SDK_PREFIX + SETTINGS_PATH + encodeURIComponent(publicToken), headers, timeout),
    /** Starts Google as the SDK does, without following the redirect to it. */
    startGoogle(origin: string, path: string, query: Readonly<Record<string, string>>) {
      const parameters = new URLSearchParams({
        public_token: publicToken,
        pkce_code_challenge: randomBytes(32).toString('base64url'),
        ...query,
      });
      return ask(`${origin}/v1/b2b/public/oauth/google/${path}?${parameters}`, {}, timeout);
    },
  };
}

async function ask(
  url: string,
  headers: Readonly<Record<string, string>>,
  timeout: number,
): Promise<Answer> {
  const { origin } = new URL(url);
  try {
    const signal = AbortSignal.timeout(timeout);
    const response = await fetch(url, { headers, redirect: 'manual', signal });
    const body: unknown = await response.json().catch(() => null);
    if (response.status < 400) return { kind: 'success', data: Object(body).data };
    if (v.is(ErrorSchema, body)) {
      const { error_type: type, error_message: text } = body;
      return { kind: 'error', type, message: `${type}: ${text}` };
    }
    const message = `${origin} gave an answer that is not the provider’s (${response.status})`;
    return { kind: 'none', message };
  } catch (error) {
    const { cause = error } = Object(error);
    return { kind: 'none', message: `${origin} could not be reached (${cause})` };
  }
}
