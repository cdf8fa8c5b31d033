import type { Locator, Page } from '@playwright/test';
import { signIn } from '../support/plant.ts';
import {
  ADA,
  BEN,
  button,
  codeField,
  expect,
  expectState,
  googleButton,
  organizationRow,
  SIGNED_IN,
  test,
  waitForMail,
} from '../support/test.ts';

/** Presses Tab until an element has the focus, and expects a visible focus ring on every element on the way. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let press = 0; press < 40; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    const focus = await page.evaluate(() => {
      const { activeElement: element } = document;
      if (element === null || element === document.body) return null;
      const hasRing = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
        outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
      return {
        element: element.outerHTML.slice(0, 120),
        isVisible:
          hasRing(getComputedStyle(element)) ||
          hasRing(getComputedStyle(element, '::after')) ||
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

const rows = (page: Page) => page.getByRole('list').getByRole('button');

test('chooses an organization with End, Home and the arrows, and verifies by a code [R1.11, R6.11]', async ({
  page,
  emulator,
}) => {
  await page.goto('/');
  await press(page, googleButton(page));
  // The account chooser stands in for Google, so this test may use the mouse there.
  await button(page, BEN).click();
  await tabTo(page, rows(page).first());
  await page.keyboard.press('End');
  await expect(rows(page).last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(organizationRow(page, 'cedar')).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, button(page, 'Send verification code'));
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(await waitForMail(emulator, BEN, 'otp'));
  await expectState(page, SIGNED_IN);
});

test('opens and closes the menus of the session, and signs out [R1.11]', {
  // From the end of the page, Tab leads through Firefox's own controls and comes back without a ring.
  tag: '@chromium',
}, async ({ page }) => {
  await signIn(page, ADA, 'acme');
  await press(page, button(page, 'Organization: Acme'));
  await expect(organizationRow(page, 'acme')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Organization: Acme')).toBeFocused();
  await tabTo(page, page.locator(':is(a, button, input):visible').last());
  await press(page, button(page, /^Account: /), 'Shift+Tab');
  await press(page, button(page, 'Sign out'));
  await expect(googleButton(page)).toBeEnabled();
});
