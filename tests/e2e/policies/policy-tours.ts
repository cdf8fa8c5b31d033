import type { Page } from '@playwright/test';
import type { ScreenTour } from '../screens/tours/screen-tour.ts';
import { signIn } from '../support/plant.ts';
import { ADA, button, DORA, expect, SIGNED_IN, shownText } from '../support/test.ts';

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

/** The policies page with what members may do there. */
export const policyTours: readonly ScreenTour[] = [
  {
    name: 'policies',
    states: SIGNED_IN.split(' '),
    async run({ page, visit }) {
      await signIn(page, ADA, 'acme', POLICIES);
      await expect(page.getByRole('heading', { name: 'No policies yet' })).toBeVisible();
      await visit('policies-empty');
      await addPolicy(page, 'Access reviews', 'Owners review who can reach production.');
      await addPolicy(page, 'سياسة الخصوصية', 'تحدد هذه السياسة كيفية التعامل مع البيانات.');
      await addPolicy(page, `${'Long'.repeat(25)} name`, 'One line after another. '.repeat(30));
      await visit('policies');
      await page.getByRole('searchbox').fill('nothing like it');
      await expect(page.getByRole('status').getByText(/^No policy matches/)).toBeVisible();
      await visit('policies-not-found');
      await page.getByRole('searchbox').clear();
      await button(page, 'Delete “Access reviews”').click();
      await expect(button(page, /^Undo/)).toBeVisible();
      await visit('policies-deleted');
      await button(page, /^New policy/).click();
      await button(page, 'Save').click();
      await expect(nameOf(page)).toHaveAccessibleDescription('Give the policy a name.');
      await visit('policy-editor-refused');
      await nameOf(page).fill('Half a policy');
      await page.keyboard.press('Escape');
      await expect(button(page, 'Keep editing')).toBeVisible();
      await visit('policy-editor-leaving');
    },
  },
  {
    name: 'policies with fewer permissions',
    states: SIGNED_IN.split(' '),
    async run({ page, emulator, visit }) {
      await signIn(page, DORA, 'acme', POLICIES);
      await expect(shownText(page, /You can read policies here/)).toBeVisible();
      await visit('policies-read-only');
      await emulator.updateProject({ rbac_policy: null });
      await page.reload();
      await expect(shownText(page, /We couldn.t check your permissions/)).toBeVisible();
      await visit('policies-permissions-unknown');
    },
  },
];
