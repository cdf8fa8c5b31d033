import { randomBytes, randomUUID } from 'node:crypto';
import { SDK_PREFIX, SETTINGS_PATH } from '#src/stytch/transport/provider-paths.ts';

/** What came back from a question: the provider's answer, or why there is none. */
export type Answer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** The data of a success; `null` when the body is not the provider's JSON. */
      readonly data: Readonly<Record<string, unknown>> | null;
      /** Where the answer redirects to, if anywhere. */
      readonly location: string | null;
      /** The provider's error type and message; `null` for a success. */
      readonly error: { readonly type: string; readonly message: string } | null;
    }
  | { readonly kind: 'none'; readonly reason: string };

/** The questions that the provider answers without an account. */
export interface Provider {
  /** Fetches the project's settings, as the SDK does when a page loads. */
  settings(): Promise<Answer>;
  /** Asks for the client id of Google One Tap. */
  oneTap(): Promise<Answer>;
  /** Starts Google as the SDK does, without following the redirect to it. */
  startGoogle(kind: 'discovery' | 'organization', query: Record<string, string>): Promise<Answer>;
}

/**
 * Creates the questions to the provider, with the paths and headers of SDK 5.32.
 *
 * @param publicToken the project's public token
 * @param site the origin of the site, which the provider compares with the project's authorized domains
 * @param apiOrigin the origin of the provider's API
 * @param startOrigin returns the origin that Google is started at, which may be the project's own domain
 * @param timeout milliseconds after which a question is given up
 */
export function createProvider(
  publicToken: string,
  site: string,
  apiOrigin: string,
  startOrigin: () => string,
  timeout: number,
): Provider {
  const headers = {
    authorization: `Basic ${Buffer.from(`${publicToken}:${publicToken}`).toString('base64')}`,
    'content-type': 'application/json',
    'x-sdk-client': telemetryHeader(site),
    'x-sdk-parent-host': site,
    origin: site,
    referer: `${site}/`,
  };
  const call = (path: string) => ask(`${apiOrigin}${SDK_PREFIX}${path}`, headers, timeout);
  return {
    settings: () => call(SETTINGS_PATH + encodeURIComponent(publicToken)),
    oneTap: () => call('/b2b/oauth/google/onetap/start'),
    startGoogle(kind, query) {
      const path = kind === 'discovery' ? 'discovery/start' : 'start';
      const parameters = new URLSearchParams({
        public_token: publicToken,
        pkce_code_challenge: randomBytes(32).toString('base64url'),
        ...query,
      });
      return ask(`${startOrigin()}/v1/b2b/public/oauth/google/${path}?${parameters}`, {}, timeout);
    },
  };
}

async function ask(
  address: string,
  headers: Record<string, string>,
  timeout: number,
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(address, { headers, redirect: 'manual', signal });
    return read(response, await response.text());
  } catch (error) {
    return { kind: 'none', reason: `${new URL(address).origin} ${explainFailure(error, timeout)}` };
  }
}

function read(response: Response, text: string): Answer {
  const { status } = response;
  const json = parse(text);
  const location = response.headers.get('location');
  if (status < 400) {
    const data = isRecord(json?.data) ? json.data : null;
    return { kind: 'answer', status, data, location, error: null };
  }
  if (typeof json?.error_type !== 'string') {
    const host = new URL(response.url).origin;
    return {
      kind: 'none',
      reason: `${host} gave an answer that is not the provider’s (${status})`,
    };
  }
  const error = { type: json.error_type, message: String(json.error_message ?? '') };
  return { kind: 'answer', status, data: null, location, error };
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(text);
    return isRecord(json) ? json : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function explainFailure(error: unknown, timeout: number): string {
  if (!(error instanceof Error)) return 'could not be asked';
  if (error.name === 'TimeoutError') return `did not answer within ${timeout / 1_000} seconds`;
  const cause = error.cause instanceof Error && 'code' in error.cause ? error.cause.code : error;
  return `could not be reached (${cause})`;
}

/** The telemetry header that every call of the SDK has. Its ids are random. */
function telemetryHeader(site: string): string {
  const id = (kind: string) => `${kind}-id-${randomUUID()}`;
  const telemetry = {
    event_id: id('event'),
    app_session_id: id('app-session'),
    persistent_id: id('persistent'),
    client_sent_at: new Date().toISOString(),
    timezone: 'UTC',
    app: { identifier: new URL(site).hostname },
    sdk: { identifier: 'Charter doctor', version: '1' },
  };
  return Buffer.from(JSON.stringify(telemetry)).toString('base64');
}
