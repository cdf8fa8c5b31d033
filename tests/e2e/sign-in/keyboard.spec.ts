import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectState,
  googleButton,
  organizationRow,
  test,
} from '../support/product-test.ts';
import { totp } from '../support/totp.ts';

/** Presses Tab until an element has the focus, and expects a visible focus ring on every element on the way. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let press = 0; press < 40; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    const focus = await page.evaluate(() => {
      const { activeElement: element } = document;
      if (element === null || element === document.body) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const after = getComputedStyle(element, '::after');
      const ring = (style: string, width: string) =>
        style !== 'none' && Number.parseFloat(width) > 0;
      return {
        element: element.outerHTML.slice(0, 120),
        isVisible:
          ring(outlineStyle, outlineWidth) ||
          ring(after.outlineStyle, after.outlineWidth) ||
          element.closest('label') !== null,
      };
    });
    if (focus !== null) expect(focus.isVisible, `visible focus on ${focus.element}`).toBe(true);
  }
  throw new Error(`Tab does not reach ${target}`);
}

async function press(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const person = (page: Page, email: string) =>
  page.getByRole('button', { name: email, exact: true });
const codeField = (page: Page) => page.getByPlaceholder('Enter 6-digit code');

async function goToOrganizationList(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await press(page, googleButton(page));
  // The account chooser stands in for Google, so this test may use the mouse there.
  await person(page, email).click();
  await expect(
    page.getByText(/Popular organizations:|You're not in an organization yet/),
  ).toBeVisible();
}

/** Chooses an organization: Tab reaches the list, arrow keys move in it. */
async function chooseOrganization(page: Page, slug: string): Promise<void> {
  const target = organizationRow(page, slug);
  await tabTo(page, page.getByRole('list').getByRole('button').first());
  await expect(async () => {
    if (!(await target.evaluate((element) => element === document.activeElement))) {
      await page.keyboard.press('ArrowDown');
    }
    await expect(target).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
}

test('chooses an organization with Home, End and typed letters [R1.11, R6.11]', async ({
  page,
}) => {
  await goToOrganizationList(page, 'ada@acme.example');
  const rows = page.getByRole('list').getByRole('button');
  await tabTo(page, rows.first());
  await page.keyboard.press('End');
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.type('grove');
  await expect(organizationRow(page, 'grove')).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expectState(page, /^signedIn|^signedOut\.(?:stepUp|secondFactor)/);
});

test('cancels typing an organization and returns to the login screen [R1.11]', async ({ page }) => {
  await goToOrganizationList(page, 'cleo@cleo.example');
  await press(page, button(page, '+ Enter organization name'));
  await expect(page.getByPlaceholder('Enter organization name (will create if new)')).toBeFocused();
  await page.keyboard.type('Moss Works');
  await press(page, button(page, 'Cancel'));
  await expect(button(page, '+ Enter organization name')).toBeFocused();
  await press(page, button(page, '← Back to login'));
  await expect(googleButton(page)).toBeEnabled();
});

test('verifies an e-mail address by code [R1.11]', async ({ page, emulator }) => {
  await goToOrganizationList(page, 'ben@birch.example');
  await chooseOrganization(page, 'birch');
  await press(page, button(page, 'Send verification code'));
  await expect(codeField(page)).toBeFocused();
  const [mail] = await emulator.inbox('ben@birch.example');
  await page.keyboard.type(mail?.code ?? '');
  await expectState(page, 'signedIn.authenticated');
});

test('requests a magic link, then returns to the list', async ({ page }) => {
  await goToOrganizationList(page, 'ben@birch.example');
  await chooseOrganization(page, 'dune');
  await press(page, button(page, 'Send magic link'));
  await expectState(page, /magicLink\.awaitingLink/);
  await press(page, button(page, '← Choose a different organization'));
  await expect(organizationRow(page, 'dune')).toBeVisible();
});

test('uses a recovery code as second factor', async ({ page }) => {
  await goToOrganizationList(page, 'ada@acme.example');
  await chooseOrganization(page, 'fjord');
  await tabTo(page, codeField(page));
  await press(page, button(page, 'Use a recovery code'));
  const field = page.getByRole('textbox', { name: /recovery code/i });
  await tabTo(page, field);
  await page.keyboard.type('rc-ada-0001');
  await page.keyboard.press('Enter');
  await expectState(page, 'signedIn.authenticated');
});

test('sets up a second factor and confirms the recovery codes [R1.11]', async ({ page }) => {
  await goToOrganizationList(page, 'ezra@fjord.example');
  await chooseOrganization(page, 'fjord');
  await expectState(page, 'signedOut.secondFactor.enrolling.entering');
  const secret = (await page.locator('code').first().textContent()) ?? '';
  await tabTo(page, codeField(page));
  await page.keyboard.type(totp(secret, Date.now()));
  await expectState(page, 'signedOut.secondFactor.savingCodes');
  await press(page, button(page, 'I have saved them'));
  await expectState(page, 'signedIn.authenticated');
});

test('creates, deletes and restores a policy, opens the session menu and signs out [R1.11]', async ({
  page,
}) => {
  await goToOrganizationList(page, 'ada@acme.example');
  await chooseOrganization(page, 'acme');
  await expectState(page, 'signedIn.authenticated');
  await press(page, button(page, /^New policy/));
  await page.keyboard.type('Access reviews');
  await tabTo(page, page.getByRole('radio', { name: 'Draft' }));
  await page.keyboard.press('ArrowRight');
  await press(page, button(page, 'Save'));
  await expect(page.getByRole('listitem')).toContainText('Active');
  await press(page, button(page, 'Delete “Access reviews”'));
  await expect(button(page, 'Undo deleting “Access reviews”')).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, button(page, 'Edit “Access reviews”'));
  await press(page, button(page, 'Keyboard shortcuts'));
  await page.keyboard.press('Escape');
  await expect(button(page, 'Keyboard shortcuts')).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: /statechart/ }));
  // Backwards: from the end of the page, Tab leads through Firefox's own controls.
  await press(page, button(page, 'Organization: Acme'), 'Shift+Tab');
  await expect(page.getByRole('menuitemradio', { name: /Acme/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Organization: Acme')).toBeFocused();
  await press(page, button(page, /^Account: /));
  await press(page, button(page, 'Sign out'));
  await expect(googleButton(page)).toBeEnabled();
});
