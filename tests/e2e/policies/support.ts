import type { Page } from '@playwright/test';
import type { App } from '../support/app.ts';
import { expect } from '../support/test.ts';

export const POLICIES = '/policies';

export const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name' });

/** Writes an active policy, and waits until the list shows it. */
export async function addPolicy(app: App, name: string, description = ''): Promise<void> {
  const { page } = app;
  await app.button(/^New policy/).click();
  await nameOf(page).fill(name);
  await page.getByRole('textbox', { name: 'Description' }).fill(description);
  await page.getByRole('radio', { name: 'Active' }).check();
  await app.button('Save').click();
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
}
