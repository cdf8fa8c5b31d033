import type { Page } from '@playwright/test';
import { type AuthSnapshot, authView, statePath } from '#machines/auth/auth.view.ts';
import type { AuthView, Screen } from '#machines/auth/auth.view.types.ts';
import { failureOf } from '#machines/explore/fixtures.ts';
import { messages as rules } from '#machines/rules/messages.ts';
import { messages as session } from '#src/app/shell/session/messages.ts';
import { messages } from '#src/features/sign-in/messages.ts';
import { messages as ui } from '#src/ui/messages.ts';
import { expect, expectState } from '#tests/e2e/support/product-test.ts';

const { secondFactor } = messages;

/** By what a person knows each screen. */
const marks = {
  loading: Object.values(ui.loading),
  login: [messages.login.invitation],
  confirm: [messages.confirm.heading],
  selection: [messages.selection.heading],
  stepUp: [messages.stepUp.heading],
  secondFactor: [secondFactor.heading, secondFactor.enrolHeading, secondFactor.savingHeading],
  app: [session.signOut],
} as const satisfies Record<Screen, readonly string[]>;

/** Sentences that the product words itself, whatever the provider says. */
const reworded = (['intermediate', 'session', 'bootstrap', 'unreachable'] as const).map(
  (reason) => failureOf(reason).message,
);

/** Holds a page against the model: its state, its screen, and the sentence on it. */
export async function expectPage(page: Page, expected: AuthSnapshot): Promise<void> {
  const view = authView(expected);
  await expectState(page, statePath(expected.value));
  await expect
    .poll(() => shownOn(page), { message: `the screen in ${statePath(expected.value)}` })
    .toBe(view.screen);
  const sentence = sentenceOf(view);
  if (sentence !== null) await expect(page.locator('body')).toContainText(sentence);
}

/** Which screen is shown, by its own words; all their names when there are several, or none. */
async function shownOn(page: Page): Promise<string> {
  const words = (await page.locator('body').allInnerTexts()).join(' ');
  const shown = Object.entries(marks).filter(([, texts]) =>
    texts.some((text) => words.includes(text)),
  );
  return shown.map(([name]) => name).join(' and ');
}

function sentenceOf(view: AuthView): string | null {
  if (view.screen === 'loading' || view.notice === null) return null;
  if (view.screen === 'stepUp' && view.completing) return rules.emailVerified;
  const { text } = view.notice;
  return reworded.some((words) => text.includes(words)) ? null : text;
}
