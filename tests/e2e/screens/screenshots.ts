import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type { Variant } from './tours/screen-tour.types.ts';
import { withStyle } from './with-style.ts';

const FINGERPRINT = fileURLToPath(new URL('baselines/renderer.json', import.meta.url));

/** Hides text that changes from run to run, and the caret. */
const STYLE = `
  [data-volatile] { display: none }
  [data-countdown] { visibility: hidden }
  * { caret-color: transparent !important }
`;

/** Fonts, font rendering and browser of this machine: screenshots can only be compared where they are the same. */
async function rendererFingerprint(page: Page): Promise<string> {
  const image = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    const { fontFamily } = getComputedStyle(document.body);
    if (context === null) return '';
    canvas.width = 800;
    canvas.height = 120;
    for (const [index, weight] of [400, 500, 600].entries()) {
      context.font = `${weight} 24px ${fontFamily}`;
      context.fillText('Charter 0123 @acme سياسة “Ω” ← …', 8, 32 * (index + 1));
    }
    return canvas.toDataURL();
  });
  const [chromium] = (page.context().browser()?.version() ?? '').split('.');
  const text = createHash('sha256').update(image).digest('hex').slice(0, 16);
  return `${JSON.stringify({ chromium, text }, null, 2)}\n`;
}

/**
 * Tells whether the screenshots of the repository can be compared on this machine.
 *
 * @param updating whether the run writes the screenshots: then this machine becomes the one they belong to
 */
export async function canCompareScreenshots(page: Page, updating: boolean): Promise<boolean> {
  const fingerprint = await rendererFingerprint(page);
  if (updating) writeFileSync(FINGERPRINT, fingerprint);
  return existsSync(FINGERPRINT) && readFileSync(FINGERPRINT, 'utf8') === fingerprint;
}

/** Chromium paints a rounded corner that lies between two pixels in one of two ways. */
const UNSURE_PIXELS = 4;

/** Expects that the window is as in the stored screenshot, but for such corners. */
export async function expectScreenshot(page: Page, screen: string, variant: Variant) {
  await withStyle(page, STYLE, () =>
    expect(page).toHaveScreenshot(`${screen}-${variant}.png`, {
      maxDiffPixels: UNSURE_PIXELS,
      threshold: 0,
    }),
  );
}
