import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/product-test.ts';

/** The drawing itself, inside its frame. */
export function drawing(page: Page): Locator {
  return page.locator('[data-drawing]');
}

/** A state in the drawing. */
export function stateOf(page: Page, id: string): Locator {
  return page.locator(`g[data-state="${id}"]`);
}

/** The frame of the drawing, which answers keys. */
export function frame(page: Page): Locator {
  return page.getByRole('region', { name: 'Statechart.' });
}

/** Opens the chart and waits for its drawing. */
export async function openChart(page: Page, hash = ''): Promise<void> {
  await page.goto(`/chart${hash}`);
  await expect(drawing(page)).toBeVisible();
}

/** What part of the drawing is seen, as the drawing's transform. */
export function transformOf(page: Page): Promise<string | null> {
  return drawing(page).getAttribute('transform');
}

/** Does something that moves the chart, and waits until it has. */
export async function moves(page: Page, move: () => Promise<void>): Promise<void> {
  const before = await transformOf(page);
  await move();
  await expect.poll(() => transformOf(page)).not.toBe(before);
}

/** Serves the chart's code with what the build worked out changed. */
export async function withData(page: Page, change: (text: string) => string): Promise<void> {
  await page.route('**/assets/chart-page-*.js', async (route) => {
    const response = await route.fetch();
    const before = await response.text();
    const body = change(before);
    expect(body).not.toBe(before);
    await route.fulfill({ body, contentType: 'text/javascript' });
  });
}
