import { FIRST_PAGE } from '#src/pages/pages.ts';
import { App, BEN, SIGNED_IN, waitForMail } from '../support/app.ts';
import { expect, test } from '../support/test.ts';

const REQUESTED = `${FIRST_PAGE}?filter=yes`;

test('a link opened in a second tab signs in there, and the tab that waits follows [R3.6, R8.11, R9.1]', {
  tag: '@smoke',
}, async ({ page, app, context, emulator }) => {
  await app.openVerification(BEN, 'dune', REQUESTED);
  await expect(app.button('Send verification code')).toHaveCount(0);
  await app.button('Send magic link').click();
  const sent = 'Magic link sent to b***@birch.example. Open the link in your inbox to continue.';
  await expect(app.shownText(sent)).toBeVisible();
  const opened = new App(await context.newPage());
  await opened.page.goto(await waitForMail(emulator, BEN, 'magic_link'));
  await opened.expectState(SIGNED_IN);
  await expect(opened.page).toHaveURL(REQUESTED);
  await app.expectState(/^signedIn/);
  await expect(page).toHaveURL(REQUESTED);
});
