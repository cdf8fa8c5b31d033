import { WINDOWS } from '../e2e/screens/tours/screen-tour.types.ts';
import { runTour, screenTours } from '../e2e/screens/tours/screen-tours.ts';
import { expect, test } from '../e2e/support/product-test.ts';

const COLOURS = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
} as const;

test.use({ viewport: WINDOWS.wide });

for (const tour of screenTours) {
  test.describe(() => {
    test.use({ expectedConsoleErrors: { patterns: tour.consoleErrors ?? [] } });
    test(tour.name, async ({ page, context, emulator }) => {
      test.setTimeout(300_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await runTour(tour, { page, context, emulator }, async (screen) => {
        for (const width of ['narrow', 'wide'] as const) {
          await page.setViewportSize(WINDOWS[width]);
          for (const [name, media] of Object.entries(COLOURS)) {
            await page.emulateMedia(media);
            await expect.soft(page).toHaveScreenshot(`${screen}-${name}-${width}.png`, {
              // Seconds that are counted, and what the emulator writes, differ from run to run.
              mask: [page.locator('[data-volatile], [data-countdown]')],
              fullPage: true,
            });
          }
        }
        await page.emulateMedia({ colorScheme: null, forcedColors: 'none' });
      });
    });
  });
}
