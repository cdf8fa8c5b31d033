import type { Page } from '@playwright/test';
import {
  chooseAccount,
  continueWithGoogle,
  expect,
  expectState,
  googleButton,
  organizationRow,
  signOut,
  test,
} from '../support/product-test.ts';
import {
  ADA,
  CLEO,
  confirmAndChoose,
  DORA,
  expectList,
  expectNoSession,
  expectQuestion,
  expectSignedIn,
  no,
  openTab,
  rejectAndKeepList,
  showList,
  signInAtAcme,
  signInBy,
  type Tabs,
  type TwoPersonsCase,
  yes,
} from './persons.ts';

/** Opens two tabs on the login screen; then each signs in at Google as its person. Returns the second tab. */
async function twoLists({ page, context }: Tabs, first: string, second: string): Promise<Page> {
  const other = await context.newPage();
  await other.goto('/');
  await page.goto('/');
  await continueWithGoogle(page, first);
  await expectList(page, first);
  await continueWithGoogle(other, second);
  await expectList(other, second);
  return other;
}

/** Types the name of a new organization and submits it. */
async function typeName(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '+ Enter organization name' }).click();
  await page.getByPlaceholder('Enter organization name (will create if new)').fill(name);
}

const submit = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true });

async function chooseAtGoogle(tabs: Tabs, person: string, button = googleButton(tabs.page)) {
  await button.click();
  await chooseAccount(tabs.page, person);
}

async function countOrganizations({ emulator }: Tabs, name: string): Promise<number> {
  const { organizations } = await emulator.state();
  return organizations.filter((organization) => organization.name === name).length;
}

