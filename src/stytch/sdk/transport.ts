import * as v from 'valibot';
import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import { endpoints, isUsableResponse, SETTINGS_PATH } from './endpoints.ts';
import { parseJson } from './json.ts';
import { settingsSchema } from './response-schemas.ts';

const SDK_PREFIX = '/sdk/v1';
const EVENTS_PATH = '/events';

/** Waiting for the project's settings holds up every call that needs them, so it ends sooner. */
const SETTINGS_TIMEOUT = (BUSY_TIMEOUT * 2) / 3;

/** The machine's own time-out of a busy state comes first, so that its sentence is the one that shows. */
const GRACE = 250;

/** Where the SDK sends its calls when no other origin is configured: test and live projects. */
const PROVIDER_ORIGINS = ['https://test.stytch.com', 'https://api.stytch.com'];

/** The project's settings as they came over the wire. */
export type RawSettings = v.InferOutput<typeof settingsSchema>;

export interface TransportOptions {
  /** The origin that stands in for the provider; `null` for the provider itself. */
  readonly apiOrigin: string | null;
  /** Milliseconds after which a call is given up. */
  readonly callTimeoutMs?: number;
  /** Told once per fetch of the project's settings: the settings, or `null` when there were none. */
  readonly onSettings: (settings: RawSettings | null) => void;
}

export interface Transport {
  /**
   * Declares that the next call to `path` is this room's own, made under `signal`. An aborted signal ends
   * the call, or keeps it from being made at all when the SDK has not come to it yet.
   *
   * @returns what ends the declaration, to be called when the SDK has answered
   */
  claimNextCall(path: string, signal: AbortSignal): () => void;
  /** Puts the page's own `fetch` back. */
  uninstall(): void;
}

interface CallClaim {
  readonly path: string;
  readonly signal: AbortSignal;
  calls: number;
}

/**
 * The one seam all traffic of the SDK passes. It must be installed before the SDK is imported.
 *
 * - Each call is given up after `callTimeoutMs`: a time-out in the machine does not stop the SDK, and a
 *   late answer would be written over a newer session.
 * - Whatever goes wrong on the way becomes the one error the SDK knows as such, `Failed to fetch`; every
 *   browser words it differently and the SDK compares the text.
 * - An answer that lacks what the SDK is about to write into its state counts as no answer.
 * - A session refresh leaves only when it is this room's own: the SDK's constructor and its worker make
 *   some of their own.
 * - OAuth starts with PKCE whatever the project says, for without it a foreign callback would be taken.
 * - Signing out is answered at once, and the request goes on by itself: a hanging provider keeps nobody
 *   signed in, and no late answer clears a newer session.
 */
export function installTransport(options: TransportOptions): Transport {
  const { apiOrigin, callTimeoutMs = BUSY_TIMEOUT, onSettings } = options;
  const origins = apiOrigin === null ? PROVIDER_ORIGINS : [apiOrigin];
  const pageFetch = window.fetch;
  const send = pageFetch.bind(window);
  const owners: CallClaim[] = [];

  const seam: typeof fetch = (input, init) => {
    const path = sdkPath(input, origins);
    if (path === null) return send(input, init);
    const request = withoutReferrer(init);
    if (path === EVENTS_PATH) return quietly(send(input, request));
    if (path === endpoints.revoke.path) return answeredAtOnce(send, input, request, callTimeoutMs);
    const owner = ownerOf(owners, path);
    if (path === endpoints.refresh.path && owner === undefined)
      return Promise.reject(unreachable());
    if (owner !== undefined) owner.calls += 1;
    if (owner?.signal.aborted) return Promise.reject(unreachable());
    if (!path.startsWith(SETTINGS_PATH)) {
      return answer(send, input, request, { path, timeout: callTimeoutMs, signal: owner?.signal });
    }
    const timeout = Math.min(SETTINGS_TIMEOUT, callTimeoutMs);
    return answer(send, input, request, { path, timeout }).then(
      (response) => settings(response, onSettings),
      (error: unknown) => {
        onSettings(null);
        throw error;
      },
    );
  };
  window.fetch = seam;

  return {
    claimNextCall(path, signal) {
      const owner = { path, signal, calls: 0 };
      owners.push(owner);
      return () => {
        const index = owners.indexOf(owner);
        if (index >= 0) owners.splice(index, 1);
      };
    },
    uninstall() {
      if (window.fetch === seam) window.fetch = pageFetch;
    },
  };
}

