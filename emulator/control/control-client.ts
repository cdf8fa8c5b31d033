/** One call the SDK made, as the emulator logged it. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly status: number;
  readonly body: unknown;
}

/** One mail of the emulator's inbox. */
export interface Mail {
  readonly id: string;
  readonly to: string;
  readonly kind: 'otp' | 'magic_link';
  readonly code?: string;
  readonly link?: string;
}

/** What a fault does to the calls it matches. */
export interface Fault {
  readonly kind: 'error' | 'drop' | 'hang' | 'html' | 'truncated' | 'wrongShape' | 'slow';
  readonly status?: number;
  readonly errorType?: string;
  readonly message?: string;
  readonly retryAfter?: number;
  readonly latencyMs?: number;
}

/** The emulator's control API, typed, over HTTP. */
export class EmulatorClient {
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Back to the seed. */
  reset(): Promise<unknown> {
    return this.#call('POST', '/reset');
  }

  /** The calls the SDK made, oldest first; telemetry and bootstrap left out unless asked for. */
  async requests({ all = false } = {}): Promise<LoggedRequest[]> {
    const requests = await this.#call<LoggedRequest[]>('GET', '/requests');
    return all ? requests : requests.filter(({ path }) => isProductCall(path));
  }

  /** The calls as `METHOD path`, with the base path left out. */
  async calls(): Promise<string[]> {
    const requests = await this.requests();
    return requests.map(({ method, path }) => `${method} ${path.replace('/sdk/v1', '')}`);
  }

  clearRequests(): Promise<unknown> {
    return this.#call('DELETE', '/requests');
  }

  /** Breaks the calls that match, from now on or `times` times. `path` is a glob. */
  injectFault(path: string, fault: Fault, times?: number): Promise<unknown> {
    return this.#call('POST', '/faults', { match: { path }, fault, ...(times ? { times } : {}) });
  }

  clearFaults(): Promise<unknown> {
    return this.#call('DELETE', '/faults');
  }

  /** Mails to an address, newest first. */
  inbox(to: string): Promise<Mail[]> {
    return this.#call('GET', `/inbox?to=${encodeURIComponent(to)}`);
  }

  updateProject(settings: Record<string, unknown>): Promise<unknown> {
    return this.#call('PATCH', '/project', settings);
  }

  advanceClock(advanceMs: number): Promise<unknown> {
    return this.#call('POST', '/clock', { advanceMs });
  }

  /** The sessions that are alive. */
  async activeSessions(): Promise<{ id: string }[]> {
    const sessions = await this.#call<{ id: string; active: boolean }[]>('GET', '/sessions');
    return sessions.filter(({ active }) => active);
  }

  revokeSession(id: string): Promise<unknown> {
    return this.#call('DELETE', `/sessions/${id}`);
  }

  impersonate(email: string, organizationSlug: string): Promise<{ url: string }> {
    return this.#call('POST', '/impersonate', { email, organizationSlug });
  }

  async #call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.#origin}/_emulator${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) {
      throw new Error(`${method} /_emulator${path}: ${response.status} ${await response.text()}`);
    }
    return response.status === 204 ? (undefined as Answer) : await response.json();
  }
}

function isProductCall(path: string): boolean {
  return path.startsWith('/sdk/v1') && !path.endsWith('/events') && !path.includes('/bootstrap/');
}
