import type { Locator, Page } from '@playwright/test';
import type { BoundGesture } from '../gestures.ts';

/** Performs a gesture in a page. */
export async function makeGesture(page: Page, gesture: BoundGesture): Promise<void> {
  const control = await openedControl(page, gesture);
  if (gesture.text === null) {
    // The first press closes an open menu; the next one opens it, and reads the list again.
    if ((await control.getAttribute('aria-expanded')) === 'true') await control.click();
    await control.click();
    return;
  }
  await control.fill('');
  await control.fill(gesture.text.trim());
  // The sixth digit submits a code.
  if ((await control.getAttribute('autocomplete')) !== 'one-time-code')
    await control.press('Enter');
}

/** Opens what hides the control of a gesture, and returns the control. */
async function openedControl(page: Page, { css, openers }: BoundGesture): Promise<Locator> {
  const found = page.locator(css).first();
  if (await found.isVisible()) return found;
  const shown = await Promise.all(openers.map((each) => page.locator(each).isVisible()));
  for (const each of openers.slice(Math.max(0, shown.lastIndexOf(true))))
    await page.locator(each).click();
  return found;
}
