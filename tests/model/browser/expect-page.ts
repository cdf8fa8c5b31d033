import type { Page } from '@playwright/test';
import { type AuthSnapshot, authView } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import { failureOf } from '#machines/auth-cases/fixtures.ts';
import { sentenceOf } from '#src/features/sign-in/notices.ts';
import { App, COOKIES, LANDING_HEADING } from '#tests/e2e/support/app.ts';
import { expect } from '#tests/e2e/support/test.ts';
import { noticeText, screensIn } from '../support/screen-texts.ts';

/** The message of a failure that the product words itself: its own sentence says what to do. */
const REWORDED = new RegExp(sentenceOf(failureOf('other')).replace('other', '(?!other)\\w+'));

/** Expects a page to have the state, the screen, the notice and the URL of a snapshot. */
export async function expectPage(page: Page, expected: AuthSnapshot): Promise<void> {
  const view = authView(expected);
  const state = statePath(expected.value);
  await new App(page).expectState(state);
  const screens = async () =>
    screensIn((await page.locator('body').allInnerTexts()).join(' '), LANDING_HEADING);
  await expect.poll(screens, { message: `the screen in ${state}` }).toBe(view.screen);
  for (const part of noticeText(view)?.split(REWORDED) ?? [])
    await expect(page.locator('body', { hasText: part })).toHaveCount(1);
  const { searchParams } = new URL(page.url());
  expect(['token', 'stytch_token_type'].filter((name) => searchParams.has(name))).toEqual([]);
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  if (expected.matches('signedIn')) expect(cookies).toContain(COOKIES.session);
}
