import type { Handler } from '#emulator/handler.ts';
import type { SimulatedPage } from './simulated-page.ts';

/** A request of a page. */
export interface Sent {
  readonly page: SimulatedPage;
  readonly path: string;
  /** The body as text; empty without one. */
  readonly body: string;
  readonly authorization: string;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  /** When a successful response reached the running page that sent it; `null` when none has. */
  usedAt: number | null;
}

/** A request that the network of a slow tab holds. */
export interface HeldCall {
  readonly page: SimulatedPage;
  /** Lets the request reach the provider, which may have received it before. */
  arrive(): Promise<void>;
  /** Lets the response reach the page. */
  answer(): Promise<void>;
  /** Cuts the connection. The provider has received the request, and the page does not know. */
  lose(): Promise<void>;
  /** A proxy sends the request twice, and the page gets the second response. */
  double(): Promise<void>;
}

/** Calls that say nothing about a person. They are never held, so that walks are about the others. */
const NEVER_HELD = /\/(?:events|projects\/bootstrap\/.*)$/;

/** The connection of all pages with the emulator. */
export class Network {
  readonly log: Sent[] = [];
  held: readonly HeldCall[] = [];
  /** How many requests the emulator is handling: its signatures take real time. */
  handling = 0;
  private readonly handler: Handler;

  constructor(handler: Handler) {
    this.handler = handler;
  }

  /** `fetch` of a page. */
  send(page: SimulatedPage, url: string, init: RequestInit): Promise<Response> {
    const { pathname } = new URL(url, page.url);
    const { signal, keepalive, ...options } = init;
    const request = () => new Request(url, options);
    const sent: Sent = {
      page,
      path: pathname.replace('/sdk/v1', ''),
      body: typeof init.body === 'string' ? init.body : '',
      authorization: request().headers.get('authorization') ?? '',
      sentAt: Date.now(),
      usedAt: null,
    };
    if (signal?.aborted === true) return Promise.reject(new DOMException('Aborted.', 'AbortError'));
    this.log.push(sent);
    return new Promise((resolve, reject) => {
      const aborted = () => page.run(() => reject(new DOMException('Aborted.', 'AbortError')));
      signal?.addEventListener('abort', aborted);
      let arrived: Promise<Response> | null = null;
      const handle = () => {
        arrived ??= this.handle(request());
        return arrived;
      };
      const respond = (response: Response) => () => {
        if (response.ok && signal?.aborted !== true) sent.usedAt = Date.now();
        resolve(response);
      };
      const fail = () => reject(new TypeError('NetworkError when attempting to fetch resource.'));
      const settle = (act: () => void) => {
        this.held = this.held.filter((other) => other !== call);
        page.tab.browser.post(page, act);
      };
      const call: HeldCall = {
        page,
        arrive: async () => void (await handle()),
        answer: async () => settle(respond(await handle())),
        lose: async () => {
          await handle();
          settle(fail);
        },
        double: async () => {
          await handle();
          settle(respond(await this.handle(request())));
        },
      };
      // The browser sends a request that outlives its page at once.
      const isHeld = page.tab.isSlow && !NEVER_HELD.test(pathname) && keepalive !== true;
      if (isHeld) this.held = [...this.held, call];
      else void call.answer();
    });
  }

  /** Forgets the requests of a page that is gone. What has not reached the provider never does. */
  drop(page: SimulatedPage): void {
    this.held = this.held.filter((call) => call.page !== page);
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
