import type { Handler } from '#emulator/handler.ts';
import type { SimulatedPage } from './simulated-page.ts';

/** A request of a page. */
export interface Sent {
  readonly page: SimulatedPage;
  readonly path: string;
  /** The body as text; empty without one. */
  readonly body: string;
  readonly authorization: string | null;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  /** When a successful response reached the running page that sent it; `null` when none has. */
  usedAt: number | null;
}

/**
 * - `answered`: the page gets the response
 * - `lost`: the connection is cut; the provider has received the request, and the page does not know
 * - `doubled`: a proxy sends the request twice, and the page gets the second response
 */
type End = 'answered' | 'lost' | 'doubled';

/** A request that the network of a slow tab holds. */
interface HeldCall {
  readonly page: SimulatedPage;
  /** Lets the request reach the provider, which may have received it before. */
  readonly arrive: () => unknown;
  readonly end: (end: End) => void;
}

/** Calls that say nothing about a person. They are never held, so that walks are about the others. */
const NEVER_HELD = /\/(?:events|projects\/bootstrap\/.*)$/;

/** The connection of all pages with the emulator. */
export class Network {
  readonly log: Sent[] = [];
  /** How many requests the emulator is handling: its signatures take real time. */
  handling = 0;
  private readonly held = new Set<HeldCall>();
  private readonly handler: Handler;

  constructor(handler: Handler) {
    this.handler = handler;
  }

  /** The held requests of a page, the oldest first. What a page that is gone has sent never reaches the provider. */
  heldOf(page: SimulatedPage | null): readonly HeldCall[] {
    return [...this.held].filter((call) => call.page === page);
  }

  /** `fetch` of a page. */
  send(page: SimulatedPage, url: string, init: RequestInit = {}): Promise<Response> {
    const { signal, keepalive, ...options } = init;
    const { pathname } = new URL(url);
    const request = new Request(url, options);
    const sent: Sent = {
      page,
      path: pathname.replace('/sdk/v1', ''),
      body: String(init.body ?? ''),
      authorization: request.headers.get('authorization'),
      sentAt: Date.now(),
      usedAt: null,
    };
    this.log.push(sent);
    let arrived: Promise<Response> | null = null;
    const arrive = () => {
      arrived ??= this.handle(request.clone());
      return arrived;
    };
    const finish = async (end: End) => {
      const first = await arrive();
      const response = end === 'doubled' ? await this.handle(request.clone()) : first;
      await new Promise<void>((resolve) => page.post(resolve));
      if (end === 'lost') throw new TypeError('NetworkError when attempting to fetch resource.');
      if (response.ok && signal?.aborted !== true) sent.usedAt = Date.now();
      return response;
    };
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => {
        page.run(() => reject(new DOMException('Aborted.', 'AbortError')));
      });
    });
    // The browser sends a request that outlives its page at once.
    const isHeld = page.tab.isSlow && !NEVER_HELD.test(pathname) && keepalive !== true;
    const finished = isHeld ? this.hold(page, arrive).then(finish) : finish('answered');
    return Promise.race([finished, aborted]);
  }

  /** Resolves when a step ends the request. */
  private hold(page: SimulatedPage, arrive: () => unknown): Promise<End> {
    return new Promise((resolve) => {
      const call: HeldCall = {
        page,
        arrive,
        end: (end) => {
          this.held.delete(call);
          resolve(end);
        },
      };
      this.held.add(call);
    });
  }

  private async handle(request: Request): Promise<Response> {
    this.handling += 1;
    try {
      return await this.handler.fetch(request);
    } finally {
      this.handling -= 1;
    }
  }
}
