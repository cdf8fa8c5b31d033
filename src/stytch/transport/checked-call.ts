import * as v from 'valibot';
import { lastSignOut } from '../../storage/sign-out.ts';
import { parseJson } from '../../storage/web-storage.ts';
import { FAILED_TO_FETCH } from '../sdk/failures.ts';
import { type RawSettings, readRawSettings } from '../sdk/raw-settings.ts';
import type { CallClaim } from './call-claims.ts';

/** Checks the data of a response, by the response's path. */
export type ResponseCheck = (path: string, data: unknown) => boolean;

export interface CallLimits {
  readonly path: string;
  /** Milliseconds after which the call is given up. */
  readonly timeout: number;
  readonly isUsable: ResponseCheck;
  readonly claim?: CallClaim | undefined;
}

/** The only error that the SDK recognizes as a network error. */
export function networkError(): TypeError {
  return new TypeError(FAILED_TO_FETCH);
}

/**
 * Sends a call and reads the whole response, so that a body that never ends times out too. Drops a response that
 * arrives after the time-out, as in a frozen page, or after a sign-out in any tab, which its session would undo.
 */
export function sendCheckedRequest(
  send: typeof fetch,
  input: RequestInfo | URL,
  init: RequestInit,
  limits: CallLimits,
): Promise<Response> {
  const { timeout, claim } = limits;
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  const deadline = performance.now() + timeout;
  const timer = setTimeout(abort, timeout);
  claim?.signal.addEventListener('abort', abort);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(networkError()));
  });
  const signOut = lastSignOut();
  const responded = send(input, { ...init, signal }).then(async (response) => {
    const text = await response.text();
    const isLate = signal.aborted || performance.now() > deadline || lastSignOut() !== signOut;
    const checked = isLate ? null : checkedResponse(limits, response, text);
    if (checked === null) throw networkError();
    return checked;
  });
  return Promise.race([responded, aborted])
    .catch(() => {
      throw networkError();
    })
    .finally(() => {
      clearTimeout(timer);
      claim?.signal.removeEventListener('abort', abort);
    });
}

const anyObject = v.looseObject({});

/** What a successful response contains. */
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
  { path, isUsable, claim }: CallLimits,
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
  if (claim !== undefined && v.is(envelopeSchema, json)) claim.note(json.data);
  return new Response(text, { status, statusText, headers: { 'content-type': contentType } });
}

/**
 * Reports the project's settings. For a project without an access policy, the SDK would log an error and use the policy
 * that it cached: it gets one that permits nothing.
 */
export async function settingsForSdk(
  response: Response,
  onSettings: (settings: RawSettings | null) => void,
): Promise<Response> {
  const json: unknown = await response.clone().json();
  const settings = v.is(envelopeSchema, json) ? readRawSettings(json.data) : null;
  onSettings(settings);
  if (settings === null) return response;
  const rbac_policy = settings.rbac_policy ?? { roles: [], resources: [] };
  const data = { ...settings, rbac_policy };
  return jsonResponse({ ...Object(json), data }, response.status);
}

/** `Response.json` is younger than Safari 16.4. */
export function jsonResponse(body: object, status: number): Response {
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(body), { status, headers });
}
