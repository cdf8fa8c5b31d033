import type { Locator, Page } from '@playwright/test';
import {
  continueWithGoogle,
  expect,
  expectState,
  organizationRow,
  signIn,
  test,
} from '../support/product-test.ts';

const PHONE = { width: 360, height: 740 };
/** What an on-screen keyboard leaves of the window. */
const ABOVE_KEYBOARD = { width: 360, height: 400 };

test.use({
  viewport: PHONE,
  // Firefox has no such emulation; its window is as narrow.
  hasTouch: async ({ browserName }, use) => use(browserName === 'chromium'),
  isMobile: async ({ browserName }, use) => use(browserName === 'chromium'),
});

const press = (target: Locator) =>
  target.page().context().browser()?.browserType().name() === 'chromium'
    ? target.tap()
    : target.click();

/** Focuses a field as a person does, opens the keyboard, and expects the field and its button above the keyboard. */
async function expectUsableWithKeyboard(page: Page, field: Locator, button: Locator) {
  await press(field);
  await expect(field).toBeFocused();
  await page.setViewportSize(ABOVE_KEYBOARD);
  // What a browser does with the focused field when the keyboard opens.
  await field.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
  await expect(field).toBeInViewport({ ratio: 1 });
  await expect(button).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(PHONE);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const codeField = (page: Page) => page.getByPlaceholder('Enter 6-digit code');

async function choose(page: Page, person: string, slug: string): Promise<void> {
  await page.goto('/');
  await continueWithGoogle(page, person);
  await press(organizationRow(page, slug));
}

test('the code field and its button stay above the keyboard of a phone [R1.17]', async ({
  page,
}) => {
  await choose(page, 'ben@birch.example', 'birch');
  await press(button(page, 'Send verification code'));
  await expectState(page, /otp\.awaitingCode/);
  await expectUsableWithKeyboard(page, codeField(page), button(page, 'Verify code'));
});

test('the ribbon of the emulator covers nothing of a long screen, and its console leads back [R20.6]', async ({
  page,
}) => {
  await choose(page, 'ben@birch.example', 'birch');
  await page.setViewportSize(ABOVE_KEYBOARD);
  const link = page.getByRole('link', { name: 'Local emulator · inbox' });
  const ribbon = await link.boundingBox();
  const screen = await page.getByRole('main').boundingBox();
  expect(ribbon?.y).toBeGreaterThanOrEqual((screen?.y ?? 0) + (screen?.height ?? Infinity));
  const [inbox] = await Promise.all([page.waitForEvent('popup'), press(link)]);
  await press(inbox.getByRole('link', { name: '← Back to the app' }));
  await expectState(inbox, /^signedOut/);
});

test('the field of an enrolment stays above the keyboard of a phone [R1.17]', async ({ page }) => {
  await choose(page, 'ezra@fjord.example', 'fjord');
  await expectUsableWithKeyboard(page, codeField(page), button(page, 'Verify code'));
});

test('the fields of the second factor stay above the keyboard of a phone [R1.17]', async ({
  page,
}) => {
  await choose(page, 'ada@acme.example', 'fjord');
  await expectUsableWithKeyboard(page, codeField(page), button(page, 'Verify code'));
  await press(button(page, 'Use a recovery code'));
  const field = page.getByRole('textbox', { name: 'Recovery code' });
  await expectUsableWithKeyboard(page, field, button(page, 'Continue'));
});

test('the name of an organization stays above the keyboard of a phone [R1.17]', async ({
  page,
}) => {
  await page.goto('/');
  await continueWithGoogle(page, 'ada@acme.example');
  await press(button(page, '+ Enter organization name'));
  const field = page.getByRole('textbox', { name: 'Organization name' });
  await expectUsableWithKeyboard(page, field, button(page, 'Continue'));
});

test('the fields and buttons of a dialog stay above the keyboard of a phone [R1.17]', async ({
  page,
}) => {
  await signIn(page, 'ada@acme.example', 'acme');
  await press(button(page, /^New policy/));
  const save = button(page, 'Save');
  for (const name of ['Name', 'Description']) {
    await expectUsableWithKeyboard(page, page.getByRole('textbox', { name }), save);
  }
  // Safari shrinks only the visual viewport.
  await page.evaluate((height) => {
    Object.defineProperty(window.visualViewport, 'height', { get: () => height });
    window.visualViewport?.dispatchEvent(new Event('resize'));
  }, ABOVE_KEYBOARD.height);
  for (const target of [page.getByRole('textbox', { name: 'Name' }), save]) {
    await target.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
    const bottom = () => target.evaluate((element) => element.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBeLessThanOrEqual(ABOVE_KEYBOARD.height);
  }
});

test('what only a keyboard can use is not shown on a phone [R17.7]', async ({ page }) => {
  await signIn(page, 'ada@acme.example', 'acme');
  const hasFinger = await page.evaluate(
    () => window.matchMedia('(hover: none) and (pointer: coarse)').matches,
  );
  await expect(button(page, /^Keyboard shortcuts/)).toBeVisible({ visible: !hasFinger });
});
