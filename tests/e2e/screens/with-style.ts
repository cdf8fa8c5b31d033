import type { Page } from '@playwright/test';

/** Runs an action while a page has more styles. A constructed style sheet obeys the page's CSP. */
export async function withStyle(
  page: Page,
  style: string,
  action: () => Promise<void>,
): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, style);
  await action();
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
}
