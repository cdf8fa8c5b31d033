import { FIRST_PAGE } from '#src/pages/pages.ts';
import { ADA, App, DORA, SIGNED_IN } from '../support/app.ts';
import { expect, test } from '../support/test.ts';

test('impersonation shows a banner, and stopping revokes the session and clears cookies and storage [R12.1, R12.2, R12.4]', async ({
  page,
  app,
  context,
  emulator,
}) => {
  await page.goto((await emulator.impersonate(DORA, 'acme')).url);
  await app.expectState(SIGNED_IN);
  const banner = app.shownText(/^IMPERSONATING USER: \S+/);
  await expect(app.firstPageHeading).toBeVisible();
  await page.getByRole('main').evaluate((main) => {
    main.style.minHeight = '300vh';
    window.scrollTo(0, 1_000);
  });
  await expect(banner).toBeInViewport();
  await page.evaluate(() => localStorage.setItem('left_behind', 'yes'));
  await app.button('Stop Impersonation').click();
  await expect(app.shownText('Login or Sign up with')).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(banner).toHaveCount(0);
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('left_behind'))).toBeNull();
  await expect.poll(() => emulator.activeSessions()).toEqual([]);
});

// Only a browser has the locks that tabs share.
test('three tabs send one refresh [R11.8]', async ({ app, context, emulator }) => {
  const sent = async () =>
    (await emulator.calls()).filter((call) => call.endsWith('/sessions/authenticate')).length;
  await context.clock.install();
  await app.signIn(ADA, 'acme');
  const tabs = [app];
  while (tabs.length < 3) {
    const tab = new App(await context.newPage());
    await tab.page.goto(FIRST_PAGE);
    await tab.expectState(SIGNED_IN);
    tabs.push(tab);
  }
  await emulator.clearRequests();
  // The clock then stands still: a lock that comes late on a busy machine is not waited for without an end.
  await context.clock.pauseAt(Date.now() + 181_000);
  await expect.poll(sent).toBe(1);
  // Each tab is told when the refresh of one has ended: its timer then starts again.
  for (const tab of tabs) await tab.expectState(SIGNED_IN);
  await context.clock.fastForward(170_000);
  for (const tab of tabs) await tab.expectState(SIGNED_IN);
  expect(await sent()).toBe(1);
});
