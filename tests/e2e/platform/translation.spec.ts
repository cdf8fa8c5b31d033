import { LOGIN } from '../support/app.ts';
import { expect, test } from '../support/test.ts';
import { translatePage } from '../support/translate-page.ts';

// What React renders later gets no text node of its own: `tests/setup/text-nodes.ts` looks at each rendering of a unit test.
test('a card that the browser translates before React hydrates it shows what it has to say [R1.27]', async ({
  page,
  app,
  context,
}) => {
  await context.addInitScript(translatePage);
  const expectNothingStale = () => expect.poll(() => page.evaluate(staleTexts)).toEqual([]);
  await page.goto('/');
  await expect(app.googleButton).toBeEnabled();
  await expectNothingStale();
  await page.goto('/discovery?error=access_denied');
  await expect(app.shownText('Sign-in was cancelled.')).toBeVisible();
  await expectNothingStale();
  // Keeps the page that starts Google: its address has no page.
  await page.route(/\/oauth\/google\/(?:discovery\/)?start/, (route) =>
    route.fulfill({ status: 204 }),
  );
  await page.goto('/');
  await app.expectState(LOGIN);
  await app.googleButton.click();
  await app.expectState('signedOut.starting');
  await expectNothingStale();
  await page.evaluate(() =>
    localStorage.setItem('last_organization', 'organization-test-1 acme Acme'),
  );
  await page.reload();
  // An early click is the document's own: the machine would not see it.
  await app.expectState(LOGIN);
  await expect(app.button('Continue to Acme')).toBeEnabled();
  await expectNothingStale();
  await app.button('Continue to Acme').click();
  await app.expectState('signedOut.starting');
  await expectNothingStale();
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
