import { runTour, WINDOWS } from '../e2e/screens/tours/screen-tour.ts';
import { screenTours } from '../e2e/screens/tours/screen-tours.ts';
import { expect, test } from '../e2e/support/test.ts';

const COLOURS = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
} as const;

test.use({ viewport: WINDOWS.wide });

for (const tour of screenTours) {
  test.describe(() => {
    test.use({ expectedConsoleErrors: { patterns: tour.consoleErrors ?? [] } });
    test(tour.name, async ({ page, emulator }) => {
      test.setTimeout(300_000);
      await runTour(tour, { page, emulator }, async (screen) => {
        for (const [width, size] of Object.entries(WINDOWS)) {
          await page.setViewportSize(size);
          for (const [colours, media] of Object.entries(COLOURS)) {
            await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
            await expect.soft(page).toHaveScreenshot(`${screen}-${colours}-${width}.png`, {
              fullPage: true,
              // Seconds that are counted, and what the emulator writes, differ from run to run.
              mask: [page.locator('[data-volatile], [data-countdown]')],
            });
          }
        }
        await page.setViewportSize(WINDOWS.wide);
        await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
      });
    });
  });
}
