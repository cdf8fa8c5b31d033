import type { Page } from '@playwright/test';
import { holdRequests } from '../support/hold-requests.ts';
import {
  back,
  continueWithGoogle,
  expect,
  expectState,
  organizationRow,
  signOut,
  test,
} from '../support/product-test.ts';
import { plantSession } from './attacker.ts';
import {
  ADA,
  DORA,
  expectList,
  expectNoSession,
  expectQuestion,
  expectSignedIn,
  MANY,
  no,
  openTab,
  showList,
  signInAtAcme,
  signInBy,
  type Tabs,
  type TwoPersonsCase,
  yes,
} from './persons.ts';

const MINUTE = 60_000;

async function signOutIn({ page }: Tabs): Promise<void> {
  await signOut(page);
  await expectState(page, /^signedOut\.default/);
}

/** Signs Ada in, and lets time pass until a refresh is due: before that, tabs adopt the last one without a request. */
async function signedInLongAgo(tabs: Tabs): Promise<void> {
  await tabs.context.clock.install();
  await signInAtAcme(tabs);
  await tabs.page.goto('about:blank');
  await tabs.context.clock.fastForward(4 * MINUTE);
}

const resuming: readonly TwoPersonsCase[] = [
  {
    title: 'same tab: a planted cookie in an empty browser asks by name',
    async run(tabs) {
      await plantSession(tabs, { email: DORA });
      await tabs.page.goto('/policies');
      await expectQuestion(tabs.page, DORA);
      await signInBy(tabs, yes(tabs.page), DORA);
    },
  },
  {
    title: 'same tab: a planted session whose address cannot be shown can only be rejected',
    async run(tabs) {
      const { page } = tabs;
      await plantSession(tabs, { email: DORA });
      await page.route('**/sessions/authenticate', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll(DORA, `d\u200B${DORA.slice(1)}`);
        await route.fulfill({ response, body });
      });
      await page.goto('/policies');
      await expectState(page, 'signedOut.confirmingIdentity');
      await expect(page.getByRole('heading')).toHaveText('This sign-in cannot be continued');
      await expect(page.getByRole('button', { name: /^Continue/ })).toHaveCount(0);
      await no(page).click();
      await expectNoSession(tabs);
    },
  },
  {
    title: 'same tab: rejecting a planted session ends it at the provider',
    async run(tabs) {
      await plantSession(tabs, { email: DORA });
      await tabs.page.goto('/policies');
      await expectQuestion(tabs.page, DORA);
      await no(tabs.page).click();
      await expectNoSession(tabs);
    },
  },
  {
    title: 'same tab: a reload does not confirm a planted session',
    async run(tabs) {
      await plantSession(tabs, { email: DORA });
      await tabs.page.goto('/policies');
      await expectQuestion(tabs.page, DORA);
      await tabs.page.reload();
      await expectQuestion(tabs.page, DORA);
      await signInBy(tabs, yes(tabs.page), DORA);
    },
  },
  {
    title: 'new tab: it asks too while nobody has confirmed the session, and follows then',
    async run(tabs) {
      await plantSession(tabs, { email: DORA });
      await tabs.page.goto('/policies');
      await expectQuestion(tabs.page, DORA);
      const opened = await openTab(tabs, '/policies');
      await expectQuestion(opened.page, DORA);
      await signInBy(tabs, yes(tabs.page), DORA);
      await expectSignedIn(opened, DORA);
    },
  },
  {
    title: 'new tab: a cookie planted beside a list asks there, and the list’s tab stays',
    async run(tabs) {
      await showList(tabs);
      await plantSession(tabs, { email: DORA });
      const opened = await openTab(tabs, '/policies');
      await expectQuestion(opened.page, DORA);
      await expectList(tabs.page, ADA);
      await signInBy(opened, yes(opened.page), DORA);
      await expectQuestion(tabs.page, DORA, ADA);
    },
  },
  {
    title: 'other tab: a login screen does not follow an unconfirmed session',
    async run(tabs) {
      await tabs.page.goto('/');
      await expectState(tabs.page, /^signedOut\.default/);
      await plantSession(tabs, { email: DORA });
      const opened = await openTab(tabs, '/policies');
      await expectQuestion(opened.page, DORA);
      await expectState(tabs.page, /^signedOut\.default/);
      await signInBy(opened, yes(opened.page), DORA);
      await expectSignedIn(tabs, DORA);
    },
  },
  {
    title: 'other order: a cookie planted after the sign-in is asked about when storage is gone',
    async run(tabs) {
      await signInAtAcme(tabs);
      await tabs.context.clearCookies();
      await plantSession(tabs, { email: DORA });
      await tabs.page.evaluate(() => localStorage.clear());
      await tabs.page.reload();
      await expectQuestion(tabs.page, DORA);
      await signInBy(tabs, yes(tabs.page), DORA);
    },
  },
];

