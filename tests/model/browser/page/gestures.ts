import type { Locator, Page } from '@playwright/test';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { SEED_TOTP_SECRET } from '#emulator/store/seed/seed.ts';
import type { PersonEventType } from '#machines/auth-cases/payload-cases.ts';
import { type BoundGesture, gestureOf } from '../../gestures.ts';
import type { TourTools } from './tour-tools.ts';

/** Performs the gesture of an event with one of its payload cases. */
export async function makeGesture(
  tools: TourTools,
  type: PersonEventType,
  name: string,
): Promise<void> {
  const { page } = tools;
  const gesture = gestureOf(type, name);
  const control = await openedControl(page, gesture);
  const text = (await secondFactorCode(tools, type)) ?? gesture.text;
  if (text !== null) await typeInto(control, text);
  else {
    // The first press closes an open menu; the next one opens it, and reads the list again.
    if ((await control.getAttribute('aria-expanded')) === 'true') await control.click();
    await control.click();
  }
}

/** Opens what hides the control of a gesture, and returns the control. */
async function openedControl(page: Page, { css, openers }: BoundGesture): Promise<Locator> {
  const found = page.locator(css).first();
  if (await found.isVisible()) return found;
  const shown = await Promise.all(openers.map((each) => page.locator(each).isVisible()));
  for (const each of openers.slice(Math.max(0, shown.lastIndexOf(true)))) {
    await page.locator(each).click();
  }
  return found;
}

/** Types a text, which Enter submits, or a code, which its sixth digit submits. */
async function typeInto(field: Locator, text: string): Promise<void> {
  await field.fill('');
  await field.fill(text.trim());
  if ((await field.getAttribute('autocomplete')) !== 'one-time-code') await field.press('Enter');
}

/** What an authenticator app shows at the emulator's time; `null` for other events. */
async function secondFactorCode({ page, setup }: TourTools, type: PersonEventType) {
  if (type !== 'factor.verify' && type !== 'factor.enrolled') return null;
  const enrolled = type === 'factor.enrolled' && (await page.locator('code').first().textContent());
  const secret = enrolled || SEED_TOTP_SECRET;
  return totpCode(secret.replaceAll(' ', ''), totpStep(await setup.now()));
}
