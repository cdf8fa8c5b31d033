import type { Page } from '@playwright/test';
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
  askDora,
  backToLogin,
  DORA,
  expectList,
  expectNoSession,
  expectNothingOfAda,
  expectQuestion,
  expectQuestionAt,
  expectSignedIn,
  no,
  openTab,
  putGoogleAtAnotherSite,
  replaceList,
  sessionEmail,
  showList,
  signInAtAcme,
  signInBy,
  type Tabs,
  type TwoPersonsCase,
  yes,
} from './persons.ts';

/** Ada chooses another organization of hers in the menu of her tab. */
async function switchOrganization({ page }: Tabs, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Organization: ${from}` }).click();
  await page.getByRole('menuitemradio', { name: to }).click();
  await expect(page.getByRole('button', { name: `Organization: ${to}` })).toBeVisible();
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
      await adas.page.getByRole('button', { name: '← Back to login' }).click();
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

/** Answers a call only after the returned function is called, though the provider answers at once. */
async function holdResponse({ page }: Tabs, pattern: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isAnswered = false;
  await page.route(pattern, async (route) => {
    const response = await route.fetch();
    isAnswered = true;
    await released;
    await route.fulfill({ response }).catch(() => undefined);
  });
  await expect.poll(() => isAnswered).toBe(true);
  return release;
}

/** Loads a page of another site in this tab, and then the login page, in another process. */
async function passAnotherSite({ page, origin }: Tabs): Promise<void> {
  const other = new URL(origin);
  other.hostname = other.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  await page.goto(`${other.origin}/terms.html`);
  await page.goto(`${origin}/`);
}

/** Goes to an older entry of the history, as the buttons of the browser do, without waiting for its page. */
async function goBackTo(page: Page, url: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { entries } = await session.send('Page.getNavigationHistory');
  const entryId = entries.findLast((entry) => entry.url === url)?.id ?? 0;
  await session.send('Page.navigateToHistoryEntry', { entryId });
}

const outdated: readonly TwoPersonsCase[] = [
  {
    title: 'same tab: a late response to an older page does not sign in after a sign-out',
    tag: '@bfcache',
    async run(tabs) {
      const { page, origin } = tabs;
      await signInAtAcme(tabs, ADA);
      const held = holdResponse(tabs, '**/sessions/exchange');
      await page.getByRole('button', { name: 'Organization: Acme' }).click();
      await page.getByRole('menuitemradio', { name: 'Harbor' }).click();
      const respond = await held;
      // As a link does: `goto` would wait for the call.
      await page.evaluate(() => window.location.assign('/policies?of=the-next-page'));
      await expect(page).toHaveURL(`${origin}/policies?of=the-next-page`);
      await signOut(page);
      await expectState(page, /^signedOut\.default/);
      respond();
      // The page that comes back gets the response while its reload waits.
      await page.route(`${origin}/policies`, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        await route.continue();
      });
      const reloaded = page.waitForRequest(`${origin}/policies`);
      await page.evaluate(() => void setTimeout(() => window.history.back()));
      await (await reloaded).response();
      await expectState(page, /^signedOut\.default/);
      expect(await sessionEmail(page, tabs.emulator)).toBeNull();
    },
  },
  {
    title: 'same tab: Back twice does not show the list of a page whose call was under way',
    tag: '@bfcache',
    async run(tabs) {
      const { page, origin } = tabs;
      // As a link does: `goto` would wait for the call.
      const follow = async (path: string) => {
        await page.evaluate((to) => window.location.assign(to), path);
        await expect(page).toHaveURL(origin + path);
      };
      await showList(tabs, ADA);
      await follow('/?page=0');
      await expectList(page, ADA);
      await follow('/?page=1');
      await expectList(page, ADA);
      const held = holdResponse(tabs, '**/intermediate_sessions/exchange');
      await organizationRow(page, 'acme').click();
      await held;
      await follow('/?page=2');
      await expectList(page, ADA);
      await page.getByRole('button', { name: '← Back to login' }).click();
      await expectState(page, /^signedOut\.default/);
      // The first page that comes back is still there when the second one does.
      await page.route(`${origin}/?page=*`, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        await route.continue();
      });
      const reloaded = page.waitForRequest(`${origin}/?page=1`);
      await page.evaluate(() => void setTimeout(() => window.history.back()));
      await reloaded;
      // The script of a page that reloads cannot go back any more; a person can.
      await goBackTo(page, `${origin}/?page=0`);
      await expect(page).toHaveURL(`${origin}/?page=0`);
      await expectState(page, /^signedOut\.default/);
      await expectNothingOfAda(tabs);
    },
  },
  {
    title: 'same tab: the login screen does not show the list of before again, after another site',
    tag: '@bfcache',
    async run(tabs) {
      const { page } = tabs;
      await showList(tabs, ADA);
      await passAnotherSite(tabs);
      await expectList(page, ADA);
      await page.getByRole('button', { name: '← Back to login' }).click();
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
      await page.getByRole('button', { name: '← Back to login' }).click();
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
          if (!persisted) return;
          // The page was left before it had rendered, and does so now.
          document.documentElement.dataset.firstPaint = 'app';
          setTimeout(report, 200);
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

const allCases = [...cases, ...goingBack, ...outdated, ...starting, ...duplicating, ...restoring];

for (const { title, tag = [], run } of allCases) {
  test(
    `two persons, open question, ${title} [R22.1, R22.11, R22.16]`,
    { tag },
    ({ page, context, emulator, site }) => run({ page, context, emulator, origin: site.origin }),
  );
}