/** From the back/forward cache, and by a load of the page. */
const WAYS_BACK = [back, (page: Page) => page.goto('/')];

/** Leaves Ada's list for another page. Then she signs in and out in the tab that is returned. */
async function leaveListAndSignOut(tabs: Tabs): Promise<Tabs> {
  await showList(tabs);
  await tabs.page.goto('/terms.html');
  const other = await openTab(tabs, '/');
  await signInBy(other, organizationRow(other.page, 'acme'), ADA);
  await signOutIn(other);
  return other;
}

/** Signs Dora in where Ada has signed out. */
async function signDoraIn(tabs: Tabs): Promise<void> {
  await continueWithGoogle(tabs.page, DORA);
  await signInBy(tabs, organizationRow(tabs.page, 'acme'), DORA);
}

/** An address of Ada's that the next person must not come to. */
const ADAS_PAGE = '/policies?doc=of-ada';

/** The code that compares the member of a tab. */
const MEMBER_CODE = '**/assets/tab-member*.js';

/** Ada's tab at a page of hers is left without the back/forward cache. Then she signs out in the tab that is returned. */
async function leaveMemberAndSignOut(tabs: Tabs): Promise<Tabs> {
  await signInAtAcme(tabs);
  await tabs.page.goto(ADAS_PAGE);
  await expectSignedIn(tabs, ADA);
  await tabs.page.goto('about:blank');
  const other = await openTab(tabs, '/policies');
  await signOutIn(other);
  return other;
}

const reopening: readonly TwoPersonsCase[] = [
  {
    title: 'same tab: it asks before it shows the session of another person',
    async run(tabs) {
      const { page } = tabs;
      const other = await leaveMemberAndSignOut(tabs);
      await signDoraIn(other);
      await page.goto(ADAS_PAGE);
      await expectQuestion(page, DORA);
      await expect(page).toHaveURL(/:\d+\/$/);
      await page.reload();
      await expectQuestion(page, DORA);
      await signInBy(tabs, yes(page), DORA);
      await expect(page).toHaveURL(/\/policies$/);
    },
  },
  {
    title: 'same tab: it asks before it shows the list of another person',
    async run(tabs) {
      const { page } = tabs;
      const other = await leaveMemberAndSignOut(tabs);
      await continueWithGoogle(other.page, DORA);
      await expectList(other.page, DORA);
      await page.goto('/');
      await expectQuestion(page, DORA);
      await yes(page).click();
      await expectList(page, DORA);
      await signInBy(tabs, organizationRow(page, 'acme'), DORA);
    },
  },
  {
    title: 'same tab: its own member continues without a question, also in another organization',
    async run(tabs) {
      const { page } = tabs;
      const other = await leaveMemberAndSignOut(tabs);
      await continueWithGoogle(other.page, ADA);
      await signInBy(other, organizationRow(other.page, 'harbor'), ADA);
      await page.goto(ADAS_PAGE);
      await expectSignedIn(tabs, ADA);
      await expect(page).toHaveURL(/doc=of-ada$/);
    },
  },
  {
    title: 'same tab: without a session it shows the login screen, and leads nobody to its page',
    async run(tabs) {
      const { page } = tabs;
      await leaveMemberAndSignOut(tabs);
      await page.goto(ADAS_PAGE);
      await expectState(page, /^signedOut\.default/);
      await expect(page).toHaveURL(/:\d+\/$/);
      await continueWithGoogle(page, DORA);
      await signInBy(tabs, organizationRow(page, 'acme'), DORA);
      await expect(page).toHaveURL(/\/policies$/);
    },
  },
  {
    title: 'same tab: it asks also when its code arrives after the other person has signed in',
    async run(tabs) {
      const { page } = tabs;
      await signInAtAcme(tabs);
      const release = await holdRequests(page, MEMBER_CODE);
      const requested = page.waitForRequest(MEMBER_CODE);
      await page.goto(ADAS_PAGE, { waitUntil: 'commit' });
      await requested;
      const other = await openTab(tabs, '/policies');
      await signOutIn(other);
      await signDoraIn(other);
      release();
      await expectQuestion(page, DORA);
      await expect(page).toHaveURL(/:\d+\/$/);
    },
  },
  {
    title: 'same tab: it asks also when its code had not been loaded before',
    async run(tabs) {
      const { page } = tabs;
      await holdRequests(page, MEMBER_CODE);
      await signInAtAcme(tabs);
      await page.goto('about:blank');
      await page.unroute(MEMBER_CODE);
      const other = await openTab(tabs, '/policies');
      await signOutIn(other);
      await signDoraIn(other);
      await page.goto(ADAS_PAGE);
      await expectQuestion(page, DORA);
    },
  },
  {
    title: 'same tab: it asks also after a page from the back/forward cache has shown its member',
    tag: '@bfcache',
    async run(tabs) {
      const { page } = tabs;
      await signInAtAcme(tabs);
      await page.goto('/health');
      await expectState(page, /^signedIn/);
      const other = await openTab(tabs, '/policies');
      await signOutIn(other);
      await expectState(page, /^signedOut\.default/);
      await continueWithGoogle(other.page, ADA);
      await signInBy(other, organizationRow(other.page, 'acme'), ADA);
      await back(page);
      await expectSignedIn(tabs, ADA);
      await page.goto('about:blank');
      await signOutIn(other);
      await signDoraIn(other);
      await page.goto(ADAS_PAGE);
      await expectQuestion(page, DORA);
    },
  },
  {
    title: 'same tab: nobody is asked where a login screen came from the back/forward cache',
    tag: '@bfcache',
    async run(tabs) {
      const { page, context } = tabs;
      await signInAtAcme(tabs);
      await page.goto('/terms.html');
      await context.clearCookies();
      // Before the terms were the policies, and Google's page before these.
      await page.evaluate(() => window.history.go(-3));
      await expectState(page, /^signedOut\.default/);
      await expect.poll(() => page.evaluate(() => sessionStorage.getItem('tab_member'))).toBeNull();
      await signDoraIn(tabs);
    },
  },
];

