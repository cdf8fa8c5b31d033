import type { Browser, Locator, Page } from '@playwright/test';

/** What Playwright's client keeps of its server, which runs in the same process. */
interface InProcess {
  readonly _connection: { readonly toImpl: (browser: Browser) => ServerBrowser };
}

interface ServerBrowser {
  readonly _browserSession: Session;
}

interface Session {
  send(method: string, parameters: unknown): Promise<unknown>;
}

/** Firefox ESR rejects this command, which Playwright sends for every context. Nothing here depends on it. */
const UNKNOWN = 'emulation.setMediaFeaturesOverride';

/** Makes Playwright work with a stock Firefox over WebDriver BiDi. */
export function adaptFirefox(browser: Browser): void {
  const { _connection: connection } = browser as unknown as InProcess;
  const session = connection.toImpl(browser)._browserSession;
  const prototype: Session = Object.getPrototypeOf(session);
  const { send } = prototype;
  prototype.send = function (method, parameters) {
    return method === UNKNOWN ? Promise.resolve({}) : send.call(this, method, parameters);
  };
}

/** Sets what a test fills in as a person's input does: what Playwright inserts does not reach React's change handler. */
export function replaceFill(page: Page): void {
  const prototype: Locator = Object.getPrototypeOf(page.locator('html'));
  prototype.fill = async function (text, options) {
    await this.focus(options);
    await this.evaluate((field, value) => {
      const descriptor = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
      descriptor?.set?.call(field, value);
      field.dispatchEvent(new InputEvent('input', { bubbles: true, data: value }));
    }, text);
  };
}
