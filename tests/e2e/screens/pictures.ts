import { expect, type Page, test } from '@playwright/test';
import { WINDOWS } from './windows.ts';

const COLOURS = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
} as const;

/** Whether a test takes pictures of the screens that it otherwise checks (`npm run gallery`). */
export function isGallery(): boolean {
  return test.info().project.name === 'gallery';
}

/** Takes pictures of the screen that a page shows, narrow and wide, in each set of colours. */
export async function takePictures(page: Page, screen: string): Promise<void> {
  for (const width of ['narrow', 'wide'] as const) {
    await page.setViewportSize(WINDOWS[width]);
    for (const [colours, media] of Object.entries(COLOURS)) {
      await page.emulateMedia(media);
      await expect.soft(page).toHaveScreenshot(`${screen}-${colours}-${width}.png`, {
        fullPage: true,
        // Seconds that are counted, and what the emulator writes, differ from run to run.
        mask: [page.locator('[data-volatile], [data-countdown]')],
      });
    }
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
}
