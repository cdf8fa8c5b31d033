import { FIRST_PAGE } from '#src/pages/pages.ts';
import { COOKIES, signIn } from '../support/plant.ts';
import {
  ADA,
  button,
  chooseAccount,
  continueWithGoogle,
  expect,
  expectState,
  firstPageHeading,
  googleButton,
  nameField,
  organizationRow,
  SIGNED_IN,
  shownText,
  storedText,
  test,
} from '../support/test.ts';

test('Google leads an existing member through the list to the requested page, with its token in no address, referrer or storage, and the cookies of the contract [R1.1, R2.2, R2.7, R2.10, R2.11, R3.1, R5.7, R5.12, R6.1, R6.2, R7.1, R7.4, R13.7, R13.8, R13.9, R14.4]', {
  tag: '@smoke',
}, async ({ page, context, emulator }) => {
  const addresses: string[] = [];
  const referrers: string[] = [];
  page.on('request', async (request) => {
    addresses.push(request.url());
    const { referer } = await request.allHeaders().catch(() => ({ referer: undefined }));
    if (referer) referrers.push(referer);
  });
  await page.goto(`${FIRST_PAGE}?private=yes#y`);
  await expect(shownText(page, 'Login or Sign up with')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(FIRST_PAGE);
  await continueWithGoogle(page, ADA);
  await expect(page.getByRole('heading', { name: 'Select Your Organization' })).toBeVisible();
  await expect(shownText(page, 'Popular organizations:')).toBeVisible();
  expect(await emulator.calls()).toEqual(['POST /b2b/oauth/discovery/authenticate']);

  const returned = addresses.find((address) => address.includes('/discovery?'));
  const token = new URL(returned ?? 'about:blank').searchParams.get('token') ?? '';
  expect(token).not.toBe('');
  expect(page.url()).not.toContain('token');
  expect((await storedText(page)) + JSON.stringify(await context.cookies())).not.toContain(token);
  // The account chooser, which stands for Google, has an address of its own.
  const ours = referrers.filter((referrer) => !new URL(referrer).pathname.startsWith('/v1/'));
  expect(ours.filter((referrer) => /token|private|[?#]/.test(referrer))).toEqual([]);
  const attributes = { path: '/', sameSite: 'Lax', secure: false };
  const [intermediate] = await context.cookies();
  expect(intermediate).toMatchObject({ name: COOKIES.intermediate, ...attributes });
  const minutes = ((intermediate?.expires ?? 0) - Date.now() / 1_000) / 60;
  expect(minutes).toBeGreaterThan(8);
  expect(minutes).toBeLessThanOrEqual(10.1);

  await emulator.clearRequests();
  await organizationRow(page, 'acme').click();
  await expect(firstPageHeading(page)).toBeVisible();
  await expect(page).toHaveURL(`${FIRST_PAGE}?private=yes#y`);
  expect(await emulator.calls()).toContain('POST /b2b/discovery/intermediate_sessions/exchange');
  const cookies = await context.cookies();
  const names = cookies.map(({ name }) => name).sort();
  expect(names).toEqual([COOKIES.jwt, COOKIES.session]);
  for (const cookie of cookies) expect(cookie).toMatchObject(attributes);
});

test('a member creates an organization from the menu, by way of Google [R6.19]', async ({
  page,
}) => {
  await signIn(page, ADA, 'acme');
  await button(page, 'Organization: Acme').click();
  await button(page, 'Create organization').click();
  await nameField(page).fill('Moss Works');
  await nameField(page).press('Enter');
  await chooseAccount(page, ADA);
  await expect(button(page, 'Organization: Moss Works')).toBeVisible();
});

test('an answer of Google belongs to its tab: two tabs start Google, and both succeed [R5.4, R5.5]', async ({
  page,
  context,
}) => {
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
