import { runTour } from '../screens/tours/screen-tour.ts';
import { screenTours } from '../screens/tours/screen-tours.ts';
import { expect, test } from '../support/test.ts';
import { translatePage } from '../support/translate-page.ts';

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
