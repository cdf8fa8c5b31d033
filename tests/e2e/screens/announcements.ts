import { expect, type Page } from '@playwright/test';

/** What a screen reader says by itself: the politeness and the text. */
type Announcement = `${'polite' | 'assertive'}: ${string}`;

/**
 * Records what a screen reader says by itself on a page: text that comes into a live region, as it is after the change.
 * Only an alert is announced when it arrives together with its text; any other region must be there before. Call it
 * before the page is opened. A navigation starts again.
 */
export async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const REGIONS = '[role="status"], [role="alert"], [aria-live]';
    const said: string[] = [];
    Object.assign(window, { said });
    let isOpen = false;
    const textOf = (node: Node) => (node.textContent ?? '').replace(/\s+/g, ' ').trim();
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
        if (text !== '' && region.isConnected && (isAlert || (isOpen && !isNew))) {
          said.push(`${isAlert ? 'assertive' : 'polite'}: ${text}`);
        }
      }
      isOpen = true;
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Expects that a screen reader has said exactly this by itself since the page was opened or the last call. */
export async function expectAnnouncements(
  page: Page,
  expected: readonly Announcement[],
): Promise<void> {
  const read = () => page.evaluate((): readonly string[] => Reflect.get(window, 'said'));
  await expect.poll(read).toEqual(expected);
  await page.evaluate(() => Reflect.get(window, 'said').splice(0));
}

/** Expects that the focus is not lost: a screen reader then starts again at the top of the page. */
export async function expectFocus(page: Page, name: string): Promise<void> {
  const focus = page.locator('*:focus');
  await expect(focus).toHaveAccessibleName(name);
}
