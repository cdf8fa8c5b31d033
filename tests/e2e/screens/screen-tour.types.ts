import type { BrowserContext, Page } from '@playwright/test';
import type { EmulatorClient } from '#emulator/control/control-client.ts';

/** A colour scheme and a width of the window. */
export type Variant = `${'light' | 'dark'}-${'narrow' | 'wide'}`;

interface TourContext {
  /** A page of a fresh browser context. */
  readonly page: Page;
  readonly context: BrowserContext;
  readonly emulator: EmulatorClient;
  /**
   * Checks the screen that the page shows.
   *
   * @param screen its name
   * @param screenshots the variants that are compared with a stored screenshot
   */
  readonly visit: (screen: string, screenshots?: readonly Variant[]) => Promise<void>;
}

/** A scripted path through the product that stops on several screens. */
export interface ScreenTour {
  readonly name: string;
  /** The states in which the tour visits a screen, by their full paths. */
  readonly states: readonly string[];
  readonly run: (context: TourContext) => Promise<void>;
}

/** Returns the states that the machine of a page is in, by their full paths. */
export async function statesOf(page: Page): Promise<string[]> {
  const path = await page.locator('html').getAttribute('data-auth-state');
  return (path ?? '').split(' ').filter(Boolean);
}
