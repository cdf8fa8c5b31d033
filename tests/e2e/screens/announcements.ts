import { expect, type Page } from '@playwright/test';

/** What a screen reader says by itself: the politeness and the text. */
type Announcement = `${'polite' | 'assertive'}: ${string}`;

/** The end of what is said while something is in progress. */
const IN_PROGRESS = /(?:\.\.\.|Please wait\.)$/;

/**
 * Records what a screen reader says by itself on a page: text that comes into a live region, as it is after the change.
 * Only an alert is announced when it arrives together with its text; any other region must be there before. What comes
 * with a move of the focus is the concern of `useAnnouncement`. Call it before the page is opened.
 */
export async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const REGIONS = '[role="status"], [role="alert"], [aria-live]';
    const said: string[] = [];
    Object.assign(window, { said });
    let isOpen = false;
    const textOf = (node: Node) =>
      (node.textContent ?? '')
        // The isolation of a name's direction is not read.
        .replace(/[\u2066-\u2069]/g, '')
        .replace(/\s+/g, ' ')
        .trim();
    const regionOf = (node: Node) =>
      (node instanceof Element ? node : node.parentElement)?.closest(REGIONS);
    new MutationObserver((mutations) => {
      const arrived = mutations.flatMap(({ addedNodes }) => [...addedNodes]);
      const changed = mutations
        .filter(({ type, addedNodes }) => type === 'characterData' || addedNodes.length > 0)
        .map(({ target }) => regionOf(target));
      for (const region of document.querySelectorAll(REGIONS)) {
        const isAlert = region.matches('[role="alert"]');
        const isNew = arrived.some((node) => node.contains(region));
        const isChanged = changed.includes(region);
        const isOff = region.getAttribute('aria-live') === 'off';
        const isText = isAlert ? isNew || isChanged : isOpen && isChanged && !isNew;
        const text = textOf(region);
        if (isText && !isOff && text !== '')
          said.push(`${isAlert ? 'assertive' : 'polite'}: ${text}`);
      }
      isOpen = true;
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/**
 * Expects that a screen reader has said exactly this by itself since the page was opened or the last call. What is in
 * progress is said when it takes longer than a moment, which on a busy machine anything does: it counts where it is
 * expected.
 */
export async function expectAnnouncements(
  page: Page,
  expected: readonly Announcement[],
): Promise<void> {
  let heard: readonly string[] = [];
  const read = async () => {
    heard = await page.evaluate((): readonly string[] => Reflect.get(window, 'said'));
    return heard.filter(
      (text) => !IN_PROGRESS.test(text) || expected.some((each) => each === text),
    );
  };
  await expect.poll(read).toEqual(expected);
  await page.evaluate((count) => Reflect.get(window, 'said').splice(0, count), heard.length);
}

/** Expects that the focus is not lost: a screen reader then starts again at the top of the page. */
export async function expectFocus(page: Page, name: string): Promise<void> {
  const focus = page.locator('*:focus');
  await expect(focus).toHaveAccessibleName(name);
}
