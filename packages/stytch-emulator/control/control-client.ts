import type { Login } from '../api/sessions/login.ts';
import type { InboxEntry } from '../store/mail.ts';
import type { listSessions } from '../store/sessions.ts';
import type { FaultRequest, LoggedRequest, State } from '../store/state.ts';

/** The effect of a fault on the requests it matches. */
export type Fault = FaultRequest['fault'];

type SessionEntry = ReturnType<typeof listSessions>[number];

/** A typed HTTP client of the control API. */
export class EmulatorClient {
  readonly #origin: string;
  readonly #fetch: (url: string, init: RequestInit) => Promise<Response>;

  /** @param request makes a request; an emulator in this process needs no network */
  constructor(
    origin: string,
    request = (url: string, init: RequestInit): Promise<Response> => fetch(url, init),
  ) {
    this.#origin = origin;
    this.#fetch = request;
  }

  /** Signs a member in without a screen. The organization is its slug or id. The session lasts an hour. */
  login(given: { email: string; organization: string; minutes?: number }): Promise<Login> {
    return this.#call('POST', '/login', given);
  }

  /** Restores the seed state. */
  reset(): Promise<unknown> {
    return this.#call('POST', '/reset');
  }

  /** Returns everything that the emulator stores. */
  state(): Promise<State> {
    return this.#call('GET', '/state');
  }

  replaceState(state: State): Promise<unknown> {
    return this.#call('PUT', '/state', state);
  }

  /** Returns the logged requests, oldest first: those of browsers without telemetry and bootstrap, or `all`. */
  async requests({ all = false } = {}): Promise<LoggedRequest[]> {
    const requests = await this.#call<LoggedRequest[]>('GET', '/requests');
    return all ? requests : requests.filter(({ path }) => isProductCall(path));
  }

  /** Returns the logged requests as `METHOD path`, without the base path. */
  async calls(): Promise<string[]> {
    const requests = await this.requests();
    return requests.map(({ method, path }) => `${method} ${path.replace('/sdk/v1', '')}`);
  }

  clearRequests(): Promise<unknown> {
    return this.#call('DELETE', '/requests');
  }

  /** Adds a fault for the requests that match the glob, permanently or for the next `times` of them. */
  injectFault(path: string, fault: Fault, times?: number): Promise<unknown> {
    return this.#call('POST', '/faults', { match: { path }, fault, ...(times ? { times } : {}) });
  }

  clearFaults(): Promise<unknown> {
    return this.#call('DELETE', '/faults');
  }

  /** Returns the mail to an address, newest first. */
  inbox(to: string): Promise<InboxEntry[]> {
    return this.#call('GET', `/inbox?to=${encodeURIComponent(to)}`);
  }

  updateProject(settings: Record<string, unknown>): Promise<unknown> {
    return this.#call('PATCH', '/project', settings);
  }

  advanceClock(advanceMs: number): Promise<unknown> {
    return this.#call('POST', '/clock', { advanceMs });
  }

  /** Returns the sessions that are neither revoked nor expired. */
  async activeSessions(): Promise<SessionEntry[]> {
    const sessions = await this.#call<SessionEntry[]>('GET', '/sessions');
    return sessions.filter(({ active }) => active);
  }

  revokeSession(id: string): Promise<unknown> {
    return this.#call('DELETE', `/sessions/${id}`);
  }

  impersonate(email: string, organizationSlug: string): Promise<{ url: string }> {
    return this.#call('POST', '/impersonate', { email, organizationSlug });
  }

  async #call<Result>(method: string, path: string, body?: unknown): Promise<Result> {
    const response = await this.#fetch(`${this.#origin}/_emulator${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) {
      throw new Error(`${method} /_emulator${path}: ${response.status} ${await response.text()}`);
    }
    return response.json();
  }
}

function isProductCall(path: string): boolean {
  return path.startsWith('/sdk/v1') && !path.endsWith('/events') && !path.includes('/bootstrap/');
}
