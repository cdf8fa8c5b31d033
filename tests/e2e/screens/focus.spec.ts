import type { Page } from '@playwright/test';
import {
  continueWithGoogle,
  expect,
  expectState,
  organizationRow,
  signIn,
  test,
} from '../support/product-test.ts';
import { ZOOMED_WINDOW } from './reflow.ts';

const ADA = 'ada@acme.example';
const LOW_WINDOW = { width: 1_280, height: 400 } as const;

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
  for (const window of [ZOOMED_WINDOW, LOW_WINDOW]) {
    await page.setViewportSize(window);
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let press = 0; press < 25; press += 1) {
        await page.keyboard.press(key);
        const hidden = () => page.evaluate(hiddenFocus);
        await expect.poll(hidden, { message: `${key} in ${window.width} px` }).toBeNull();
      }
    }
  }
}

async function addPolicies(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'No policies yet' })).toBeVisible();
  for (const name of ['Access', 'Backups', 'Cookies', 'Devices']) {
    await page.getByRole('button', { name: /^New policy/ }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  }
}

test('the banner of an impersonation never hides the control with the focus [R1.11, R1.20]', async ({
  page,
  emulator,
}) => {
  const { url } = await emulator.impersonate(ADA, 'acme');
  await page.goto(url);
  await addPolicies(page);
  await expectFocusSeen(page);
});

test('the result of an action on a policy never hides the control with the focus [R1.11, R1.20]', async ({
  page,
}) => {
  await signIn(page, ADA, 'acme');
  await addPolicies(page);
  await page.getByRole('button', { name: 'Edit “Cookies”' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`Cookies ${'and crumbs '.repeat(10)}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: /^Delete “Cookies/ }).click();
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeFocused();
  await expectFocusSeen(page);
});

test('an open menu hides no failure [R1.20]', async ({ page }) => {
  await signIn(page, ADA, 'acme');
  await page.route('**/sdk/v1/b2b/**', (route) => route.abort());
  for (const width of [320, 1_280]) {
    await page.setViewportSize({ width, height: 568 });
    for (const name of ['Organization: Acme', 'Account: Ada Lovell']) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('alert').waitFor();
      const hidden = await page.getByRole('alert').evaluate((alert) => {
        const { left, top, width: full, height } = alert.getBoundingClientRect();
        const seen = [0.1, 0.5, 0.9].flatMap((x) =>
          [0.1, 0.5, 0.9].map((y) => document.elementFromPoint(left + full * x, top + height * y)),
        );
        return seen.some((element) => !alert.contains(element));
      });
      expect(hidden, `${name} in ${width} px`).toBe(false);
      await page.keyboard.press('Escape');
    }
  }
});

test('a dialog never hides its control with the focus [R1.11, R1.20]', async ({ page }) => {
  await signIn(page, ADA, 'acme');
  await page.getByRole('button', { name: /^New policy/ }).click();
  await expectFocusSeen(page);
});

test('the screens of a sign-in never hide the control with the focus [R1.11, R1.20]', async ({
  page,
}) => {
  await page.goto('/');
  await continueWithGoogle(page, 'ben@birch.example');
  await expect(organizationRow(page, 'birch')).toBeVisible();
  await expectFocusSeen(page);
  await organizationRow(page, 'birch').click();
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await expectState(page, /otp\.awaitingCode/);
  await expectFocusSeen(page);
});

test('a new screen begins with its heading, wherever the one before was scrolled to [R1.11, R1.20]', async ({
  page,
}) => {
  await page.setViewportSize(ZOOMED_WINDOW);
  await page.goto('/');
  await continueWithGoogle(page, ADA);
  await organizationRow(page, 'juniper').click();
  await expectState(page, 'signedOut.secondFactor.unsupported');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('This organization needs another method');
  await expect(heading).toBeInViewport();
});
