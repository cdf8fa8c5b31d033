import type { Locator, Page } from '@playwright/test';
import {
  chooseAccount,
  continueWithGoogle,
  expect,
  expectState,
  organizationRow,
  signIn,
  test,
} from '../support/product-test.ts';

async function goToList(page: Page, person: string): Promise<void> {
  await page.goto('/');
  await continueWithGoogle(page, person);
  await expect(page.getByText('Popular organizations:')).toBeVisible();
}

/** Returns what scrolls inside the page. */
function innerScrollers(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter(
        (element) =>
          element.scrollHeight > element.clientHeight + 1 &&
          /auto|scroll/.test(getComputedStyle(element).overflowY),
      )
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

/** Expects that each control can be seen in full width, and that nothing covers it. */
async function expectReachable(controls: readonly Locator[], width: number): Promise<void> {
  for (const control of controls) {
    await control.click({ trial: true });
    const box = await control.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  }
}

test('two hundred organizations scroll with the page, and in nothing else [R6.11]', async ({
  page,
}) => {
  await goToList(page, 'many@acme.example');
  expect(await innerScrollers(page)).toEqual([]);
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await expect(page.locator('[data-organization-id]').last()).toBeInViewport({ ratio: 1 });
});

test.describe('on a phone', () => {
  const PHONE = { width: 360, height: 740 };
  test.use({ viewport: PHONE });

  test('a refused organization says why, and nothing is cut off or covered [R6.13]', async ({
    page,
  }) => {
    await goToList(page, 'ada@acme.example');
    await organizationRow(page, 'iris').click();
    await expect(organizationRow(page, 'iris')).toHaveAccessibleDescription(
      'Iris only lets in accounts of its own company. Ask an administrator of Iris for access.',
    );
    expect(await innerScrollers(page)).toEqual([]);
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
    const failed = page.getByRole('listitem').filter({ has: organizationRow(page, 'iris') });
    await expectReachable(
      [
        ...(await page.locator('[data-organization-id]').all()),
        failed.getByRole('button', { name: 'Use another account' }),
        page.getByRole('button', { name: '+ Enter organization name' }),
        page.getByRole('button', { name: '← Back to login' }),
      ],
      PHONE.width,
    );
    await failed.getByRole('button', { name: 'Use another account' }).click();
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  });
});

test('a member names an organization in the menu, and it is created after a new sign-in [R6.19]', async ({
  page,
}) => {
  await signIn(page, 'ada@acme.example', 'acme');
  const menu = page.getByRole('button', { name: 'Organization: Acme' });
  const create = page.getByRole('menuitem', { name: 'Create organization' });
  await menu.click();
  await create.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(menu).toBeFocused();
  await menu.click();
  await create.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleDescription(/signs you out/);
  const field = dialog.getByRole('textbox', { name: 'Organization name' });
  await expect(field).toBeFocused();
  await field.fill('x'.repeat(129));
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(
    'That name is too long. Use at most 128 characters.',
  );
  await expectState(page, /^signedIn/);
  await field.fill('Moss Works');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await chooseAccount(page, 'ada@acme.example');
  await expectState(page, 'signedIn.authenticated');
  await expect(page.getByRole('button', { name: 'Organization: Moss Works' })).toBeVisible();
});
