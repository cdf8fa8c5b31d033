import { expect, type Page } from '@playwright/test';
import { withStyle } from './with-style.ts';

/** A window of 1,280 x 1,024 px at a zoom of 400 %, in CSS pixels (WCAG 1.4.10). */
export const ZOOMED_WINDOW = { width: 320, height: 256 } as const;

/** The spacing that a person may set (WCAG 1.4.12). */
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }
`;

/** Expects that no text of a page is cut off when it is zoomed to 400 %, also with wide text spacing. */
export async function expectReflow(page: Page, screen: string): Promise<void> {
  await page.setViewportSize(ZOOMED_WINDOW);
  await expectNothingCutOff(page, `${screen} at ${ZOOMED_WINDOW.width} px`);
  await withStyle(page, TEXT_SPACING, () =>
    expectNothingCutOff(page, `${screen} at ${ZOOMED_WINDOW.width} px with text spacing`),
  );
}

/** Expects that a page does not scroll sideways, and that no element hides a part of its text. */
export async function expectNothingCutOff(page: Page, screen: string): Promise<void> {
  const found = await page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    const elements = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { overflow, webkitLineClamp } = getComputedStyle(element);
      // What only a screen reader reads is one pixel wide. A clamped text is a preview of what a click shows.
      if (!/hidden|clip/.test(overflow) || element.clientWidth <= 1) return false;
      if (webkitLineClamp !== 'none' || !element.checkVisibility({ visibilityProperty: true }))
        return false;
      const isCutOff =
        element.scrollWidth > element.clientWidth + 1 ||
        element.scrollHeight > element.clientHeight + 1;
      return isCutOff && element.textContent?.trim() !== '';
    });
    return [
      ...(scrollWidth > window.innerWidth ? [`the page is ${scrollWidth} px wide`] : []),
      ...elements.map((element) => element.outerHTML.slice(0, 120)),
    ];
  });
  expect(found, `${screen}: what is cut off`).toEqual([]);
}
