import type { Locator, Page } from '@playwright/test';
import { ADA, BEN, SIGNED_IN, waitForMail } from '../support/app.ts';
import { expect, test } from '../support/test.ts';

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

test('chooses an organization, and verifies by a code [R1.11]', async ({ page, app, emulator }) => {
  await page.goto('/');
  await press(page, app.googleButton);
  // The account chooser stands in for Google, so this test may use the mouse there.
  await app.button(BEN).click();
  await press(page, page.getByRole('list').getByRole('button').first());
  await press(page, app.button('Send verification code'));
  await expect(app.codeField).toBeFocused();
  await page.keyboard.type(await waitForMail(emulator, BEN, 'otp'));
  await app.expectState(SIGNED_IN);
});

test('opens and closes the menus of the session, and signs out [R1.11]', {
  // From the end of the page, Tab leads through Firefox's own controls and comes back without a ring.
  tag: '@chromium',
}, async ({ page, app }) => {
  await app.signIn(ADA, 'acme');
  await press(page, app.button('Organization: Acme'));
  await expect(app.organizationRow('acme')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(app.button('Organization: Acme')).toBeFocused();
  await tabTo(page, page.locator(':is(a, button, input):visible').last());
  await press(page, app.button(/^Account: /), 'Shift+Tab');
  await press(page, app.button('Sign out'));
  await expect(app.googleButton).toBeEnabled();
});
