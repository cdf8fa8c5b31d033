import type { BrowserContext, Page } from '@playwright/test';
import type { EmulatorClient } from '#emulator/control/control-client.ts';

/** The windows in which each screen is checked and its pictures are taken, in CSS pixels. */
export const WINDOWS = {
  narrow: { width: 360, height: 740 },
  wide: { width: 1_280, height: 800 },
} as const;

/** A colour scheme and a width of the window. */
export type Variant = `${'light' | 'dark'}-${keyof typeof WINDOWS}`;

/** What a tour needs of the test that runs it. */
export interface TourFixtures {
  /** A page of a fresh browser context. */
  readonly page: Page;
  readonly context: BrowserContext;
  readonly emulator: EmulatorClient;
}

interface TourContext extends TourFixtures {
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
  /** Errors that the page logs on the way, which otherwise fail the test. */
  readonly consoleErrors?: readonly RegExp[];
  readonly run: (context: TourContext) => Promise<void>;
}

/** Returns the states that the machine of a page is in, by their full paths. */
export async function statesOf(page: Page): Promise<string[]> {
  const path = await page.locator('html').getAttribute('data-auth-state');
  return (path ?? '').split(' ').filter(Boolean);
}
