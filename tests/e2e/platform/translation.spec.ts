import { runTour } from '../screens/tours/screen-tour.ts';
import { signInTours } from '../screens/tours/sign-in-tours.ts';
import { expect, test } from '../support/test.ts';
import { translatePage } from '../support/translate-page.ts';

// What React renders later gets no text node of its own: `tests/setup/text-nodes.ts` looks at each rendering of a unit test.
test('a card that the browser translates before React hydrates it shows what it has to say [R1.27]', async ({
  page,
  context,
  emulator,
}) => {
  await context.addInitScript(translatePage);
  const [login] = signInTours;
  if (login === undefined) throw new Error('No tour visits the login.');
  await runTour(login, { page, emulator }, async (screen) => {
    await expect.poll(() => page.evaluate(staleTexts), { message: screen }).toEqual([]);
  });
});

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
