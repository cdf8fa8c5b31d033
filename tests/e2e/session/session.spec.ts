import { FIRST_PAGE } from '#src/pages/pages.ts';
import { signIn } from '../support/plant.ts';
import {
  ADA,
  button,
  DORA,
  expect,
  expectState,
  firstPageHeading,
  LOGIN,
  SIGNED_IN,
  shownText,
  signOut,
  storedText,
  test,
} from '../support/test.ts';

test('signing out leaves no cookie and no person, also while the network hangs [R11.12]', async ({
  page,
  context,
  emulator,
}) => {
  await signIn(page, ADA, 'acme');
  await emulator.injectFault('*', { kind: 'hang' });
  await signOut(page);
  await expectState(page, LOGIN);
  expect(await context.cookies()).toEqual([]);
  expect(await storedText(page)).not.toContain(ADA);
  await emulator.clearFaults();
  await page.reload();
  await expectState(page, LOGIN);
});

test('impersonation shows a banner, and stopping revokes the session and clears cookies and storage [R12.1, R12.2, R12.4]', async ({
  page,
  context,
  emulator,
}) => {
  await page.goto((await emulator.impersonate(DORA, 'acme')).url);
  await expectState(page, SIGNED_IN);
  const banner = shownText(page, /^IMPERSONATING USER: \S+/);
  await expect(firstPageHeading(page)).toBeVisible();
  await page.getByRole('main').evaluate((main) => {
    main.style.minHeight = '300vh';
    window.scrollTo(0, 1_000);
  });
  await expect(banner).toBeInViewport();
  await page.evaluate(() => localStorage.setItem('left_behind', 'yes'));
  await button(page, 'Stop Impersonation').click();
  await expect(shownText(page, 'Login or Sign up with')).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(banner).toHaveCount(0);
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('left_behind'))).toBeNull();
  await expect.poll(() => emulator.activeSessions()).toEqual([]);
});

test('three tabs send one refresh [R11.8]', async ({ page, context, emulator }) => {
  const sent = async () =>
    (await emulator.calls()).filter((call) => call.endsWith('/sessions/authenticate')).length;
  await context.clock.install();
  await signIn(page, ADA, 'acme');
  const tabs = [page];
  while (tabs.length < 3) {
    const tab = await context.newPage();
    await tab.goto(FIRST_PAGE);
    await expectState(tab, SIGNED_IN);
    tabs.push(tab);
  }
  await emulator.clearRequests();
  // The clock then stands still: a lock that comes late on a busy machine is not waited for without an end.
  await context.clock.pauseAt(Date.now() + 181_000);
  await expect.poll(sent).toBe(1);
  // Each tab is told when the refresh of one has ended: its timer then starts again.
  for (const tab of tabs) await expectState(tab, SIGNED_IN);
  await context.clock.fastForward(170_000);
  for (const tab of tabs) await expectState(tab, SIGNED_IN);
  expect(await sent()).toBe(1);
});