/** The error the SDK takes for "the network failed", whatever really happened. */
function unreachable(): TypeError {
  return new TypeError('Failed to fetch');
}

function sdkPath(input: RequestInfo | URL, origins: readonly string[]): string | null {
  const address = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
  if (!URL.canParse(address, window.location.href)) return null;
  const url = new URL(address, window.location.href);
  const { pathname } = url;
  if (!origins.includes(url.origin) || !pathname.startsWith(`${SDK_PREFIX}/`)) return null;
  return pathname.slice(SDK_PREFIX.length);
}

/** The path of a page never matters to the provider, and may one day hold something that does. */
function withoutReferrer(init: RequestInit | undefined): RequestInit {
  return { ...init, referrerPolicy: 'strict-origin' };
}

/** The oldest declaration that has made no call yet; else the newest, for a call that is repeated. */
function ownerOf(owners: readonly CallClaim[], path: string): CallClaim | undefined {
  const candidates = owners.filter((owner) => owner.path === path);
  return candidates.find((owner) => owner.calls === 0) ?? candidates.at(-1);
}

interface CallTerms {
  readonly path: string;
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a call and reads its answer whole, so that an answer that never ends is given up as well. */
function answer(
  send: typeof fetch,
  input: RequestInfo | URL,
  init: RequestInit,
  { path, timeout, signal }: CallTerms,
): Promise<Response> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, signal === undefined ? timeout : timeout + GRACE);
  signal?.addEventListener('abort', stop);
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(unreachable()));
  });
  const answered = send(input, { ...init, signal: controller.signal }).then(async (response) =>
    judged(path, response, await response.text()),
  );
  return Promise.race([answered, stopped])
    .catch(() => {
      throw unreachable();
    })
    .finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    });
}

const envelopeSchema = v.looseObject({
  data: v.pipe(
    v.looseObject({}),
    v.check((data) => !Array.isArray(data)),
  ),
});

const errorSchema = v.union([
  v.looseObject({ error_type: v.string() }),
  v.looseObject({ body: v.array(v.looseObject({})) }),
]);

/** The answer as the SDK will read it, or the network's error when it is not one of the provider's. */
function judged(path: string, response: Response, text: string): Response {
  const { status, statusText } = response;
  const contentType = response.headers.get('content-type') ?? '';
  const json = parseJson(text);
  const usable =
    status <= 299
      ? v.is(envelopeSchema, json) && isUsableResponse(path, json.data)
      : contentType.includes('application/json')
        ? v.is(errorSchema, json)
        : text.includes('Captcha required');
  if (!usable) throw unreachable();
  return new Response(text, { status, statusText, headers: { 'content-type': contentType } });
}

async function settings(
  response: Response,
  onSettings: (settings: RawSettings | null) => void,
): Promise<Response> {
  const parsed = v.safeParse(
    v.looseObject({ data: settingsSchema }),
    await response.clone().json(),
  );
  if (!parsed.success) {
    onSettings(null);
    return response;
  }
  onSettings(parsed.output.data);
  const data = { ...parsed.output.data, pkce_required_for_oauth: true };
  return Response.json({ ...parsed.output, data }, { status: response.status });
}

/** Telemetry of the SDK: sent, and forgotten. Read to its end, for a body nobody reads keeps its request open. */
function quietly(sent: Promise<Response>): Promise<Response> {
  const done = () => new Response(null, { status: 204 });
  return sent.then((response) => response.arrayBuffer()).then(done, done);
}

/** Signs out at once, and lets the request outlive the page. */
function answeredAtOnce(
  send: typeof fetch,
  input: RequestInfo | URL,
  init: RequestInit,
  timeout: number,
): Promise<Response> {
  const signal = AbortSignal.timeout(timeout);
  send(input, { ...init, keepalive: true, signal }).catch(() => undefined);
  return Promise.resolve(Response.json({ data: {} }));
}
