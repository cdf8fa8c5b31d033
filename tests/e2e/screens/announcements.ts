import { expect, type Page } from '@playwright/test';

/** What a screen reader says by itself: the politeness and the text. */
type Announcement = `${'polite' | 'assertive'}: ${string}`;

/**
 * Records what a screen reader says by itself on a page: text that comes into a live region, as it is after the change.
 * Only an alert is announced when it arrives together with its text; any other region must be there before, and is not
 * heard in the moment in which the focus moves. Call it before the page is opened. A navigation starts again.
 */
export async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const REGIONS = '[role="status"], [role="alert"], [aria-live]';
    /** Milliseconds after a move of the focus in which a screen reader drops what a polite region says. */
    const FOCUS_IS_READ = 150;
    const said: string[] = [];
    Object.assign(window, { said });
    let isOpen = false;
    let focusedAt = -FOCUS_IS_READ;
    // A person with a screen reader has the focus on a control before they press it.
    let isPressing = false;
    for (const type of ['mousedown', 'mouseup', 'keydown']) {
      const press = () => {
        isPressing = type === 'mousedown';
        focusedAt = -FOCUS_IS_READ;
      };
      document.addEventListener(type, press, true);
    }
    document.addEventListener('focusin', () => {
      if (!isPressing) focusedAt = performance.now();
    });
    const textOf = (node: Node) =>
      (node.textContent ?? '')
        // The isolation of a name's direction is not read.
        .replace(/[\u2066-\u2069]/g, '')
        .replace(/\s+/g, ' ')
        .trim();
    new MutationObserver((mutations) => {
      const arrived = new Set(mutations.flatMap(({ addedNodes }) => [...addedNodes]));
      const changed = new Set<Element>();
      for (const { target, addedNodes, type } of mutations) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(REGIONS);
        if (region && (type === 'characterData' || addedNodes.length > 0)) changed.add(region);
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          for (const inner of [node, ...node.querySelectorAll('*')]) {
            if (inner.matches('[role="alert"]')) changed.add(inner);
          }
        }
      }
      for (const region of changed) {
        const isAlert = region.matches('[role="alert"]');
        let isNew = false;
        for (const node of arrived) isNew ||= node.contains(region);
        const text = textOf(region);
        const isOff = region.getAttribute('aria-live') === 'off';
        if (text !== '' && region.isConnected && !isOff && (isAlert || (isOpen && !isNew))) {
          const isDropped = !isAlert && performance.now() - focusedAt < FOCUS_IS_READ;
          said.push(`${isAlert ? 'assertive' : isDropped ? 'dropped' : 'polite'}: ${text}`);
        }
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
    return heard.filter((text) => !text.endsWith('...') || expected.some((each) => each === text));
  };
  await expect.poll(read).toEqual(expected);
  await page.evaluate((count) => Reflect.get(window, 'said').splice(0, count), heard.length);
}

/** Expects that the focus is not lost: a screen reader then starts again at the top of the page. */
export async function expectFocus(page: Page, name: string): Promise<void> {
  const focus = page.locator('*:focus');
  await expect(focus).toHaveAccessibleName(name);
}
