import { hc } from 'hono/client';
import type { Api as Service } from '#server/app.ts';
import { ApiError } from './api-error.ts';

/** What the calls of the service need from the app. */
export interface ApiServices {
  /** Returns the session JWT; empty without one. */
  readonly sessionJwt: () => string;
  /** Returns the member's full name, which is shown beside the changes of the member; empty without one. */
  readonly memberName: () => string;
  /**
   * Asks the provider once whether the session still exists, which refreshes the JWT and does not extend the session.
   *
   * @returns whether the member is still signed in
   */
  readonly checkSession: () => Promise<boolean>;
}

/** The calls of the service, one for each route of `server/app.ts`. */
export type Api = ReturnType<typeof createApi>;

/** Milliseconds within which the service must respond. */
const TIMEOUT = 15_000;

/** Minimum milliseconds between two session checks that a refused JWT causes. */
const CHECK_INTERVAL = 60_000;

/**
 * Creates the typed client of the service. Each call carries the session JWT; a call that fails rejects with an
 * `ApiError`. When the service refuses the JWT, the session is checked, at most once a minute, and the call repeated
 * once. A response that is neither JSON nor a stream of events is not the service's.
 */
export function createApi({ sessionJwt, memberName, checkSession }: ApiServices) {
  const send = async (request: RequestInfo | URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${sessionJwt()}`);
    headers.set('x-member-name', encodeURIComponent(memberName()));
    const signal = init.signal ?? AbortSignal.timeout(TIMEOUT);
    return fetch(request, { ...init, headers, signal }).catch(unreached);
  };
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checked = Promise.resolve(false);
  const checkRefusedSession = () => {
    if (performance.now() - checkedAt >= CHECK_INTERVAL) {
      checkedAt = performance.now();
      checked = checkSession();
    }
    return checked;
  };
  const sendWithRetry = async (request: RequestInfo | URL, init?: RequestInit) => {
    const first = await send(request, init);
    const isRepeated = first.status === 401 && (await checkRefusedSession());
    const response = isRepeated ? await send(request, init) : first;
    if (response.ok) {
      const type = response.headers.get('content-type') ?? '';
      if (/^text\/event-stream\b/.test(type)) return response;
      if (!/^application\/json\b/.test(type)) throw new ApiError(502);
      return new Response(await response.text().catch(unreached), response);
    }
    // The roles have changed: the session brings the new ones.
    if (response.status === 403) void checkSession();
    throw new ApiError(response.status, await response.json().catch(() => null));
  };
  return hc<Service>('/', { fetch: sendWithRetry }).api;
}

/** Also for a connection that is lost in the middle of a response. */
function unreached(): never {
  throw new ApiError(0);
}
