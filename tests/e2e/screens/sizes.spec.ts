import type { Locator, Page } from '@playwright/test';
import { ADA, BEN } from '../support/app.ts';
import { expect, test } from '../support/test.ts';
import { WINDOWS } from './windows.ts';

/** What an on-screen keyboard leaves of the window of a phone. */
const ABOVE_KEYBOARD = { width: 360, height: 400 };

/** Returns the element with the focus if nothing of it is seen: it is outside the window, or other elements cover it. */
function hiddenFocus(): string | null {
  const { activeElement: element } = document;
  if (element === null || element === document.body) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  const isSeen = parts.some((x) =>
    parts.some((y) => {
      const seen = document.elementFromPoint(left + width * x, top + height * y);
      return seen !== null && (element.contains(seen) || seen.closest('label')?.contains(element));
    }),
  );
  return isSeen ? null : element.outerHTML.slice(0, 120);
}

/** Moves through a page with Tab in both directions, and expects that a part of each focused element is seen. */
async function expectFocusSeen(page: Page): Promise<void> {
  await page.setViewportSize(WINDOWS.zoomed);
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let press = 0; press < 20; press += 1) {
      await page.keyboard.press(key);
      await expect.poll(() => page.evaluate(hiddenFocus), { message: key }).toBeNull();
    }
  }
}

test('the control with the focus is never hidden, and a new screen begins with its heading, wherever the one before was scrolled to [R1.11, R1.20]', async ({
  page,
  app,
  emulator,
}) => {
  await app.openList(BEN);
  await expectFocusSeen(page);
  await app.organizationRow('ember').click();
  await app.expectState(/^signedOut\.stepUp/);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Verify your email to continue');
  await expect(heading).toBeInViewport();
  // With the banner of an impersonation.
  await page.goto((await emulator.impersonate(ADA, 'acme')).url);
  await expect(app.shownText(/IMPERSONATING USER/)).toBeVisible();
  await expectFocusSeen(page);
});

test.describe('on a phone', () => {
  test.use({
    viewport: WINDOWS.narrow,
    // Firefox has no such emulation; its window is as narrow.
    hasTouch: async ({ browserName }, use) => use(browserName === 'chromium'),
    isMobile: async ({ browserName }, use) => use(browserName === 'chromium'),
  });

  /** Focuses a field as a person does, opens the keyboard, and expects the field and its button above the keyboard. */
  async function expectUsableWithKeyboard(page: Page, field: Locator, submit: Locator) {
    await field.click();
    await expect(field).toBeFocused();
    await page.setViewportSize(ABOVE_KEYBOARD);
    // What a browser does with the focused field when the keyboard opens.
    await field.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
    await expect(field).toBeInViewport({ ratio: 1 });
    await expect(submit).toBeInViewport({ ratio: 1 });
    await page.setViewportSize(WINDOWS.narrow);
  }

  test('fields and their buttons stay above the keyboard [R1.17]', async ({ page, app }) => {
    await app.openList(BEN);
    await app.button('+ Enter organization name').click();
    await expectUsableWithKeyboard(page, app.nameField, app.button('Continue'));
    await app.button('Cancel').click();
    await app.organizationRow('birch').click();
    await app.button('Send verification code').click();
    await expectUsableWithKeyboard(page, app.codeField, app.button('Verify code'));
  });
});
