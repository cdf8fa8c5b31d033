import type { Page } from '@playwright/test';
import { type AuthSnapshot, authView } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import { failureOf } from '#machines/explore/fixtures.ts';
import { messages as policies } from '#src/features/policies/messages.ts';
import { expect, expectState } from '#tests/e2e/support/product-test.ts';
import { noticeText, screensIn } from '../../support/screen-texts.ts';
import { expectStoredValues } from './stored-values.ts';

/** Failures that the product words itself: the page does not show the provider's message. */
const reworded = (['intermediate', 'session', 'bootstrap', 'unreachable'] as const).map(
  (reason) => failureOf(reason).message,
);

/** Expects a page to have the state, the screen, the notice and the stored values of a snapshot. */
export async function expectPage(
  page: Page,
  expected: AuthSnapshot,
  keepsCookies = false,
): Promise<void> {
  const view = authView(expected);
  const state = statePath(expected.value);
  await expectState(page, state);
  await expect.poll(() => screensOf(page), { message: `the screen in ${state}` }).toBe(view.screen);
  const notice = noticeText(view);
  if (notice !== null && !reworded.some((message) => notice.includes(message))) {
    await expect(page.locator('body')).toContainText(notice);
  }
  await expectStoredValues(page, expected, keepsCookies);
}

async function screensOf(page: Page): Promise<string> {
  return screensIn((await page.locator('body').allInnerTexts()).join(' '), policies.heading);
}
