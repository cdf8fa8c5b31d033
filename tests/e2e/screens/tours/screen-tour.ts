import { expect, type Page } from '@playwright/test';
import type { EmulatorClient } from '#emulator/control/control-client.ts';
import { expectState } from '../../support/test.ts';

/** The windows in which each screen is checked and its pictures are taken, in CSS pixels. */
export const WINDOWS = {
  narrow: { width: 360, height: 740 },
  wide: { width: 1_280, height: 800 },
} as const;

/** What a tour needs of the test that runs it. */
interface TourFixtures {
  /** A page of a fresh browser context. */
  readonly page: Page;
  readonly emulator: EmulatorClient;
}

/** Checks the screen that the page shows, by its name, once the machine is in a state. */
type Visit = (screen: string, state?: string | RegExp) => Promise<void>;

/** A scripted path through the product that stops on several screens. */
export interface ScreenTour {
  readonly name: string;
  /** The states in which the tour visits a screen, by their full paths. */
  readonly states: readonly string[];
  /** Errors that the page logs on the way, which otherwise fail the test. */
  readonly consoleErrors?: readonly RegExp[];
  readonly run: (context: TourFixtures & { readonly visit: Visit }) => Promise<void>;
}

/** Returns the states that the machine of a page is in, by their full paths. */
async function statesOf(page: Page): Promise<string[]> {
  const path = await page.locator('html').getAttribute('data-auth-state');
  return (path ?? '').split(' ').filter(Boolean);
}

/** Runs a tour, and expects that it visits a screen in each of its states. */
export async function runTour(
  { states, run }: ScreenTour,
  fixtures: TourFixtures,
  onVisit: (screen: string) => Promise<void>,
): Promise<void> {
  const visited: string[] = [];
  await run({
    ...fixtures,
    async visit(screen, state) {
      if (state !== undefined) await expectState(fixtures.page, state);
      visited.push(...(await statesOf(fixtures.page)));
      await onVisit(screen);
    },
  });
  expect(visited).toEqual(expect.arrayContaining([...states]));
}
