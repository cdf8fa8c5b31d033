import type { BrowserContext, Page } from '@playwright/test';
import type { EmulatorClient } from '#emulator/control/control-client.ts';
import type { ScenarioSetup } from '../provider/scenario-setup.ts';
import type { Feed } from './feed.ts';
import type { HeldCalls } from './held-calls.ts';

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

/** A page of this origin without the product: storage can be written there. */
const STATIC_PAGE = '/terms.html';

/** Advances the clocks of all pages and of the emulator. */
export async function passTime({ page, emulator }: TourTools, milliseconds: number): Promise<void> {
  if (milliseconds <= 0) return;
  await emulator.advanceClock(milliseconds);
  await page.clock.runFor(milliseconds);
}

/** Entries of a tab's storage and of the browser's, by key; `null` removes one. */
export type Stored = Readonly<
  Partial<Record<'localStorage' | 'sessionStorage', Readonly<Record<string, string | null>>>>
>;

/** Writes storage while the product is not open: on the page that is open, which may be a page of the emulator, or before. */
export async function writeStored(
  page: Page,
  stored: Stored,
  { here = false }: { readonly here?: boolean } = {},
): Promise<void> {
  if (!here && !page.url().endsWith(STATIC_PAGE)) await page.goto(STATIC_PAGE);
  await page.evaluate(({ localStorage = {}, sessionStorage = {} }) => {
    for (const [storage, entries] of [
      [window.localStorage, localStorage],
      [window.sessionStorage, sessionStorage],
    ] as const)
      for (const [key, text] of Object.entries(entries)) {
        const before = storage.getItem(key);
        // A record has parts of several owners.
        const isRecord = before?.startsWith('{') === true && text?.startsWith('{') === true;
        if (text === null) storage.removeItem(key);
        else if (!isRecord) storage.setItem(key, text);
        else storage.setItem(key, JSON.stringify({ ...JSON.parse(before), ...JSON.parse(text) }));
      }
  }, stored);
}
