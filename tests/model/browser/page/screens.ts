import type { Page } from '@playwright/test';
import { type AuthSnapshot, authView } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import { ACME, failureOf, TYPED_ORGANIZATION } from '#machines/auth-cases/fixtures.ts';
import { messages, nameInSentence } from '#machines/rules/messages.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import { messages as policies } from '#src/features/policies/messages.ts';
import { expect, expectState } from '#tests/e2e/support/test.ts';
import { noticeText, screensIn } from '../../support/screen-texts.ts';
import { expectStoredValues } from './stored-values.ts';

/** Failures that the product words itself, in place of the provider's message; the second factor has its own words. */
const REWORDED = [
  ['intermediate', [messages.intermediateExpired, messages.secondFactorExpired]],
  ['session', [messages.sessionEnded]],
  ['input', [messagesAfterGoogle.codeWrong, messagesAfterGoogle.factorCodeWrong]],
  ['bootstrap', [messages.bootstrapUnavailable]],
  ['unreachable', [messages.unreachable]],
] as const;

/** The sentence after a creation. The emulator creates what was typed; the model's result is in Acme. */
const createdSentence = ({ name, slug }: typeof TYPED_ORGANIZATION) =>
  messages.organizationCreated(nameInSentence(name), slug).replace(/[\u2068\u2069]/g, '');

/** A notice in the words that the page can have for it. */
function wordingsOf(notice: string): readonly string[] {
  if (notice === createdSentence(ACME)) return [createdSentence(TYPED_ORGANIZATION)];
  const [reason, sentences] =
    REWORDED.find(([each]) => notice.includes(failureOf(each).message)) ?? [];
  if (reason === undefined || sentences === undefined) return [notice];
  return sentences.map((sentence) => notice.replace(failureOf(reason).message, () => sentence));
}

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
  if (notice !== null) {
    const found = wordingsOf(notice).map((text) => page.locator('body', { hasText: text }));
    await expect(found.reduce((either, each) => either.or(each))).toHaveCount(1);
  }
  await expectStoredValues(page, expected, keepsCookies);
}

async function screensOf(page: Page): Promise<string> {
  return screensIn((await page.locator('body').allInnerTexts()).join(' '), policies.heading);
}