const refreshing: readonly TwoPersonsCase[] = [
  {
    title: 'same tab: a cookie with a longer path over the session is dropped on reload',
    async run(tabs) {
      await signedInLongAgo(tabs);
      await plantSession(tabs, { email: DORA, path: '/policies' });
      await tabs.page.goto('/policies');
      await expectSignedIn(tabs, ADA);
      const paths = (await tabs.context.cookies()).map(({ path }) => path);
      expect(paths).not.toContain('/policies');
    },
  },
  {
    title:
      'same tab: two sessions of one address are told apart by the slugs of their organizations',
    async run(tabs) {
      const { page, context, emulator } = tabs;
      const state = await emulator.state();
      const organizations = state.organizations.map((organization) =>
        organization.slug === 'amber-bakery'
          ? { ...organization, name: 'Amber Analytics' }
          : organization,
      );
      await emulator.replaceState({ ...state, organizations });
      await context.clock.install();
      await showList(tabs, MANY);
      await organizationRow(page, 'amber-analytics').click();
      await expectSignedIn(tabs, MANY);
      await page.goto('about:blank');
      await context.clock.fastForward(4 * MINUTE);
      await plantSession(tabs, { email: MANY, slug: 'amber-bakery' });
      await page.goto('/policies');
      await expect(page.getByRole('heading', { name: 'Continue in @amber-bakery?' })).toBeVisible();
      await expect(page.getByText(/in @amber-analytics \(“Amber Analytics”\)/)).toBeVisible();
    },
  },
  {
    title: 'same tab: rejecting the session of a replaced cookie ends it',
    async run(tabs) {
      await signedInLongAgo(tabs);
      await plantSession(tabs, { email: DORA });
      await tabs.page.goto('/policies');
      await expectQuestion(tabs.page, DORA, ADA);
      await no(tabs.page).click();
      await expectState(tabs.page, /^signedOut\.default/);
      await expect
        .poll(async () => (await tabs.emulator.activeSessions()).map(({ email }) => email))
        .not.toContain(DORA);
      expect((await tabs.context.cookies()).map(({ name }) => name)).not.toContain(
        'stytch_session',
      );
    },
  },
  {
    title: 'same tab: a reload of the question asks it again',
    async run(tabs) {
      await signedInLongAgo(tabs);
      await plantSession(tabs, { email: DORA });
      await tabs.page.goto('/policies');
      await expectQuestion(tabs.page, DORA, ADA);
      await tabs.page.reload();
      await expectQuestion(tabs.page, DORA, ADA);
      await signInBy(tabs, yes(tabs.page), DORA);
    },
  },
  {
    title: 'same tab: the scheduled refresh finds a replaced cookie',
    async run(tabs) {
      await tabs.context.clock.install();
      await signInAtAcme(tabs);
      await plantSession(tabs, { email: DORA });
      await tabs.context.clock.fastForward(4 * MINUTE);
      await expectQuestion(tabs.page, DORA, ADA);
      await signInBy(tabs, yes(tabs.page), DORA);
    },
  },
  {
    title: 'other tab: each tab asks for itself',
    async run(tabs) {
      await tabs.context.clock.install();
      await signInAtAcme(tabs);
      const other = await openTab(tabs, '/policies?tab=2');
      await expectSignedIn(other, ADA);
      await tabs.page.goto('about:blank');
      await plantSession(tabs, { email: DORA });
      await tabs.context.clock.fastForward(4 * MINUTE);
      await expectQuestion(other.page, DORA, ADA);
      await tabs.page.goto('/policies');
      await expectQuestion(tabs.page, DORA);
      await signInBy(tabs, yes(tabs.page), DORA);
      await signInBy(other, yes(other.page), DORA);
    },
  },
  {
    title: 'new tab: a replaced cookie is asked about there',
    async run(tabs) {
      await signedInLongAgo(tabs);
      await plantSession(tabs, { email: DORA });
      const opened = await openTab(tabs, '/policies');
      await expectQuestion(opened.page, DORA, ADA);
      await signInBy(opened, yes(opened.page), DORA);
    },
  },
  {
    title: 'same tab: the question stays when the page comes back from the back/forward cache',
    tag: '@bfcache',
    async run(tabs) {
      await signInAtAcme(tabs);
      await tabs.page.goto('/terms.html');
      const other = await openTab(tabs, '/policies');
      await signOutIn(other);
      await signDoraIn(other);
      await back(tabs.page);
      await expectQuestion(tabs.page, DORA, ADA);
      await signInBy(tabs, yes(tabs.page), DORA);
    },
  },
  {
    title: 'other tab: the list stays when the person of the question signs out, and asks again',
    async run(tabs) {
      await showList(tabs);
      const other = await openTab(tabs, '/');
      // The SDK's constructor removes the session cookies of a browser without a session.
      await expectList(other.page, ADA);
      await plantSession(tabs, { email: DORA });
      await other.page.goto('/policies');
      await expect(yes(other.page)).toBeVisible();
      await signInBy(other, yes(other.page), DORA);
      await expectQuestion(tabs.page, DORA, ADA);
      await signOutIn(other);
      await expectList(tabs.page, ADA);
      await plantSession(tabs, { email: DORA });
      await other.page.goto('/policies');
      await expect(yes(other.page)).toBeVisible();
      await signInBy(other, yes(other.page), DORA);
      await expectQuestion(tabs.page, DORA, ADA);
    },
  },
  {
    title:
      'same tab: a list is gone when its page returns after its person has signed out elsewhere',
    tag: '@bfcache',
    async run(tabs) {
      const { page } = tabs;
      for (const comeBack of WAYS_BACK) {
        await leaveListAndSignOut(tabs);
        await comeBack(page);
        await expectState(page, /^signedOut\.default/);
        await expect(page.getByRole('main')).not.toContainText('a***@acme.example');
      }
    },
  },
  {
    title:
      'same tab: a list whose page returns after a sign-out and another sign-in elsewhere asks',
    tag: '@bfcache',
    async run(tabs) {
      const { page } = tabs;
      for (const comeBack of WAYS_BACK) {
        const other = await leaveListAndSignOut(tabs);
        await continueWithGoogle(other.page, DORA);
        await signInBy(other, organizationRow(other.page, 'acme'), DORA);
        await comeBack(page);
        await expectQuestion(page, DORA, ADA);
        await signInBy(tabs, yes(page), DORA);
        await signOutIn(tabs);
      }
    },
  },
  {
    title:
      'same tab: after a sign-out, the next person does not come to the page of the one before',
    async run(tabs) {
      const { page } = tabs;
      await signInAtAcme(tabs);
      await page.goto('/policies?doc=of-ada#part');
      await expectSignedIn(tabs, ADA);
      await signOutIn(tabs);
      await expect(page).toHaveURL(/:\d+\/$/);
      await continueWithGoogle(page, DORA);
      await signInBy(tabs, organizationRow(page, 'acme'), DORA);
      await expect(page).toHaveURL(/\/policies$/);
    },
  },
  {
    title: 'other order: signing out and in as another person leads through the login screen',
    async run(tabs) {
      await signInAtAcme(tabs);
      const other = await openTab(tabs, '/policies?tab=2');
      await expectSignedIn(other, ADA);
      await signOutIn(tabs);
      await expectState(other.page, /^signedOut\.default/);
      await continueWithGoogle(tabs.page, DORA);
      await signInBy(tabs, organizationRow(tabs.page, 'acme'), DORA);
      await expectSignedIn(other, DORA);
    },
  },
];

const ways = {
  resume: { cases: resuming, requirements: '[R22.1, R22.4, R22.5]' },
  reopen: { cases: reopening, requirements: '[R3.7, R22.1, R22.15]' },
  refresh: { cases: refreshing, requirements: '[R22.1, R22.4, R22.5]' },
};

for (const [way, { cases, requirements }] of Object.entries(ways)) {
  for (const { title, tag = [], run } of cases) {
    test(
      `two persons, ${way}, ${title} ${requirements}`,
      { tag },
      ({ page, context, emulator, site }) => run({ page, context, emulator, origin: site.origin }),
    );
  }
}
