import { holdRequests } from '../support/hold-requests.ts';
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

/** The page asks whether to continue as Ada, whose session is in the organization now. */
async function expectQuestionAt({ page }: Tabs, slug: string): Promise<void> {
  await expectQuestion(page, ADA);
  await expect(page.getByRole('main')).toContainText(`now signed in to @${slug}`);
}

/** Ada chooses another organization of hers in the menu of her tab. */
async function switchOrganization({ page }: Tabs, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Organization: ${from}` }).click();
  await page.getByRole('menuitemradio', { name: to }).click();
  await expect(page.getByRole('button', { name: `Organization: ${to}` })).toBeVisible();
}

/**
 * Dora comes back from Google in her tab while Ada is signed in in the tab that is returned: Dora's asks.
 *
 * @param hash makes a second history entry of the login page before Google
 */
async function askDora(tabs: Tabs, hash = ''): Promise<Tabs> {
  const { page } = tabs;
  await page.goto('/');
  if (hash !== '') {
    await expectState(page, /^signedOut\.default/);
    await page.evaluate((text) => {
      window.location.hash = text;
    }, hash);
  }
  await googleButton(page).click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  const adas = { ...tabs, page: await tabs.context.newPage() };
  await signInAtAcme(adas);
  await chooseAccount(page, DORA);
  await expectQuestionAt(tabs, 'acme');
  return adas;
}

const cases: readonly TwoPersonsCase[] = [
  {
    title: 'other tab: no switch of organization answers it',
    async run(tabs) {
      const adas = await askDora(tabs);
      await switchOrganization(adas, 'Acme', 'Harbor');
      await expectQuestionAt(tabs, 'harbor');
      await switchOrganization(adas, 'Harbor', 'Acme');
      await expectQuestionAt(tabs, 'acme');
      await signInBy(tabs, yes(tabs.page), ADA);
    },
  },
  {
    title: 'other tab: no switch of organization answers it after a reload',
    async run(tabs) {
      const adas = await askDora(tabs);
      await tabs.page.reload();
      await expectQuestionAt(tabs, 'acme');
      await switchOrganization(adas, 'Acme', 'Harbor');
      await expectQuestionAt(tabs, 'harbor');
      await no(tabs.page).click();
      await expectNoSession(tabs);
      await expectNoSession(adas);
    },
  },
  {
    title: 'other tab: no switch of organization answers it where it ended the redeeming',
    async run(tabs) {
      const { page, emulator } = tabs;
      const adas = { ...tabs, page: await tabs.context.newPage() };
      await page.goto('/');
      await showList(adas, ADA);
      await emulator.injectFault('/b2b/oauth/discovery/authenticate', { kind: 'hang' });
      await googleButton(page).click();
      await chooseAccount(page, DORA);
      await expectState(page, 'signedOut.redeeming');
      await signInBy(adas, organizationRow(adas.page, 'acme'), ADA);
      await expectQuestionAt(tabs, 'acme');
      await switchOrganization(adas, 'Acme', 'Harbor');
      await expectQuestionAt(tabs, 'harbor');
      await signInBy(tabs, yes(page), ADA);
    },
  },
  {
    title: 'new tab: it is answered in its own tab only',
    async run(tabs) {
      const adas = await askDora(tabs);
      const opened = await openTab(tabs, '/policies');
      await expectSignedIn(opened, ADA);
      await switchOrganization(adas, 'Acme', 'Harbor');
      await expectQuestionAt(tabs, 'harbor');
      await signInBy(tabs, yes(tabs.page), ADA);
      await expectSignedIn(opened, ADA);
    },
  },
];

/** Dora replaces the list of this browser by hers, in a new tab, which is returned. */
async function replaceList(tabs: Tabs): Promise<Tabs> {
  const doras = await openTab(tabs, '/');
  await doras.page.getByRole('button', { name: 'Use another account' }).click();
  await continueWithGoogle(doras.page, DORA);
  return doras;
}

/** Ada's list, the terms, and then Dora's sign-in in the same tab. `beforeGoogle` comes before the latter. */
async function signInAfterList(
  tabs: Tabs,
  beforeGoogle: (tabs: Tabs) => Promise<void> = async () => {},
): Promise<void> {
  const { page } = tabs;
  await showList(tabs, ADA);
  await page.goto('/terms.html');
  await page.goto('/');
  await page.getByRole('button', { name: 'Back to login' }).click();
  await beforeGoogle(tabs);
  await continueWithGoogle(page, DORA);
  await signInBy(tabs, organizationRow(page, 'acme'), DORA);
}

/** Goes back to the login page with which the sign-in of this tab began, before Google's. */
async function backToLogin({ page }: Tabs, pages = 2): Promise<void> {
  await page.evaluate((count) => window.history.go(-count), pages);
}

/** Lets Google be at another site, as it is: browsers then keep the pages of a tab in different processes. */
async function putGoogleAtAnotherSite({ context, origin }: Tabs): Promise<void> {
  const { host } = new URL(origin);
  const isStart = (url: URL) => url.host === host && url.pathname.endsWith('/start');
  await context.route(isStart, async (route) => {
    const location = new URL(route.request().url());
    location.hostname = location.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
    await route.fulfill({ status: 302, headers: { location: location.href } });
  });
}

const goingBack: readonly TwoPersonsCase[] = [
  {
    title:
      'same tab: a login page from the back/forward cache does not answer it, after another site',
    tag: '@bfcache',
    async run(tabs) {
      await putGoogleAtAnotherSite(tabs);
      await askDora(tabs);
      await backToLogin(tabs);
      await expectQuestionAt(tabs, 'acme');
      await signInBy(tabs, yes(tabs.page), ADA);
    },
  },
  {
    title: 'same tab: a login page from the back/forward cache does not answer it',
    tag: '@bfcache',
    async run(tabs) {
      await askDora(tabs);
      await backToLogin(tabs);
      await expectQuestionAt(tabs, 'acme');
      await signInBy(tabs, yes(tabs.page), ADA);
    },
  },
  {
    title: 'same tab: a login page from the back/forward cache does not forget whose list it was',
    tag: '@bfcache',
    async run(tabs) {
      await showList(tabs, ADA);
      const doras = await replaceList(tabs);
      await signInBy(doras, organizationRow(doras.page, 'acme'), DORA);
      await expectQuestion(tabs.page, DORA, ADA);
      await backToLogin(tabs);
      await expectQuestion(tabs.page, DORA, ADA);
      await signInBy(tabs, yes(tabs.page), DORA);
    },
  },
  {
    title:
      'same tab: a page before it that Back loads again does not answer it, after another site',
    tag: '@bfcache',
    async run(tabs) {
      await putGoogleAtAnotherSite(tabs);
      // The browser keeps only the page of the second entry.
      await askDora(tabs, 'second');
      await backToLogin(tabs, 3);
      await expectQuestionAt(tabs, 'acme');
    },
  },
  {
    title:
      'same tab: a login page from the back/forward cache asks about a list, after another site',
    tag: '@bfcache',
    async run(tabs) {
      const { page } = tabs;
      await putGoogleAtAnotherSite(tabs);
      await showList(tabs, ADA);
      const doras = await replaceList(tabs);
      await expectList(doras.page, DORA);
      await backToLogin(tabs);
      // The storage of the page knows nothing of Ada any more.
      await expectQuestion(page, DORA);
      await page.reload();
      await expectQuestion(page, DORA);
      await no(page).click();
      await expectState(page, /^signedOut\.default/);
      await expectNoSession(tabs);
    },
  },
  {
    title:
      'same tab: a login page from the back/forward cache asks about a later session, after another site',
    tag: '@bfcache',
    async run(tabs) {
      const { page } = tabs;
      await putGoogleAtAnotherSite(tabs);
      await showList(tabs, DORA);
      const adas = await openTab(tabs, '/');
      await adas.page.getByRole('button', { name: 'Use another account' }).click();
      await backToLogin(tabs);
      await expect(page).toHaveURL(/:\d+\/$/);
      await expectState(page, /^signedOut\.default/);
      await continueWithGoogle(adas.page, ADA);
      await signInBy(adas, organizationRow(adas.page, 'acme'), ADA);
      await expectQuestionAt(tabs, 'acme');
    },
  },
  {
    title: 'same tab: a login page from the back/forward cache does not forget its member',
    tag: '@bfcache',
    async run(tabs) {
      await signInAtAcme(tabs);
      await tabs.page.goto('/terms.html');
      const other = await openTab(tabs, '/policies');
      await signOut(other.page);
      await expectNoSession(other);
      await continueWithGoogle(other.page, DORA);
      await signInBy(other, organizationRow(other.page, 'acme'), DORA);
      await backToLogin(tabs, 3);
      await expectQuestion(tabs.page, DORA);
      await signInBy(tabs, yes(tabs.page), DORA);
    },
  },
];

/** Loads a page of another site in this tab, and then the login page, in another process. */
async function passAnotherSite({ page, origin }: Tabs): Promise<void> {
  const other = new URL(origin);
  other.hostname = other.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  await page.goto(`${other.origin}/terms.html`);
  await page.goto(`${origin}/`);
}

/** What the browser has stored of Ada's list is never shown again, only whose it was. */
async function expectNothingOfAda({ page }: Tabs): Promise<void> {
  await expect(page.getByText("You're using a***@")).toHaveCount(0);
  const stored = await page.evaluate(() => Object.keys(sessionStorage));
  expect(stored).not.toContain('discovered_organizations');
}

const outdated: readonly TwoPersonsCase[] = [
  {
    title: 'same tab: the login screen does not show the list of before again, after another site',
    tag: '@bfcache',
    async run(tabs) {
      const { page } = tabs;
      await showList(tabs, ADA);
      await passAnotherSite(tabs);
      await expectList(page, ADA);
      await page.getByRole('button', { name: 'Use another account' }).click();
      await expectState(page, /^signedOut\.default/);
      await backToLogin(tabs);
      await expect(page).toHaveURL(/\/discovery$/);
      await expectState(page, /^signedOut\.default/);
      await expectNothingOfAda(tabs);
    },
  },
  {
    title:
      'same tab: a list of another person asks, and not the list of before, after another site',
    tag: '@bfcache',
    async run(tabs) {
      const { page } = tabs;
      await showList(tabs, ADA);
      await passAnotherSite(tabs);
      await expectList(page, ADA);
      await page.getByRole('button', { name: 'Use another account' }).click();
      await putGoogleAtAnotherSite(tabs);
      await continueWithGoogle(page, DORA);
      await expectList(page, DORA);
      await backToLogin(tabs, 4);
      await expectQuestion(page, DORA, ADA);
      await expectNothingOfAda(tabs);
      await yes(page).click();
      await expectList(page, DORA);
    },
  },
];

/** Lets the pages of a tab be slow: 4 seconds pass between what they read of the tabs and what they write. */
async function slowDown({ page }: Tabs): Promise<void> {
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key: string, text: string) {
      if (key.startsWith('tab_page') && this === localStorage) {
        setItem.call(this, 'test_slow', 'true');
        const end = Date.now() + 4_000;
        while (Date.now() < end);
      }
      setItem.call(this, key, text);
    };
  });
}

/** A tab that starts meanwhile keeps nothing of an answer from being known. */
const starting = [true, false].map(
  (isOther): TwoPersonsCase => ({
    title: `same tab: a tab that starts in the same moment does not answer it, ${isOther ? 'after another site' : 'on one site'}`,
    tag: '@bfcache',
    async run(tabs) {
      const { page, context } = tabs;
      if (isOther) await putGoogleAtAnotherSite(tabs);
      await page.goto('/');
      await googleButton(page).click();
      await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
      const adas = { ...tabs, page: await context.newPage() };
      await signInAtAcme(adas);
      const slow = { ...tabs, page: await context.newPage() };
      await slowDown(slow);
      const opened = slow.page.goto('/policies');
      const isSlow = () => adas.page.evaluate(() => localStorage.getItem('test_slow'));
      await expect.poll(isSlow).toBe('true');
      await chooseAccount(page, DORA);
      await expectQuestionAt(tabs, 'acme');
      await opened;
      await backToLogin(tabs);
      await expectQuestionAt(tabs, 'acme');
    },
  }),
);

const duplicating: readonly TwoPersonsCase[] = [
  {
    title: 'new tab: a duplicate of a tab lets none of both ask about its own member',
    tag: '@bfcache',
    async run(tabs) {
      const { page, context } = tabs;
      await signInAtAcme(tabs);
      const stored = await page.evaluate(() => Object.entries<string>(sessionStorage));
      const duplicate = { ...tabs, page: await context.newPage() };
      // The browser copies it before the page is loaded.
      await duplicate.page.addInitScript((entries) => {
        if (sessionStorage.length > 0) return;
        for (const [key, value] of entries) sessionStorage.setItem(key, value);
      }, stored);
      await duplicate.page.goto('/policies');
      await expectSignedIn(duplicate, ADA);
      for (const each of [tabs, duplicate]) {
        await each.page.goto('/terms.html');
        await backToLogin(each, 1);
        await expectSignedIn(each, ADA);
      }
    },
  },
];

const restoring: readonly TwoPersonsCase[] = [
  {
    title: 'same tab: a page from the back/forward cache is hidden while its reload is slow',
    tag: '@bfcache',
    async run(tabs) {
      const { page, origin } = tabs;
      // Playwright cannot look at a page from the cache that is being reloaded, so the page reports what it shows.
      await page.addInitScript(() => {
        const isShown = (part: string) => document.querySelector(part)?.checkVisibility();
        const report = () =>
          localStorage.setItem('test_shown', `${['#root', '.first-paint'].map(isShown)}`);
        window.addEventListener('pageshow', ({ persisted }) => {
          if (persisted) setTimeout(report, 200);
        });
      });
      const adas = await askDora(tabs);
      const release = await holdRequests(page, `${origin}/`);
      await backToLogin(tabs);
      const shown = () => adas.page.evaluate(() => localStorage.getItem('test_shown'));
      await expect.poll(shown).toBe('false,true');
      release();
      await expectQuestionAt(tabs, 'acme');
    },
  },
  {
    title: 'same tab: Back after another person’s page shows that person, not the older list',
    tag: '@bfcache',
    async run(tabs) {
      await signInAfterList(tabs);
      // Google’s page, the login screen and the terms are in between.
      await backToLogin(tabs, 4);
      await expectSignedIn(tabs, DORA);
    },
  },
  {
    title: 'same tab: Back after another person’s page asks, after another site',
    tag: '@bfcache',
    async run(tabs) {
      const { page } = tabs;
      await signInAfterList(tabs, putGoogleAtAnotherSite);
      await backToLogin(tabs, 4);
      await expectQuestion(page, DORA);
      await signInBy(tabs, yes(page), DORA);
    },
  },
  {
    title: 'new tab: a tab of a member that is restored after another person’s page asks',
    async run(tabs) {
      const { page, context } = tabs;
      await signInAtAcme(tabs);
      const stored = await page.evaluate(() => Object.entries<string>(sessionStorage));
      await signOut(page);
      await expectNoSession(tabs);
      await continueWithGoogle(page, DORA);
      await signInBy(tabs, organizationRow(page, 'acme'), DORA);
      const restored = { ...tabs, page: await context.newPage() };
      // The browser restores it before the page is loaded.
      await restored.page.addInitScript((entries) => {
        if (sessionStorage.length > 0) return;
        for (const [key, value] of entries) sessionStorage.setItem(key, value);
      }, stored);
      await restored.page.goto('/policies?doc=of-ada');
      await expectQuestion(restored.page, DORA);
      await expect(restored.page).toHaveURL(/:\d+\/$/);
      await signInBy(restored, yes(restored.page), DORA);
      await expectSignedIn(tabs, DORA);
    },
  },
];

/** The code that the first screen waits for. */
const SDK_CODE = '**/assets/sdk-*.js';

/** Ada's list can only be continued at Google, where her tab is then. She signs in in the tab that is returned. */
async function leaveListForGoogle(tabs: Tabs): Promise<Tabs> {
  await showList(tabs, ADA);
  await tabs.context.clearCookies();
  await tabs.page.reload();
  await organizationRow(tabs.page, 'acme').click();
  await expect(tabs.page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  const adas = { ...tabs, page: await tabs.context.newPage() };
  await signInAtAcme(adas);
  return adas;
}

/** Ada's list is in the tab that is returned. Dora answers Google in the other one, and no response tells. */
async function answerWithoutResponse(tabs: Tabs): Promise<Tabs> {
  const adas = { ...tabs, page: await tabs.context.newPage() };
  await tabs.page.goto('/');
  await showList(adas, ADA);
  await tabs.emulator.injectFault('/b2b/oauth/discovery/authenticate', { kind: 'hang' });
  await googleButton(tabs.page).click();
  await chooseAccount(tabs.page, DORA);
  await expectState(tabs.page, 'signedOut.redeeming');
  return adas;
}

const unanswered: readonly TwoPersonsCase[] = [
  {
    title: 'same tab: a reload while the answer is redeemed asks about the list of another tab',
    async run(tabs) {
      const adas = await answerWithoutResponse(tabs);
      await tabs.page.reload();
      await expectQuestion(tabs.page, ADA);
      await signInBy(adas, organizationRow(adas.page, 'acme'), ADA);
      await expectQuestionAt(tabs, 'acme');
      await signInBy(tabs, yes(tabs.page), ADA);
      await tabs.page.reload();
      await expectSignedIn(tabs, ADA);
    },
  },
  {
    title: 'same tab: a reload while the answer is redeemed shows no list of the person before',
    async run(tabs) {
      const { page, context, emulator } = tabs;
      await showList(tabs, ADA);
      await context.clearCookies();
      await page.reload();
      await organizationRow(page, 'acme').click();
      await emulator.injectFault('/b2b/oauth/authenticate', { kind: 'hang' });
      await chooseAccount(page, DORA);
      await expectState(page, 'signedOut.redeeming');
      await page.reload();
      await expectState(page, /^signedOut\.default/);
      await expectNothingOfAda(tabs);
      const adas = { ...tabs, page: await context.newPage() };
      await signInAtAcme(adas);
      await expectQuestionAt(tabs, 'acme');
    },
  },
  {
    title: 'same tab: an answer that could not be redeemed asks about the session of another tab',
    async run(tabs) {
      const { page, context } = tabs;
      const adas = { ...tabs, page: await context.newPage() };
      await page.goto('/');
      await showList(adas, ADA);
      await page.route('**/oauth/discovery/authenticate', (route) => route.abort());
      await googleButton(page).click();
      await chooseAccount(page, DORA);
      await expectState(page, /^signedOut\.default/);
      await signInBy(adas, organizationRow(adas.page, 'acme'), ADA);
      await expectQuestionAt(tabs, 'acme');
      await signInBy(tabs, yes(page), ADA);
      await page.reload();
      await expectSignedIn(tabs, ADA);
    },
  },
  {
    title: 'same tab: a reload without the stored session of the SDK does not answer it',
    async run(tabs) {
      await askDora(tabs);
      await tabs.page.addInitScript(() => {
        const keys = Object.keys(localStorage).filter((key) =>
          /^stytch_sdk_state_[^:]*$/.test(key),
        );
        for (const key of keys) localStorage.removeItem(key);
      });
      await tabs.page.reload();
      await expectQuestionAt(tabs, 'acme');
    },
  },
];

const answering: readonly TwoPersonsCase[] = [
  {
    title: 'same tab: a reload before the page of the answer can ask does not prevent it',
    async run(tabs) {
      const { page, context } = tabs;
      await page.goto('/');
      await googleButton(page).click();
      await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
      await signInAtAcme({ ...tabs, page: await context.newPage() });
      await holdRequests(page, SDK_CODE);
      const requested = page.waitForRequest(SDK_CODE);
      await page.getByRole('button', { name: DORA, exact: true }).click();
      await requested;
      await expect(page).toHaveURL(/\/discovery$/);
      await page.unroute(SDK_CODE);
      await page.reload();
      await expectQuestionAt(tabs, 'acme');
      await no(page).click();
      await expectNoSession(tabs);
    },
  },
  {
    title: 'same tab: a slow reload while the answer is redeemed does not prevent it',
    async run(tabs) {
      const { page, context, emulator, origin } = tabs;
      const adas = { ...tabs, page: await context.newPage() };
      await page.goto('/');
      await showList(adas, ADA);
      await emulator.injectFault('/b2b/oauth/discovery/authenticate', { kind: 'hang' });
      await googleButton(page).click();
      await chooseAccount(page, DORA);
      await expectState(page, 'signedOut.redeeming');
      const release = await holdRequests(page, `${origin}/discovery`);
      const requested = page.waitForRequest(`${origin}/discovery`);
      const reloaded = page.reload();
      await requested;
      await signInBy(adas, organizationRow(adas.page, 'acme'), ADA);
      release();
      await reloaded;
      await expectQuestionAt(tabs, 'acme');
      await no(page).click();
      await expectNoSession(tabs);
    },
  },
  {
    title: 'same tab: another person than the one who left for Google answers, and is asked',
    async run(tabs) {
      await leaveListForGoogle(tabs);
      await chooseAccount(tabs.page, DORA);
      await expectState(tabs.page, 'signedOut.confirmingIdentity');
      await expect(tabs.page.getByRole('heading', { name: 'Continue in @acme?' })).toBeVisible();
      await no(tabs.page).click();
      await expectNoSession(tabs);
    },
  },
  {
    title: 'same tab: the person who left for Google answers once more by name',
    async run(tabs) {
      await leaveListForGoogle(tabs);
      await chooseAccount(tabs.page, ADA);
      await tabs.page.getByRole('button', { name: 'Continue in @acme' }).click();
      await expectSignedIn(tabs, ADA);
    },
  },
];

const allCases = [
  ...cases,
  ...goingBack,
  ...outdated,
  ...starting,
  ...duplicating,
  ...restoring,
  ...unanswered,
  ...answering,
];

for (const { title, tag = [], run } of allCases) {
  test(
    `two persons, open question, ${title} [R22.1, R22.11, R22.16]`,
    { tag },
    ({ page, context, emulator, site }) => run({ page, context, emulator, origin: site.origin }),
  );
}
