import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { onPath } from '#tools/browsers/install.ts';

/** The key of an element in a WebDriver message. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Milliseconds in which something must appear. */
const TIMEOUT_MS = 30_000;

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

/**
 * Starts WebKitWebDriver on a display of its own.
 *
 * @param binary the path of the browser that it drives
 */
export async function startWebKitDriver(binary: string) {
  const screen = spawn(onPath('Xvfb') ?? '', ['-displayfd', '3', '-screen', '0', '1280x900x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await firstOutput(screen);
  const port = await freePort();
  // Without a graphics card, compositing costs more than it saves.
  const env = { ...process.env, DISPLAY: `:${display}`, WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
  const driver = spawn(onPath('WebKitWebDriver') ?? '', [`--port=${port}`], {
    env,
    stdio: 'ignore',
  });
  const call: Call = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  await eventually(async () => (await call('GET', '/status')) !== null, 'the driver');
  return {
    /** Opens a browser without any data. */
    async open() {
      const options = { binary, args: ['--automation'] };
      const alwaysMatch = { 'webkitgtk:browserOptions': options };
      const session = Object(await call('POST', '/session', { capabilities: { alwaysMatch } }));
      return new WebKitBrowser(call, `/session/${session.sessionId}`);
    },
    stop() {
      driver.kill();
      screen.kill();
    },
  };
}

/** A browser with tabs, of which one is current. */
export class WebKitBrowser {
  readonly #call: Call;
  readonly #session: string;

  constructor(call: Call, session: string) {
    this.#call = call;
    this.#session = session;
  }

  #send(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    return this.#call(method, this.#session + path, body);
  }

  goto(url: string): Promise<unknown> {
    return this.#send('POST', '/url', { url });
  }

  /** Waits for a visible element with a name or text, and returns its id. */
  async find(selector: string, name = ''): Promise<string> {
    // The function must not use anything outside of itself.
    const script = `return (${findElement}).apply(null, arguments)`;
    let found: unknown = null;
    const find = async () => {
      found = await this.#send('POST', '/execute/sync', { script, args: [selector, name] });
      return found !== null;
    };
    await eventually(find, `${selector} ${name}`);
    return Object(found)[ELEMENT];
  }

  async click(selector: string, name = ''): Promise<void> {
    await this.#send('POST', `/element/${await this.find(selector, name)}/click`, {});
  }

  async type(selector: string, text: string): Promise<void> {
    await this.#send('POST', `/element/${await this.find(selector)}/value`, { text });
  }

  /** Presses keys one after another on the focused element. */
  async press(...keys: readonly string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** Waits until the machine of the page is in a state whose path starts with this one. */
  expectState(state: string): Promise<unknown> {
    return this.find(`html[data-auth-state^="${state}"]`);
  }

  /** Waits until the page has an address on its origin. */
  expectPath(path: string): Promise<void> {
    const isThere = async () => String(await this.#send('GET', '/url')).endsWith(path);
    return eventually(isThere, `address ${path}`);
  }

  /** Returns the handle of the current tab. */
  async tab(): Promise<string> {
    return String(await this.#send('GET', '/window'));
  }

  /** Opens a tab, makes it the current one and returns its handle. */
  async openTab(): Promise<string> {
    const { handle } = Object(await this.#send('POST', '/window/new', { type: 'tab' }));
    await this.switchTo(handle);
    return handle;
  }

  switchTo(handle: string): Promise<unknown> {
    return this.#send('POST', '/window', { handle });
  }

  close(): Promise<unknown> {
    return this.#call('DELETE', this.#session);
  }
}

/** Runs in the page. */
function findElement(selector: string, name: string): Element | null {
  const isNamed = (element: Element) =>
    `${element.getAttribute('aria-label') ?? ''} ${element.textContent}`.includes(name);
  const elements = [...document.querySelectorAll(selector)];
  return elements.find((element) => element.checkVisibility() && isNamed(element)) ?? null;
}

/** Repeats a check until it is true. One that fails, as while a page loads, is repeated as well. */
async function eventually(check: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  while (!(await check().catch(() => false))) {
    if (Date.now() > end) throw new Error(`Not in ${TIMEOUT_MS} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function firstOutput(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdio[3]?.once('data', (chunk: unknown) => resolve(String(chunk).trim()));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The display ended with ${code}.`)));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
