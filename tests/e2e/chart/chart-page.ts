import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/test.ts';

/** Locates a state in the drawing. */
export function stateOf(page: Page, id: string): Locator {
  return page.locator(`g[data-state="${id}"]`);
}

/** Locates the panel beside the drawing. */
export function panel(page: Page): Locator {
  return page.getByRole('complementary', { name: /^(?:live|simulate|inspect)$/ });
}

/** Opens the chart and waits for its drawing. */
export async function openChart(page: Page, hash = ''): Promise<void> {
  await page.goto(`/chart${hash}`);
  await expect(page.locator('[data-drawing]')).toBeVisible();
}
