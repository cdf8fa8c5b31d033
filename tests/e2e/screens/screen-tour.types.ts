import type { BrowserContext, Page } from '@playwright/test';
import type { EmulatorClient } from '#emulator/control/control-client.ts';

/** What a walk is given: a fresh browser, a fresh emulator, and what is done on every screen. */
interface Walking {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly emulator: EmulatorClient;
  /** To be called on every screen, with its name, when it stands. */
  readonly visit: (screen: string) => Promise<void>;
}

/** A way through the product, and the states of the machine it stops in, by their full paths. */
export interface Walk {
  readonly name: string;
  readonly states: readonly string[];
  readonly go: (walking: Walking) => Promise<void>;
}

/** The states a page's machine is in. */
export async function statesOf(page: Page): Promise<string[]> {
  const path = await page.locator('html').getAttribute('data-auth-state');
  return (path ?? '').split(' ').filter(Boolean);
}
