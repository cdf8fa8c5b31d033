import type { Page } from '@playwright/test';
import { button, expect } from '../support/test.ts';

export const POLICIES = '/policies';

export const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name' });

/** Writes an active policy, and waits until the list shows it. */
export async function addPolicy(page: Page, name: string, description = ''): Promise<void> {
  await button(page, /^New policy/).click();
  await nameOf(page).fill(name);
  await page.getByRole('textbox', { name: 'Description' }).fill(description);
  await page.getByRole('radio', { name: 'Active' }).check();
  await button(page, 'Save').click();
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
}
