import { openChart, panel, search } from '../chart/chart-page.ts';
import { runTour } from '../screens/tours/screen-tour.ts';
import { screenTours } from '../screens/tours/screen-tours.ts';
import { expect, test } from '../support/test.ts';

/** A browser that translates each page while it is shown, also the card of the document before React hydrates it. */
test.beforeEach(({ context }) => context.addInitScript(translatePage));

for (const tour of screenTours) {
  test.describe(() => {
    test.use({ expectedConsoleErrors: { patterns: tour.consoleErrors ?? [] } });
    test(`a translated page shows what it has to say: ${tour.name} [R1.27]`, async ({
      page,
      emulator,
    }) => {
      await runTour(tour, { page, emulator }, async (screen) => {
        await expect.poll(() => page.evaluate(staleTexts), { message: screen }).toEqual([]);
      });
    });
  });
}

test('the chart is not translated: its names are those of the code', async ({ page }) => {
  await openChart(page);
  await search(page, 'wrong code', /countRejection/);
  await expect(panel(page)).toContainText('signedOut.stepUp.otp.awaitingCode');
  await expect(page.locator('main.sc-page font')).toHaveCount(0);
});

/**
 * Runs in the page. Replaces each text by an element in an element, as browsers do, whenever one is added. Other words
 * would hide the controls from the tours: a text that does not go on gets a character without a width.
 */
function translatePage(): void {
  const isTranslatable = (text: Node) =>
    text.parentElement?.closest('font, script, style, title, textarea, [translate="no"]') === null;
  const translate = (root: Node) => {
    const found = root instanceof CharacterData ? [root] : [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      if (texts.currentNode instanceof CharacterData) found.push(texts.currentNode);
    }
    for (const text of found.filter(isTranslatable)) {
      const font = document.createElement('font');
      font.append(document.createElement('font'));
      font.firstElementChild?.append(text.data.replace(/\S$/, '$&\u200b'));
      text.replaceWith(font);
    }
  };
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      if (target instanceof CharacterData) translate(target);
      else for (const node of addedNodes) if (node.isConnected) translate(node);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** Runs in the page. Returns the texts that React has given to an element, and that the element does not show. */
function staleTexts(): readonly string[] {
  return [...document.querySelectorAll('#root *')].flatMap((element) => {
    const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'));
    const text = key === undefined ? null : Reflect.get(element, key).children;
    if (typeof text !== 'string' && typeof text !== 'number') return [];
    const shown = element.textContent.replaceAll('\u200b', '');
    return shown === String(text) ? [] : [`“${shown}” in place of “${text}”`];
  });
}
