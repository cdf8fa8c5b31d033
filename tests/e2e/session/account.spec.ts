import { expectNoViolations } from '../support/axe.ts';
import { signIn } from '../support/plant.ts';
import { ADA, button, expect, test } from '../support/test.ts';

test('a member opens the own account from the menu [R23.7]', async ({ page }) => {
  await signIn(page, ADA, 'acme', '/members');
  await button(page, /^Account: /).click();
  await page.getByRole('link', { name: 'My account' }).click();
  await page.getByLabel('Name').fill('Ada King');
  await button(page, 'Save name').click();
  await expect(button(page, 'Account: Ada King')).toBeVisible();
  await button(page, 'Set up an authenticator app').click();
  await page.getByRole('dialog').waitFor();
  await expectNoViolations(page, 'account');
});
