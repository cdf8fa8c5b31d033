import { WINDOWS } from '../e2e/screens/screen-tour.types.ts';
import { runTour, screenTours } from '../e2e/screens/screen-tours.ts';
import { expect, test } from '../e2e/support/product-test.ts';
import { COLOURS, pictureName, removeEntries, writeEntry } from './gallery.ts';

test.use({ viewport: WINDOWS.wide });

for (const tour of screenTours) {
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
          await expect(page).toHaveScreenshot(pictureName({ screen, colours, width }), {
            fullPage: true,
          });
        }
      }
      await page.emulateMedia({ forcedColors: 'none' });
      writeEntry({ screen, states, title, tour: tour.name });
    });
  });
}