const choosing: readonly TwoPersonsCase[] = [
  {
    title: 'other tab: a reload does not answer the question about the session of another tab',
    async run(tabs) {
      const { page } = tabs;
      await page.goto('/');
      await googleButton(page).click();
      await expect(page.getByRole('button', { name: ADA, exact: true })).toBeVisible();
      const other = await openTab(tabs, '/');
      await chooseAtGoogle(other, DORA);
      await signInBy(other, organizationRow(other.page, 'acme'), DORA);
      await chooseAccount(page, ADA);
      await expectQuestion(page, DORA);
      await page.reload();
      await expectQuestion(page, DORA);
      await no(page).click();
      await expectNoSession(tabs);
      await page.reload();
      await expectState(page, /^signedOut\.default/);
    },
  },
  {
    title: 'same tab: after “Use another account”, the list is the one of the new person',
    async run(tabs) {
      const { page } = tabs;
      await page.goto('/');
      await chooseAtGoogle(tabs, ADA);
      await expectList(page, ADA);
      await page.getByRole('button', { name: 'Use another account' }).click();
      await chooseAccount(page, DORA);
      await expectList(page, DORA);
      await signInBy(tabs, organizationRow(page, 'acme'), DORA);
    },
  },
  {
    title: 'same tab: Google for a listed organization answers with another account',
    async run(tabs) {
      const { page, context } = tabs;
      await page.goto('/');
      await chooseAtGoogle(tabs, ADA);
      await expectList(page, ADA);
      await context.clearCookies();
      await page.reload();
      await chooseAtGoogle(tabs, DORA, organizationRow(page, 'acme'));
      await expectQuestion(page, DORA, ADA);
      await signInBy(tabs, yes(page), DORA);
    },
  },
  {
    title: 'same tab: Google answers with another account, which is rejected',
    async run(tabs) {
      const { page, context } = tabs;
      await page.goto('/');
      await chooseAtGoogle(tabs, ADA);
      await expectList(page, ADA);
      await context.clearCookies();
      await page.reload();
      await chooseAtGoogle(tabs, DORA, organizationRow(page, 'acme'));
      await expectQuestion(page, DORA, ADA);
      await no(page).click();
      await expectNoSession(tabs);
    },
  },
  {
    title: 'other tab: choosing in the first tab asks first',
    async run(tabs) {
      await twoLists(tabs, ADA, DORA);
      await organizationRow(tabs.page, 'acme').click();
      await expectQuestion(tabs.page, DORA, ADA);
      expect(await tabs.emulator.activeSessions()).toEqual([]);
      await confirmAndChoose(tabs, DORA);
    },
  },
  {
    title: 'other tab: rejecting in the first tab keeps its person',
    async run(tabs) {
      await twoLists(tabs, ADA, DORA);
      await organizationRow(tabs.page, 'acme').click();
      await expectQuestion(tabs.page, DORA, ADA);
      await rejectAndKeepList(tabs, ADA);
      await chooseAtGoogle(tabs, ADA, organizationRow(tabs.page, 'acme'));
      await expectSignedIn(tabs, ADA);
    },
  },
  {
    title: 'other tab: it signs in as its own person, and the first tab asks',
    async run(tabs) {
      const other = await twoLists(tabs, ADA, DORA);
      await signInBy({ ...tabs, page: other }, organizationRow(other, 'acme'), DORA);
      await expectQuestion(tabs.page, DORA, ADA);
      await signInBy(tabs, yes(tabs.page), DORA);
    },
  },
  {
    title: 'other tab: a list without an address asks, also after its intermediate session ended',
    async run(tabs) {
      const { page, context } = tabs;
      await context.clock.install();
      await page.route('**/oauth/discovery/authenticate', async (route) => {
        const response = await route.fetch();
        const text = (await response.text()).replaceAll(`"${ADA}"`, 'null');
        await route.fulfill({ response, body: text });
      });
      await page.goto('/');
      await chooseAtGoogle(tabs, ADA);
      await expectState(page, /^signedOut\.selecting/);
      await context.clock.fastForward(11 * 60_000);
      await expect(page.getByText(/sign-in paused after 10 minutes/)).toBeVisible();
      await context.clearCookies();
      const other = { ...tabs, page: await context.newPage() };
      await other.page.goto('/');
      await chooseAtGoogle(other, DORA);
      await signInBy(other, organizationRow(other.page, 'acme'), DORA);
      await expectQuestion(page, DORA);
      await signInBy(tabs, yes(page), DORA);
    },
  },
  {
    title:
      'other tab: it signs in before this tab has read the answer of Google, and this tab asks',
    async run(tabs) {
      const other = { ...tabs, page: await tabs.context.newPage() };
      await tabs.page.goto('/');
      await showList(other, DORA);
      await tabs.emulator.injectFault('/b2b/oauth/discovery/authenticate', { kind: 'hang' });
      await chooseAtGoogle(tabs, ADA);
      await expectState(tabs.page, 'signedOut.redeeming');
      await signInBy(other, organizationRow(other.page, 'acme'), DORA);
      await expectQuestion(tabs.page, DORA);
      await signInBy(tabs, yes(tabs.page), DORA);
    },
  },
  {
    title: 'other tab: it signs in while this tab is at Google, and this tab asks',
    async run(tabs) {
      const other = { ...tabs, page: await tabs.context.newPage() };
      await tabs.page.goto('/');
      await googleButton(tabs.page).click();
      await expect(tabs.page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
      await showList(other, DORA);
      await signInBy(other, organizationRow(other.page, 'acme'), DORA);
      await chooseAccount(tabs.page, ADA);
      await expectQuestion(tabs.page, DORA);
      await no(tabs.page).click();
      await expectNoSession(tabs);
    },
  },
  {
    title: 'other tab: rejecting its session ends it in both tabs and at the provider',
    async run(tabs) {
      const other = await twoLists(tabs, ADA, DORA);
      await signInBy({ ...tabs, page: other }, organizationRow(other, 'acme'), DORA);
      await expectQuestion(tabs.page, DORA, ADA);
      await no(tabs.page).click();
      await expectNoSession(tabs);
      await expectNoSession({ ...tabs, page: other });
    },
  },
  {
    title: 'other tab: a reload of the question asks it again',
    async run(tabs) {
      const other = await twoLists(tabs, ADA, DORA);
      await signInBy({ ...tabs, page: other }, organizationRow(other, 'acme'), DORA);
      await expectQuestion(tabs.page, DORA, ADA);
      await tabs.page.reload();
      await expectQuestion(tabs.page, DORA, ADA);
      await signInBy(tabs, yes(tabs.page), DORA);
    },
  },
  {
    title: 'other tab: a reload of the list after a sign-in elsewhere asks',
    async run(tabs) {
      const other = await twoLists(tabs, ADA, DORA);
      await tabs.page.goto('about:blank');
      await signInBy({ ...tabs, page: other }, organizationRow(other, 'acme'), DORA);
      await tabs.page.goto('/policies');
      await expectQuestion(tabs.page, DORA, ADA);
      await signInBy(tabs, yes(tabs.page), DORA);
    },
  },
  {
    title: 'other order: the tab that came back first asks, whoever started first',
    async run(tabs) {
      const { page, context } = tabs;
      const other = await context.newPage();
      for (const tab of [page, other]) {
        await tab.goto('/');
        await googleButton(tab).click();
        await expect(tab.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
      }
      await chooseAccount(other, DORA);
      await expectList(other, DORA);
      await chooseAccount(page, ADA);
      await expectList(page, ADA);
      await organizationRow(other, 'acme').click();
      await expectQuestion(other, ADA, DORA);
      await confirmAndChoose({ ...tabs, page: other }, ADA);
    },
  },
  {
    title: 'new tab: it continues the sign-in of the list, and both have its person',
    async run(tabs) {
      await tabs.page.goto('/');
      await chooseAtGoogle(tabs, ADA);
      await expectList(tabs.page, ADA);
      const other = await tabs.context.newPage();
      await other.goto('/');
      await expectList(other, ADA);
      await signInBy({ ...tabs, page: other }, organizationRow(other, 'acme'), ADA);
      await expectSignedIn(tabs, ADA);
    },
  },
  {
    title: 'new tab: it signs in as another person, and the tab with the list asks',
    async run(tabs) {
      await tabs.page.goto('/');
      await chooseAtGoogle(tabs, ADA);
      await expectList(tabs.page, ADA);
      const other = { ...tabs, page: await tabs.context.newPage() };
      await other.page.goto('/');
      await other.page.getByRole('button', { name: 'Use another account' }).click();
      await chooseAccount(other.page, DORA);
      await signInBy(other, organizationRow(other.page, 'acme'), DORA);
      await expectQuestion(tabs.page, DORA, ADA);
      await signInBy(tabs, yes(tabs.page), DORA);
    },
  },
];

const continuing = (page: Page) => page.getByRole('button', { name: 'Continue to Acme' });

/** Ada signs in at Acme. She stays signed in at Google. */
async function signInAdaAtGoogle(tabs: Tabs): Promise<void> {
  await signInAtAcme(tabs);
  await answerAtGoogleAs(tabs, ADA);
}

/** Google answers at once for this person, who is signed in there. */
async function answerAtGoogleAs({ emulator }: Tabs, person: string): Promise<void> {
  await emulator.replaceState({ ...(await emulator.state()), signedInAtGoogle: person });
}

const returning: readonly TwoPersonsCase[] = [
  {
    title: 'same tab: after a sign-out, the next person chooses an account',
    async run(tabs) {
      await signInAdaAtGoogle(tabs);
      await signOut(tabs.page);
      await expectNoSession(tabs);
      await chooseAtGoogle(tabs, DORA, continuing(tabs.page));
      await expectSignedIn(tabs, DORA);
    },
  },
  {
    title: 'new tab: after a sign-out, the next person chooses an account',
    async run(tabs) {
      await signInAdaAtGoogle(tabs);
      await signOut(tabs.page);
      await expectNoSession(tabs);
      const opened = await openTab(tabs, '/');
      await chooseAtGoogle(opened, DORA, continuing(opened.page));
      await expectSignedIn(opened, DORA);
    },
  },
  {
    title: 'other tab: the ordinary button shows whose list it is before anything is chosen',
    async run(tabs) {
      await signInAdaAtGoogle(tabs);
      const other = await openTab(tabs, '/policies');
      await expectSignedIn(other, ADA);
      await signOut(tabs.page);
      await expectNoSession(other);
      await googleButton(other.page).click();
      await expectList(other.page, ADA);
      await other.page.getByRole('button', { name: 'Use another account' }).click();
      await chooseAccount(other.page, DORA);
      await signInBy(other, organizationRow(other.page, 'acme'), DORA);
    },
  },
  {
    title: 'same tab: after a session that has expired, its member comes back with one click',
    async run(tabs) {
      await signInAdaAtGoogle(tabs);
      await tabs.context.clearCookies();
      await tabs.page.goto('/');
      await continuing(tabs.page).click();
      await expectSignedIn(tabs, ADA);
    },
  },
  {
    title:
      'same tab: after a session that has expired, another person who uses Google now is asked',
    async run(tabs) {
      await signInAdaAtGoogle(tabs);
      await tabs.context.clearCookies();
      await answerAtGoogleAs(tabs, DORA);
      await tabs.page.goto('/');
      await continuing(tabs.page).click();
      await expectQuestion(tabs.page, DORA);
      await no(tabs.page).click();
      await expectState(tabs.page, 'signedOut.default.idle');
      await chooseAtGoogle(tabs, ADA, continuing(tabs.page));
      await expectSignedIn(tabs, ADA);
    },
  },
  {
    title: 'same tab: a rejected list leaves the question to the way back',
    async run(tabs) {
      await signInAdaAtGoogle(tabs);
      await tabs.page.goto('/terms.html');
      await tabs.context.clearCookies();
      await answerAtGoogleAs(tabs, DORA);
      const other = await openTab(tabs, '/');
      await googleButton(other.page).click();
      await expectList(other.page, DORA);
      await tabs.page.goto('/policies');
      await expectQuestion(tabs.page, DORA);
      await no(tabs.page).click();
      await continuing(tabs.page).click();
      await expectQuestion(tabs.page, DORA);
    },
  },
];

const creating: readonly TwoPersonsCase[] = [
  {
    title: 'same tab: the creator is the person of the list',
    async run(tabs) {
      await tabs.page.goto('/');
      await chooseAtGoogle(tabs, CLEO);
      await expectList(tabs.page, CLEO);
      await typeName(tabs.page, 'Moss Works');
      await signInBy(tabs, submit(tabs.page), CLEO);
    },
  },
  {
    title:
      'same tab: Google answers with another account, and nothing is created before the answer',
    async run(tabs) {
      const { page, context } = tabs;
      await page.goto('/');
      await chooseAtGoogle(tabs, ADA);
      await expectList(page, ADA);
      await context.clearCookies();
      await page.reload();
      await typeName(page, 'Moss Works');
      await chooseAtGoogle(tabs, DORA, submit(page));
      await expectQuestion(page, DORA, ADA);
      expect(await countOrganizations(tabs, 'Moss Works')).toBe(0);
      await confirmAndChoose(tabs, DORA);
    },
  },
  {
    title: 'other tab: typing a name in the first tab asks first, and creates nothing',
    async run(tabs) {
      await twoLists(tabs, CLEO, DORA);
      await typeName(tabs.page, 'Moss Works');
      await submit(tabs.page).click();
      await expectQuestion(tabs.page, DORA, CLEO);
      expect(await countOrganizations(tabs, 'Moss Works')).toBe(0);
      await yes(tabs.page).click();
      await expectList(tabs.page, DORA);
      await typeName(tabs.page, 'Moss Works');
      await signInBy(tabs, submit(tabs.page), DORA);
    },
  },
  {
    title: 'other tab: rejecting creates nothing and keeps the person',
    async run(tabs) {
      await twoLists(tabs, CLEO, DORA);
      await typeName(tabs.page, 'Moss Works');
      await submit(tabs.page).click();
      await expectQuestion(tabs.page, DORA, CLEO);
      await no(tabs.page).click();
      await expect(tabs.page.getByText(/The other sign-in was not used/)).toBeVisible();
      expect(await countOrganizations(tabs, 'Moss Works')).toBe(0);
      expect(await tabs.emulator.activeSessions()).toEqual([]);
      await chooseAtGoogle(tabs, CLEO);
      await expectSignedIn(tabs, CLEO);
    },
  },
  {
    title: 'other order: a creation in the second tab makes the first one ask',
    async run(tabs) {
      const other = await twoLists(tabs, ADA, CLEO);
      await typeName(other, 'Moss Works');
      await signInBy({ ...tabs, page: other }, submit(other), CLEO);
      await expectQuestion(tabs.page, CLEO, ADA);
      await signInBy(tabs, yes(tabs.page), CLEO);
    },
  },
  {
    title: 'new tab: it creates for the person of the list, and the first tab follows',
    async run(tabs) {
      await tabs.page.goto('/');
      await chooseAtGoogle(tabs, CLEO);
      await expectList(tabs.page, CLEO);
      const other = await tabs.context.newPage();
      await other.goto('/');
      await expectList(other, CLEO);
      await typeName(other, 'Moss Works');
      await signInBy({ ...tabs, page: other }, submit(other), CLEO);
      await expectState(tabs.page, /^signedIn/);
      await expectSignedIn(tabs, CLEO);
    },
  },
];

for (const { title, run } of choosing) {
  test(`two persons, Google, ${title} [R22.1, R22.2, R22.5]`, ({ page, context, emulator, site }) =>
    run({ page, context, emulator, origin: site.origin }));
}

for (const { title, run } of returning) {
  test(`two persons, Google again, ${title} [R4.7, R4.10, R4.11, R22.1]`, ({
    page,
    context,
    emulator,
    site,
  }) => run({ page, context, emulator, origin: site.origin }));
}

for (const { title, run } of creating) {
  test(`two persons, creation, ${title} [R22.1, R22.2, R22.5]`, ({
    page,
    context,
    emulator,
    site,
  }) => run({ page, context, emulator, origin: site.origin }));
}
