import type { Request } from '@playwright/test';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { COOKIES, openList, plantIntermediateSession, signIn } from '../support/plant.ts';
import {
  ADA,
  BEN,
  button,
  CLEO,
  chooseAccount,
  continueWithGoogle,
  DORA,
  expect,
  expectState,
  googleButton,
  holdRequests,
  LIST,
  LOGIN,
  newestMail,
  organizationRow,
  SIGNED_IN,
  shownText,
  signOut,
  test,
} from '../support/test.ts';

const NOW_DORA = 'You are now signed in as Dora Quist, dora@acme.example';

test('a choice in a list of another sign-in sends nothing, and shows the new list [R22.5]', async ({
  page,
  emulator,
}) => {
  await openList(page, ADA);
  await plantIntermediateSession(page, DORA);
  await emulator.clearRequests();
  await organizationRow(page, 'acme').click();
  await expect(
    shownText(page, 'You are now signing in as d***@acme.example. Choose again.'),
  ).toBeVisible();
  await expect(organizationRow(page, 'harbor')).toHaveCount(0);
  expect(await emulator.calls()).toEqual(['POST /b2b/discovery/organizations']);
  expect(await emulator.activeSessions()).toEqual([]);
  await organizationRow(page, 'acme').click();
  await expect(button(page, 'Account: Dora Quist')).toBeVisible();
});

test('a link that this browser did not request is confirmed, and leads to the list that names its person [R9.2]', async ({
  page,
  browser,
  emulator,
}) => {
  await openList(page, BEN);
  await organizationRow(page, 'birch').click();
  await button(page, 'Send magic link').click();
  const link = await newestMail(emulator, BEN, 'magic_link');
  await emulator.clearRequests();
  const other = await browser.newPage();
  await other.goto(link);
  await expect(
    other.getByRole('heading', { name: 'Continue with this sign-in link?' }),
  ).toBeVisible();
  expect(await emulator.calls()).toEqual([]);
  await button(other, 'Continue').click();
  await expectState(other, LIST);
  await expect(shownText(other, 'b***@birch.example').first()).toBeVisible();
  await organizationRow(other, 'birch').click();
  await expectState(other, SIGNED_IN);
  await other.close();
});

test('a link opened while signed in is not used, and the page says for whom it was not needed [R5.10]', async ({
  page,
  emulator,
}) => {
  await signIn(page, ADA, 'acme');
  await emulator.clearRequests();
  await page.goto('/discovery?stytch_token_type=discovery&token=old');
  await expect(
    shownText(
      page,
      'You are already signed in as Ada Lovell, ada@acme.example, so the new sign-in was not used.',
    ),
  ).toBeVisible();
  await expectState(page, SIGNED_IN);
  await expect(page).toHaveURL(FIRST_PAGE);
  expect((await emulator.calls()).filter((call) => call.includes('magic_links'))).toEqual([]);
});

test('another person in an open tab is told by a notice that stays until it is dismissed [R22.1]', async ({
  page,
  context,
}) => {
  await signIn(page, ADA, 'acme', `${FIRST_PAGE}?of=ada`);
  const other = await context.newPage();
  await other.goto('/');
  await signOut(other);
  await expectState(page, LOGIN);
  await continueWithGoogle(other, DORA);
  await organizationRow(other, 'acme').click();
  await expectState(other, SIGNED_IN);
  // The tab in which the sign-out was pressed needs no notice.
  await expect(shownText(other, NOW_DORA)).toHaveCount(0);
  await expectState(page, SIGNED_IN);
  await expect(page).toHaveURL(FIRST_PAGE);
  const notice = shownText(page, NOW_DORA);
  await expect(notice).toBeVisible();
  await button(page, 'Organization: Acme').click();
  await page.keyboard.press('Escape');
  await expect(notice).toBeVisible();
  await button(page, 'Dismiss').click();
  await expect(notice).toHaveCount(0);
});

test('a sign-out drops the response of a call that was sent before it [R22.4]', async ({
  page,
  context,
  emulator,
}) => {
  const release = await holdRequests(page, '**/intermediate_sessions/exchange');
  await openList(page, ADA);
  let hasEnded = false;
  const noteEnd = (request: Request) => {
    hasEnded ||= request.url().endsWith('/exchange');
  };
  page.on('requestfinished', noteEnd);
  page.on('requestfailed', noteEnd);
  await organizationRow(page, 'acme').click();
  await expectState(page, 'signedOut.exchanging');
  const other = await context.newPage();
  await other.goto('/');
  await organizationRow(other, 'acme').click();
  await expectState(other, SIGNED_IN);
  await signOut(other);
  await expectState(other, LOGIN);
  release();
  await expect.poll(() => hasEnded).toBe(true);
  await expect.poll(() => emulator.activeSessions()).toEqual([]);
  await expectState(page, /^signedOut/);
  await expectState(other, LOGIN);
  expect((await context.cookies()).filter(({ name }) => name === COOKIES.session)).toEqual([]);
});

test('an answer of Google belongs to its tab: two tabs start Google, and both succeed [R5.4, R5.5]', {
  tag: '@smoke',
}, async ({ page, context }) => {
  const challenges = new Set<string | null>();
  context.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/start')) challenges.add(searchParams.get('pkce_code_challenge'));
  });
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/');
    await googleButton(tab).click();
    await expect(tab.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  }
  expect(challenges.size).toBe(2);
  for (const challenge of challenges) expect(challenge).toMatch(/^[\w-]{43}$/);
  for (const tab of [page, other]) {
    await chooseAccount(tab, ADA);
    await expect(organizationRow(tab, 'acme')).toBeVisible();
  }
  await organizationRow(other, 'acme').click();
  await expectState(other, SIGNED_IN);
});

test('an answer of Google to another browser is refused, with and without a pending sign-in in this one [R5.6]', async ({
  page,
  browser,
  context,
  emulator,
  site,
}) => {
  // The attacker signs in with Google, but sends the unused address of the callback to the victim.
  const attacker = await browser.newContext({ baseURL: site.origin });
  const attackerPage = await attacker.newPage();
  await attackerPage.route('**/sdk/v1/b2b/oauth/**', (route) => route.abort());
  const callbacks: string[] = [];
  attackerPage.on('request', (request) => {
    if (request.url().includes('/discovery?')) callbacks.push(request.url());
  });
  const takeCallback = async (): Promise<string> => {
    await attackerPage.goto('/');
    await continueWithGoogle(attackerPage, CLEO);
    await expect.poll(() => callbacks.length).toBeGreaterThan(0);
    return callbacks.splice(0).at(-1) ?? '';
  };
  await page.goto(await takeCallback());
  await expect(shownText(page, /This sign-in was interrupted/)).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  // Now this browser has a pending sign-in, with its own PKCE verifier.
  await googleButton(page).click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await page.goto(await takeCallback());
  await expect(page.getByRole('alert')).toBeVisible();
  await expectState(page, LOGIN);
  expect(await emulator.activeSessions()).toEqual([]);
  await continueWithGoogle(page, ADA);
  await expect(organizationRow(page, 'acme')).toBeVisible();
  await attacker.close();
});
