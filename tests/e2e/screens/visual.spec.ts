import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/product-test.ts';
import { walks } from './screen-tours.ts';

const WIDTHS = [
  { name: 'narrow', size: { width: 360, height: 740 } },
  { name: 'wide', size: { width: 1_280, height: 800 } },
] as const;
const SCHEMES = ['light', 'dark'] as const;

/** Screens that differ from one that is kept by a word on a button only. */
const BUSY =
  /-(?:starting|busy|creating|sending-code|sending-link|verifying|checking|recovering|listing)$/;

/** The share of pixels that may differ where text is drawn as it was for the baselines, and elsewhere. */
const TOLERANCE = { sameText: 0.003, otherText: 0.2 };

/** A trace without its film: filming every step takes longer than looking. */
test.use({ trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true } });

const FINGERPRINT = fileURLToPath(new URL('baselines/text.txt', import.meta.url));

/** How this machine draws text: with other fonts, or another browser, no screenshot is quite the same. */
async function textFingerprint(page: Page): Promise<string> {
  const widths = await page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    const { fontFamily } = getComputedStyle(document.body);
    if (context === null) return [];
    return [400, 500, 600].map((weight) => {
      context.font = `${weight} 100px ${fontFamily}`;
      return context.measureText('Charter 0123 @acme سياسة “Ω”').width;
    });
  });
  const [major] = (page.context().browser()?.version() ?? '').split('.');
  return `${JSON.stringify({ chromium: major, widths })}\n`;
}

/** How much may differ on this machine; `updating` makes its way of drawing text the one of the baselines. */
async function toleranceFor(page: Page, updating: boolean): Promise<number> {
  const fingerprint = await textFingerprint(page);
  if (updating) writeFileSync(FINGERPRINT, fingerprint);
  const same = readFileSync(FINGERPRINT, 'utf8') === fingerprint;
  return same ? TOLERANCE.sameText : TOLERANCE.otherText;
}

for (const { name, go } of walks) {
  test(`looks as it did: ${name}`, async ({ page, context, emulator }, { config }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    let tolerance: number | null = null;
    await go({
      page,
      context,
      emulator,
      async visit(screen) {
        if (BUSY.test(screen)) return;
        tolerance ??= await toleranceFor(page, config.updateSnapshots === 'all');
        for (const width of WIDTHS) {
          await page.setViewportSize(width.size);
          for (const colorScheme of SCHEMES) {
            await page.emulateMedia({ colorScheme });
            await expect(page).toHaveScreenshot(`${screen}-${colorScheme}-${width.name}.png`, {
              maxDiffPixelRatio: tolerance,
              mask: [page.locator('[data-volatile]')],
            });
          }
          const { scroll, inner } = await page.evaluate(() => ({
            scroll: document.documentElement.scrollWidth,
            inner: window.innerWidth,
          }));
          expect(scroll, `${screen} scrolls sideways when ${width.name}`).toBeLessThanOrEqual(
            inner,
          );
        }
      },
    });
  });
}
