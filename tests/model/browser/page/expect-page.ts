import type { Page } from '@playwright/test';
import { type AuthSnapshot, authView } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import { ACME, failureOf, TYPED_ORGANIZATION } from '#machines/auth-cases/fixtures.ts';
import { messages } from '#machines/rules/messages.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import { SESSION_COOKIE } from '#src/stytch/session/cookies.ts';
import { expect, expectState } from '#tests/e2e/support/test.ts';
import { noticeText, screensIn } from '../../support/screen-texts.ts';

/** Failures that the product words itself, in place of the provider's message; the second factor has its own words. */
const REWORDED = [
  ['intermediate', [messages.intermediateExpired, messages.secondFactorExpired]],
  ['session', [messages.sessionEnded]],
  ['input', [messagesAfterGoogle.codeWrong, messagesAfterGoogle.factorCodeWrong]],
  ['settings', [messages.settingsUnavailable]],
  ['unreachable', [messages.unreachable]],
] as const;

/** A notice in the words that the page can have for it. */
function wordingsOf(notice: string): readonly string[] {
  // The emulator creates what was typed; the model's result is in Acme.
  if (notice.endsWith(' was created.')) {
    const { name, slug } = TYPED_ORGANIZATION;
    return [notice.replace(ACME.name, name).replace(`@${ACME.slug}`, `@${slug}`)];
  }
  const [reason, sentences] =
    REWORDED.find(([each]) => notice.includes(failureOf(each).message)) ?? [];
  if (reason === undefined || sentences === undefined) return [notice];
  return sentences.map((sentence) => notice.replace(failureOf(reason).message, () => sentence));
}

/** Expects a page to have the state, the screen, the notice and the address of a snapshot. */
export async function expectPage(page: Page, expected: AuthSnapshot): Promise<void> {
  const view = authView(expected);
  const state = statePath(expected.value);
  await expectState(page, state);
  await expect.poll(() => screensOf(page), { message: `the screen in ${state}` }).toBe(view.screen);
  const notice = noticeText(view);
  if (notice !== null) {
    const found = wordingsOf(notice).map((text) => page.locator('body', { hasText: text }));
    await expect(found.reduce((either, each) => either.or(each))).toHaveCount(1);
  }
  const { searchParams } = new URL(page.url());
  expect(['token', 'stytch_token_type'].filter((name) => searchParams.has(name))).toEqual([]);
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  if (expected.matches('signedIn')) expect(cookies).toContain(SESSION_COOKIE);
}

async function screensOf(page: Page): Promise<string> {
  return screensIn((await page.locator('body').allInnerTexts()).join(' '), 'Policies');
}
