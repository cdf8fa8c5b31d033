import {
  continueWithGoogle,
  expect,
  expectState,
  organizationRow,
  test,
} from '../support/product-test.ts';
import { addMember, plantSession } from './attacker.ts';
import {
  ADA,
  DORA,
  expectList,
  expectNoSession,
  expectQuestion,
  expectSignedIn,
  no,
  openTab,
  showList,
  signInAtAcme,
  signInBy,
  type Tabs,
  type TwoPersonsCase,
  yes,
} from './persons.ts';

/** Opens the organization menu with the list of Ada, and chooses Harbor. */
async function switchToHarbor(tabs: Tabs, whenListed: () => Promise<void>): Promise<void> {
  const { page } = tabs;
  await page.getByRole('button', { name: 'Organization: Acme' }).click();
  const harbor = page.getByRole('menuitemradio', { name: /Harbor/ });
  await expect(harbor).toBeVisible();
  await whenListed();
  await harbor.click();
}

const switching: readonly TwoPersonsCase[] = [
  {
    title: 'same tab: it moves the person that the page names',
    async run(tabs) {
      await signInAtAcme(tabs);
      await switchToHarbor(tabs, async () => undefined);
      await expect(tabs.page.getByRole('button', { name: 'Organization: Harbor' })).toBeVisible();
      await expectSignedIn(tabs, ADA);
    },
  },
  {
    title: 'same tab: a switch with the planted session of another member asks',
    async run(tabs) {
      await addMember(tabs.emulator, DORA, 'harbor');
      await signInAtAcme(tabs);
      await switchToHarbor(tabs, () => plantSession(tabs, { email: DORA }));
      await expectQuestion(tabs.page, DORA, ADA);
      // Nothing was exchanged with the planted session: no session is in Harbor.
      const { sessions, organizations } = await tabs.emulator.state();
      const harbor = organizations.find(({ slug }) => slug === 'harbor');
      expect(sessions.filter(({ organizationId }) => organizationId === harbor?.id)).toEqual([]);
      await signInBy(tabs, yes(tabs.page), DORA);
    },
  },
  {
    title: 'same tab: rejecting the switched session ends it',
    async run(tabs) {
      await addMember(tabs.emulator, DORA, 'harbor');
      await signInAtAcme(tabs);
      await switchToHarbor(tabs, () => plantSession(tabs, { email: DORA }));
      await expectQuestion(tabs.page, DORA, ADA);
      await no(tabs.page).click();
      await expectState(tabs.page, /^signedOut\.default/);
      await expect
        .poll(async () => (await tabs.emulator.activeSessions()).map(({ email }) => email))
        .not.toContain(DORA);
    },
  },
  {
    title: 'same tab: a lost record of the own session is asked about once',
    async run(tabs) {
      const { page } = tabs;
      await signInAtAcme(tabs);
      await page.evaluate(() => {
        localStorage.removeItem('auth_confirmed_session');
        localStorage.removeItem('auth_confirmed_token');
      });
      await switchToHarbor(tabs, async () => undefined);
      await expectState(page, 'signedOut.confirmingIdentity');
      await page.getByRole('button', { name: 'Continue in @acme' }).click();
      await expectSignedIn(tabs, ADA);
      await switchToHarbor(tabs, async () => undefined);
      await expect(page.getByRole('button', { name: 'Organization: Harbor' })).toBeVisible();
    },
  },
  {
    title: 'other tab: it follows the switch of the same person',
    async run(tabs) {
      await signInAtAcme(tabs);
      const other = await openTab(tabs, '/policies?tab=2');
      await expectSignedIn(other, ADA);
      await switchToHarbor(tabs, async () => undefined);
      await expect(other.page.getByRole('button', { name: 'Organization: Harbor' })).toBeVisible();
      await expectSignedIn(other, ADA);
    },
  },
  {
    title: 'new tab: after a switched session of another person it asks as well',
    async run(tabs) {
      await addMember(tabs.emulator, DORA, 'harbor');
      await signInAtAcme(tabs);
      await switchToHarbor(tabs, () => plantSession(tabs, { email: DORA }));
      await expectQuestion(tabs.page, DORA, ADA);
      const opened = await openTab(tabs, '/policies');
      await expectQuestion(opened.page, DORA);
      await signInBy(opened, yes(opened.page), DORA);
      await signInBy(tabs, yes(tabs.page), DORA);
    },
  },
];

async function supportLink({ emulator }: Tabs): Promise<string> {
  return (await emulator.impersonate(DORA, 'acme')).url;
}

const impersonating: readonly TwoPersonsCase[] = [
  {
    title: 'same tab: a support link over a list asks',
    async run(tabs) {
      await showList(tabs);
      await tabs.page.goto(await supportLink(tabs));
      await expectQuestion(tabs.page, DORA, ADA);
      await signInBy(tabs, yes(tabs.page), DORA);
      await expect(tabs.page.getByText(/^IMPERSONATING USER/)).toBeVisible();
    },
  },
  {
    title: 'same tab: rejecting the support session ends it',
    async run(tabs) {
      await showList(tabs);
      await tabs.page.goto(await supportLink(tabs));
      await expectQuestion(tabs.page, DORA, ADA);
      await no(tabs.page).click();
      await expectNoSession(tabs);
      await expect(tabs.page.getByText(/^IMPERSONATING USER/)).toHaveCount(0);
    },
  },
  {
    title: 'same tab: a signed-in member ignores a support link',
    async run(tabs) {
      await signInAtAcme(tabs);
      await tabs.page.goto(await supportLink(tabs));
      await expectSignedIn(tabs, ADA);
      await expect(tabs.page.getByText(/^IMPERSONATING USER/)).toHaveCount(0);
    },
  },
  {
    title: 'new tab: the support session makes the tab with a list ask',
    async run(tabs) {
      await showList(tabs);
      const opened = await openTab(tabs, await supportLink(tabs));
      await expectSignedIn(opened, DORA);
      await expectQuestion(tabs.page, DORA, ADA);
      await signInBy(tabs, yes(tabs.page), DORA);
    },
  },
  {
    title: 'other tab: rejecting the support session ends it in both tabs',
    async run(tabs) {
      await showList(tabs);
      const opened = await openTab(tabs, await supportLink(tabs));
      await expectSignedIn(opened, DORA);
      await expectQuestion(tabs.page, DORA, ADA);
      await no(tabs.page).click();
      await expectNoSession(tabs);
      await expectNoSession(opened);
    },
  },
  {
    title: 'other order: a member’s sign-in after a support session has ended is the member’s',
    async run(tabs) {
      await tabs.page.goto(await supportLink(tabs));
      await expectSignedIn(tabs, DORA);
      const stopped = tabs.page.waitForEvent('load');
      await tabs.page.getByRole('button', { name: 'Stop Impersonation' }).click();
      await stopped;
      await expectNoSession(tabs);
      await continueWithGoogle(tabs.page, ADA);
      await expectList(tabs.page, ADA);
      await signInBy(tabs, organizationRow(tabs.page, 'acme'), ADA);
    },
  },
];

for (const [way, cases] of Object.entries({ switch: switching, impersonation: impersonating })) {
  for (const { title, run } of cases) {
    test(`two persons, ${way}, ${title} [R22.1, R22.4, R22.5]`, ({
      page,
      context,
      emulator,
      site,
    }) => run({ page, context, emulator, origin: site.origin }));
  }
}
