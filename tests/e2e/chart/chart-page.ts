import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/test.ts';

/** Locates the drawing. */
export function drawing(page: Page): Locator {
  return page.locator('[data-drawing]');
}

/** Locates a state in the drawing. */
export function stateOf(page: Page, id: string): Locator {
  return page.locator(`g[data-state="${id}"]`);
}

/** Locates the frame around the drawing, which handles the keys. */
export function frame(page: Page): Locator {
  return page.getByRole('region', { name: 'Statechart.' });
}

/** Opens the chart and waits for its drawing. */
export async function openChart(page: Page, hash = ''): Promise<void> {
  await page.goto(`/chart${hash}`);
  await expect(drawing(page)).toBeVisible();
}

/** Returns the transform of the drawing: it changes with every pan and zoom. */
export function transformOf(page: Page): Promise<string | null> {
  return drawing(page).getAttribute('transform');
}

/** Performs an action and waits until it has panned or zoomed the chart. */
export async function expectChartToMove(page: Page, move: () => Promise<void>): Promise<void> {
  const before = await transformOf(page);
  await move();
  await expect.poll(() => transformOf(page)).not.toBe(before);
}

/** Changes the data that the build put into the chart's script. */
export async function changeChartData(page: Page, change: (text: string) => string): Promise<void> {
  await page.route('**/assets/chart-page-*.js', async (route) => {
    const response = await route.fetch();
    const before = await response.text();
    const body = change(before);
    expect(body).not.toBe(before);
    await route.fulfill({ body, contentType: 'text/javascript' });
  });
}
