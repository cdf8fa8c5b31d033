import type { Browser } from '@playwright/test';
import { PHONE } from '../sign-in/load-page.ts';

/** The name of the chart's page. */
export const THE_CHART = 'the chart';

/** What the chart wants to stay below: milliseconds until it is drawn, and kB of its JavaScript with gzip -9. */
export const CHART_LIMITS = { drawn: 1_000, size: 60 } as const;

/** The measured pages: a path, and a selector for an element of the drawn page. */
export const DRAWN_PAGES = {
  'a page without scripts': { path: '/terms.html', drawn: 'h1' },
  'the sign-in page': { path: '/', drawn: 'main h1' },
  [THE_CHART]: { path: '/chart', drawn: '[data-drawing]' },
} as const;

/**
 * Returns the milliseconds from navigation to the first frame with the drawn page, with a slowed processor and an
 * empty cache, on a wide screen.
 */
export async function timeToDraw(
  browser: Browser,
  address: string,
  { path, drawn }: { readonly path: string; readonly drawn: string },
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(drawTimeScript(drawn));
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.cpuSlowdown });
    await page.goto(new URL(path, address).href, { waitUntil: 'commit' });
    const time = await page.waitForFunction(() => Reflect.get(window, 'drawnAt'), null, {
      polling: 50,
    });
    return Number(await time.jsonValue());
  } finally {
    await context.close();
  }
}

/**
 * Returns a script that stores the time when the browser has drawn an element. The first animation frame callback
 * that finds the element runs before the browser draws it; the next one runs after that.
 */
function drawTimeScript(selector: string): string {
  return `requestAnimationFrame(function check() {
    if (document.querySelector(${JSON.stringify(selector)}) === null) requestAnimationFrame(check);
    else requestAnimationFrame(() => { window.drawnAt = performance.now(); });
  });`;
}
