import type { BrowserContext, Page } from '@playwright/test';
import type { EmulatorClient } from '#emulator/control/control-client.ts';
import type { ScenarioSetup } from '../provider/scenario-setup.ts';
import type { Feed } from './feed.ts';
import type { HeldCalls } from './held-calls.ts';
import type { Stored } from './stored-sign-in.ts';

/** Everything a step of a tour may use. */
export interface TourTools {
  /** The walked tab. */
  readonly page: Page;
  readonly context: BrowserContext;
  readonly origin: string;
  readonly emulator: EmulatorClient;
  readonly setup: ScenarioSetup;
  readonly calls: HeldCalls;
  readonly feed: Feed;
}

/** The SDK's cookies. */
export const COOKIES = {
  session: 'stytch_session',
  intermediate: 'stytch_intermediate_session_token',
} as const;

/** A page of this origin without the product: storage can be written there. */
const STATIC_PAGE = '/terms.html';

/** Sets a cookie as the SDK writes it. */
export async function putCookie({ context, origin }: TourTools, name: string, value: string) {
  await context.addCookies([{ name, value, url: origin, sameSite: 'Lax' }]);
}

/** Advances the clocks of all pages and of the emulator. */
export async function passTime({ page, emulator }: TourTools, milliseconds: number): Promise<void> {
  if (milliseconds <= 0) return;
  await emulator.advanceClock(milliseconds);
  await page.clock.runFor(milliseconds);
}

/** Writes a tab's storage while the product is not open in it. */
export async function writeStorage(
  page: Page,
  area: 'localStorage' | 'sessionStorage',
  entries: Readonly<Record<string, string | null>>,
): Promise<void> {
  if (!page.url().endsWith(STATIC_PAGE)) await page.goto(STATIC_PAGE);
  await page.evaluate(
    ([where, pairs]) => {
      const storage = window[where];
      for (const [key, value] of Object.entries(pairs)) {
        if (value === null) storage.removeItem(key);
        else storage.setItem(key, value);
      }
    },
    [area, entries] as const,
  );
}

/** Writes what the product would have stored: on the page that is open, which may be a page of the emulator, or before. */
export async function writeStored(
  page: Page,
  stored: Stored,
  { here = false }: { readonly here?: boolean } = {},
): Promise<void> {
  if (!here && !page.url().endsWith(STATIC_PAGE)) await page.goto(STATIC_PAGE);
  await page.evaluate((areas) => {
    for (const area of ['localStorage', 'sessionStorage'] as const)
      for (const [key, text] of Object.entries(areas[area])) {
        // The PKCE pair of the sign-in that is at Google stays (R5.5).
        const { pkce } = JSON.parse((key === 'sign_in' && window[area].getItem(key)) || '{}');
        const isKept = pkce !== undefined;
        window[area].setItem(key, isKept ? JSON.stringify({ ...JSON.parse(text), pkce }) : text);
      }
  }, stored);
}

/** Works in a new tab of the same browser, which stays open until the step is checked. */
export async function inAnotherTab(
  { context }: TourTools,
  work: (tab: Page) => Promise<void>,
): Promise<void> {
  await work(await context.newPage());
}

/** Closes every tab except the walked one. */
export async function closeOtherTabs({ context, page }: TourTools): Promise<void> {
  const others = context.pages().filter((tab) => tab !== page);
  await Promise.all(others.map((tab) => tab.close()));
}
