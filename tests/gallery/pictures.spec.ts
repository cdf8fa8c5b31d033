import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { WINDOWS } from '../e2e/screens/tours/screen-tour.types.ts';
import { runTour, screenTours } from '../e2e/screens/tours/screen-tours.ts';
import { expect, test } from '../e2e/support/product-test.ts';
import { COLOURS, GALLERY, pictureName, removeEntries, writeEntry } from './gallery.ts';

/** Waits until the page has rendered: its machine names its state before. Counted seconds change all the time. */
async function expectRendered(page: Page): Promise<void> {
  let before = '';
  await expect
    .poll(async () => {
      const now = await page.evaluate(() => document.body.innerHTML.replace(/\d+/g, ''));
      const isSame = now === before;
      before = now;
      return isSame;
    })
    .toBe(true);
}

test.use({ viewport: WINDOWS.wide });

for (const tour of screenTours) {
  test.describe(() => {
    test.use({ expectedConsoleErrors: { patterns: tour.consoleErrors ?? [] } });
    test(tour.name, async ({ page, context, emulator }) => {
      test.setTimeout(180_000);
      removeEntries(tour.name);
      await runTour(tour, { page, context, emulator }, async (screen, states) => {
        await expectRendered(page);
        const title = await page.title();
        for (const width of ['narrow', 'wide'] as const) {
          await page.setViewportSize(WINDOWS[width]);
          for (const colours of COLOURS) {
            await page.emulateMedia({
              reducedMotion: 'reduce',
              colorScheme: colours === 'dark' ? 'dark' : 'light',
              forcedColors: colours === 'forced' ? 'active' : 'none',
            });
            await page.screenshot({
              path: join(GALLERY, pictureName({ screen, colours, width })),
              fullPage: true,
              animations: 'disabled',
            });
          }
        }
        await page.emulateMedia({ forcedColors: 'none' });
        writeEntry({ screen, states, title, tour: tour.name });
      });
    });
  });
}
