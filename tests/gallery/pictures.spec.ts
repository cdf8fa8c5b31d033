import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { WINDOWS } from '../e2e/screens/tours/screen-tour.types.ts';
import { runTour, screenTours } from '../e2e/screens/tours/screen-tours.ts';
import { expect, test } from '../e2e/support/product-test.ts';
import { COLOURS, GALLERY, pictureName, removeEntries, writeEntry } from './gallery.ts';

/** Takes a picture of the whole page once two in a row are the same. */
async function takePicture(page: Page, name: string): Promise<void> {
  let picture: Buffer | undefined;
  await expect
    .poll(async () => {
      const previous = picture;
      picture = await page.screenshot({
        path: join(GALLERY, name),
        fullPage: true,
        animations: 'disabled',
      });
      return previous?.equals(picture);
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
        const title = await page.title();
        for (const width of ['narrow', 'wide'] as const) {
          await page.setViewportSize(WINDOWS[width]);
          for (const colours of COLOURS) {
            await page.emulateMedia({
              reducedMotion: 'reduce',
              colorScheme: colours === 'dark' ? 'dark' : 'light',
              forcedColors: colours === 'forced' ? 'active' : 'none',
            });
            await takePicture(page, pictureName({ screen, colours, width }));
          }
        }
        await page.emulateMedia({ forcedColors: 'none' });
        writeEntry({ screen, states, title, tour: tour.name });
      });
    });
  });
}
