import * as v from 'valibot';
import { lastSignOut } from '../../storage/sign-out.ts';
import { parseJson } from '../../storage/web-storage.ts';
import { FAILED_TO_FETCH } from '../sdk/failures.ts';
import { readRawSettings, readSettings, type Settings } from '../sdk/raw-settings.ts';

/** Checks the data of a response, by the response's path. */
export type ResponseCheck = (path: string, data: unknown) => boolean;

export interface CallLimits {
  readonly path: string;
  /** Milliseconds after which the call is given up. */
  readonly timeout: number;
  readonly isUsable: ResponseCheck;
  /** Aborts the call. */
  readonly outer?: AbortSignal | undefined;
}

/** The only error that the SDK recognizes as a network error. */
export function networkError(): TypeError {
  return new TypeError(FAILED_TO_FETCH);
}

/**
 * Sends a call and reads the whole response, so that a body that never ends times out too. Drops a response that
 * arrives after a sign-out in any tab, which its session would undo.
 */
export function sendCheckedRequest(
  send: typeof fetch,
  input: RequestInfo | URL,
  init: RequestInit,
  limits: CallLimits,
): Promise<Response> {
  const { timeout, outer } = limits;
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeout);
  outer?.addEventListener('abort', abort);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(networkError()));
  });
  const signOut = lastSignOut();
  const responded = send(input, { ...init, signal }).then(async (response) => {
    const text = await response.text();
    const checked = lastSignOut() === signOut ? checkedResponse(limits, response, text) : null;
    if (checked === null) throw networkError();
    return checked;
  });
  return Promise.race([responded, aborted])
    .catch(() => {
      throw networkError();
    })
    .finally(() => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    });
}

const anyObject = v.looseObject({});

/** The form of a successful response. */
const envelopeSchema = v.object({
  data: v.pipe(
    anyObject,
    v.check((data) => !Array.isArray(data)),
  ),
});

/** Why the provider has refused a call: an error, or what is wrong in the form of the request. */
const refusalSchema = v.union([
  v.object({ error_type: v.string() }),
  v.object({ body: v.array(anyObject) }),
]);

/** The response for the SDK; `null` when it is not a usable one of the provider. */
function checkedResponse(
  { path, isUsable }: CallLimits,
  response: Response,
  text: string,
): Response | null {
  const json = parseJson(text);
  const { status, statusText } = response;
  const contentType = response.headers.get('content-type') ?? '';
  const isExpectedForm =
    status <= 299
      ? v.is(envelopeSchema, json) && isUsable(path, json.data)
      : contentType.includes('application/json')
        ? v.is(refusalSchema, json)
        : text.includes('Captcha required');
  if (!isExpectedForm) return null;
  return new Response(text, { status, statusText, headers: { 'content-type': contentType } });
}

/**
 * Reports the project's settings. For a project without an access policy, the SDK would log an error and use the policy
 * that it cached: it gets one that permits nothing.
 */
export async function settingsForSdk(
  response: Response,
  onSettings: (settings: Settings | null) => void,
): Promise<Response> {
  const json: unknown = await response.clone().json();
  const raw = v.is(envelopeSchema, json) ? readRawSettings(json.data) : null;
  onSettings(raw && readSettings(raw));
  if (raw === null) return response;
  const rbac_policy = raw.rbac_policy ?? { roles: [], resources: [] };
  const data = { ...raw, rbac_policy };
  return jsonResponse({ ...Object(json), data }, response.status);
}

/** `Response.json` is younger than Safari 16.4. */
export function jsonResponse(body: object, status: number): Response {
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(body), { status, headers });
}
