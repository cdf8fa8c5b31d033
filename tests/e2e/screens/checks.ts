import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from '../support/axe.ts';
import { isGallery, takePictures } from './pictures.ts';
import { WINDOWS } from './windows.ts';

/** The spacing that a person may set (WCAG 1.4.12). */
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }
`;

const LARGE_TEXT = ':root { font-size: 200% !important }';

/** The smallest width and height of a target in CSS pixels, and of the main action of a screen. */
const MINIMUM = { target: 24, primary: 44 } as const;

/**
 * Expects that the screen which a page shows passes axe and fits windows, zoom and fingers (R1.10, R1.17, R1.20). In the
 * project "gallery" it takes pictures instead.
 *
 * @param screen its name, for the message of a failure and the pictures
 */
export async function checkScreen(page: Page, screen: string): Promise<void> {
  const viewport = page.viewportSize() ?? WINDOWS.wide;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (isGallery()) await takePictures(page, screen);
  else {
    await page.setViewportSize(WINDOWS.wide);
    await expectNoViolations(page, screen);
    await expectTextInNames(page, screen);
    await expectNothingCutOff(page, `${screen}, wide`);
    await page.setViewportSize(WINDOWS.narrow);
    await expectNothingCutOff(page, `${screen}, narrow`);
    await expectTouchTargets(page, screen);
    await withStyle(page, LARGE_TEXT, () =>
      expectNothingCutOff(page, `${screen}, narrow with large text`),
    );
    await page.setViewportSize(WINDOWS.zoomed);
    await expectNothingCutOff(page, `${screen}, zoomed`);
    await withStyle(page, TEXT_SPACING, () =>
      expectNothingCutOff(page, `${screen}, zoomed with text spacing`),
    );
  }
  await page.setViewportSize(viewport);
}

/** Expects that a finger can hit every control of a page. The label of a radio button or checkbox belongs to it. */
async function expectTouchTargets(page: Page, screen: string): Promise<void> {
  const small = await page.evaluate(({ target, primary }) => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, textarea, select, summary',
    );
    return [...controls].flatMap((control) => {
      const box = (control.closest('label') ?? control).getBoundingClientRect();
      const isPrimary = /primary|google/.test(control.className);
      const minimum = isPrimary ? primary : target;
      const isShown = control.checkVisibility({ visibilityProperty: true }) && box.width > 1;
      if (!isShown || (box.width >= minimum && box.height >= minimum)) return [];
      return [`${control.outerHTML.slice(0, 120)}: ${box.width} x ${box.height}`];
    });
  }, MINIMUM);
  expect(small, `${screen}: controls that are too small for a finger`).toEqual([]);
}

/** Expects that a person who speaks to the browser can call every control by the text that it shows. */
async function expectTextInNames(page: Page, screen: string): Promise<void> {
  const different = await page.evaluate(() =>
    [...document.querySelectorAll('a[aria-label], button[aria-label]')].flatMap((control) => {
      const parts = [control, ...control.querySelectorAll('*')].filter(
        (part) => part.closest('[aria-hidden="true"]') === null,
      );
      const texts = parts
        .flatMap(({ childNodes }) => [...childNodes])
        .flatMap((node) => (node instanceof Text ? [node.data.trim()] : []));
      const name = control.getAttribute('aria-label') ?? '';
      return texts.every((text) => name.includes(text)) ? [] : [`${name}: ${texts.join(' ')}`];
    }),
  );
  expect(different, `${screen}: controls whose name does not have their text`).toEqual([]);
}

/** Expects that a page does not scroll sideways, and that no element hides a part of its text. */
async function expectNothingCutOff(page: Page, screen: string): Promise<void> {
  const found = await page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    const elements = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { overflow, webkitLineClamp } = getComputedStyle(element);
      // What only a screen reader reads is one pixel wide. A clamped text is a preview of what a click shows.
      const isBox = element.localName === 'button' || /hidden|clip/.test(overflow);
      if (!isBox || element.clientWidth <= 1) return false;
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

/** Runs an action while a page has more styles. A constructed style sheet obeys the page's CSP. */
async function withStyle(page: Page, style: string, action: () => Promise<void>): Promise<void> {
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
