import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectState,
  googleButton,
  organizationRow,
  test,
} from '../support/product-test.ts';
import { totp } from '../support/totp.ts';

/** Goes on with TAB until an element has the focus; every stop on the way must be seen to have it. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let press = 0; press < 40; press += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const { activeElement: element } = document;
      if (element === null || element === document.body) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const after = getComputedStyle(element, '::after');
      const ring = (style: string, width: string) =>
        style !== 'none' && Number.parseFloat(width) > 0;
      return {
        element: element.outerHTML.slice(0, 120),
        seen:
          ring(outlineStyle, outlineWidth) ||
          ring(after.outlineStyle, after.outlineWidth) ||
          element.closest('label') !== null,
      };
    });
    if (focus !== null) expect(focus.seen, `the focus on ${focus.element}`).toBe(true);
  }
  throw new Error(`TAB does not reach ${wanted}`);
}

async function press(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const person = (page: Page, email: string) =>
  page.getByRole('button', { name: email, exact: true });
const codeField = (page: Page) => page.getByPlaceholder('Enter 6-digit code');

async function toTheList(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await press(page, googleButton(page));
  // The account chooser stands in for Google and is not the product.
  await person(page, email).click();
  await expect(page.getByText('Popular organizations:')).toBeVisible();
}

/** The list is one stop of TAB; inside it the arrows lead. */
async function choose(page: Page, slug: string): Promise<void> {
  const wanted = organizationRow(page, slug);
  await tabTo(page, page.getByRole('list').getByRole('button').first());
  await expect(async () => {
    if (!(await wanted.evaluate((element) => element === document.activeElement))) {
      await page.keyboard.press('ArrowDown');
    }
    await expect(wanted).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
}

test('signs in, by the list’s own keys [R1.11, R6.11]', async ({ page }) => {
  await toTheList(page, 'ada@acme.example');
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

test('types an organization, thinks again, and goes back to login [R1.11]', async ({ page }) => {
  await toTheList(page, 'cleo@cleo.example');
  await press(page, button(page, '+ Enter organization name'));
  await expect(page.getByPlaceholder('Enter organization name (will create if new)')).toBeFocused();
  await page.keyboard.type('Moss Works');
  await press(page, button(page, 'Cancel'));
  await expect(button(page, '+ Enter organization name')).toBeFocused();
  await press(page, button(page, '← Back to login'));
  await expect(googleButton(page)).toBeEnabled();
});

test('verifies an e-mail by code [R1.11]', async ({ page, emulator }) => {
  await toTheList(page, 'ben@birch.example');
  await choose(page, 'birch');
  await press(page, button(page, 'Send verification code'));
  await expect(codeField(page)).toBeFocused();
  const [mail] = await emulator.inbox('ben@birch.example');
  await page.keyboard.type(mail?.code ?? '');
  await expectState(page, 'signedIn.authenticated');
});

test('asks for a link, and for another organization', async ({ page }) => {
  await toTheList(page, 'ben@birch.example');
  await choose(page, 'dune');
  await press(page, button(page, 'Send magic link'));
  await expectState(page, /magicLink\.awaitingLink/);
  await press(page, button(page, '← Choose a different organization'));
  await expect(organizationRow(page, 'dune')).toBeVisible();
});

test('gives a second factor, and a recovery code instead', async ({ page }) => {
  await toTheList(page, 'ada@acme.example');
  await choose(page, 'fjord');
  await tabTo(page, codeField(page));
  await press(page, button(page, 'Use a recovery code'));
  const field = page.getByRole('textbox', { name: /recovery code/i });
  await tabTo(page, field);
  await page.keyboard.type('rc-ada-0001');
  await page.keyboard.press('Enter');
  await expectState(page, 'signedIn.authenticated');
});

test('sets up a second factor and keeps the recovery codes [R1.11]', async ({ page }) => {
  await toTheList(page, 'ezra@fjord.example');
  await choose(page, 'fjord');
  await expectState(page, 'signedOut.secondFactor.enrolling.entering');
  const secret = (await page.locator('code').first().textContent()) ?? '';
  await tabTo(page, codeField(page));
  await page.keyboard.type(totp(secret, Date.now()));
  await expectState(page, 'signedOut.secondFactor.savingCodes');
  await press(page, button(page, 'I have saved them'));
  await expectState(page, 'signedIn.authenticated');
});

test('writes a policy, deletes it, brings it back, switches organization and leaves [R1.11]', async ({
  page,
}) => {
  await toTheList(page, 'ada@acme.example');
  await choose(page, 'acme');
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
  await press(page, button(page, 'Organization: Acme'));
  await expect(page.getByRole('menuitemradio', { name: /Acme/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Organization: Acme')).toBeFocused();
  await press(page, button(page, 'Sign out'));
  await expect(googleButton(page)).toBeEnabled();
});
