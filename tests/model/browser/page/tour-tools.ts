import type { BrowserContext, Page } from '@playwright/test';
import type { EmulatorClient } from '#emulator/control/control-client.ts';
import type { Stage } from '../provider/scenario-setup.ts';
import type { Feed } from './feed.ts';
import type { HeldCalls } from './held-calls.ts';

/** What a tour is walked with. */
export interface Tools {
  /** The tab that is walked. */
  readonly page: Page;
  readonly context: BrowserContext;
  readonly origin: string;
  readonly emulator: EmulatorClient;
  readonly stage: Stage;
  readonly calls: HeldCalls;
  readonly feed: Feed;
}

/** The SDK's cookies. */
export const COOKIES = {
  session: 'stytch_session',
  intermediate: 'stytch_intermediate_session_token',
} as const;

/** A page of this origin without the product, from which storage can be written. */
const INERT = '/terms.html';

/** Gives the browser a cookie as the SDK writes it. */
export async function putCookie({ context, origin }: Tools, name: string, value: string) {
  await context.addCookies([{ name, value, url: origin, sameSite: 'Lax' }]);
}

/** Lets the time of all pages and of the emulator go on. */
export async function passTime({ page, emulator }: Tools, milliseconds: number): Promise<void> {
  if (milliseconds <= 0) return;
  await emulator.advanceClock(milliseconds);
  await page.clock.runFor(milliseconds);
}

/** Writes a tab's storage while nothing of the product is open in it. */
export async function writeStorage(
  page: Page,
  area: 'localStorage' | 'sessionStorage',
  entries: Readonly<Record<string, string | null>>,
): Promise<void> {
  if (!page.url().endsWith(INERT)) await page.goto(INERT);
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

/** Does something in another tab of the same browser, which stays until the step has shown. */
export async function inAnotherTab(
  { context }: Tools,
  work: (tab: Page) => Promise<void>,
): Promise<void> {
  await work(await context.newPage());
}

/** Closes every tab but the one that is walked. */
export async function closeOthers({ context, page }: Tools): Promise<void> {
  const others = context.pages().filter((tab) => tab !== page);
  await Promise.all(others.map((tab) => tab.close()));
}
