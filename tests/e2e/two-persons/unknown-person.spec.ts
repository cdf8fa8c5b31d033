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
  BEN,
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
  replaceList,
  showList,
  signInAtAcme,
  signInBy,
  type Tabs,
  type TwoPersonsCase,
  yes,
} from './persons.ts';

/** The code that the first screen waits for. */
const SDK_CODE = '**/assets/sdk-*.js';

/** Ada's list has lost its intermediate session, so that Acme leads to Google, where her tab is then. */
async function leaveExpiredList({ page, context }: Tabs): Promise<void> {
  await showList({ page }, ADA);
  await context.clearCookies();
  await page.reload();
  await organizationRow(page, 'acme').click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
}

/** Ada's tab has left her list for Google. She signs in in the tab that is returned. */
async function leaveListForGoogle(tabs: Tabs): Promise<Tabs> {
  await leaveExpiredList(tabs);
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
      await leaveExpiredList(tabs);
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

/** Presses Back: Google asks for an account again. */
async function goBackToGoogle({ page }: Tabs): Promise<void> {
  await backToLogin({ page }, 1);
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
}

const unscripted = ['/', '/policies'].map(
  (next): TwoPersonsCase => ({
    title: `same tab: an answer whose page could not load its first script asks at ${next}`,
    async run(tabs) {
      const { page, context } = tabs;
      await page.goto('/');
      await googleButton(page).click();
      await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
      await signInAtAcme({ ...tabs, page: await context.newPage() });
      const script = '**/assets/start-*.js';
      await page.route(script, (route) => route.abort());
      await page.getByRole('button', { name: DORA, exact: true }).click();
      await expect(page.getByRole('link', { name: 'Reload' })).toBeVisible();
      await page.unroute(script);
      await page.goto(next);
      await expectQuestionAt(tabs, 'acme');
    },
  }),
);

const refused: readonly TwoPersonsCase[] = [
  {
    title: 'same tab: a second answer that is refused does not tell who gave the first',
    async run(tabs) {
      const { page } = tabs;
      const adas = { ...tabs, page: await tabs.context.newPage() };
      await page.goto('/');
      const call = '**/oauth/discovery/authenticate';
      await page.route(call, (route) => route.abort());
      await googleButton(page).click();
      await chooseAccount(page, DORA);
      await expectState(page, /^signedOut\.default/);
      await page.unroute(call);
      await showList(adas, ADA);
      await goBackToGoogle(tabs);
      await chooseAccount(page, DORA);
      await expect(page.getByText('This sign-in was interrupted')).toBeVisible();
      await page.reload();
      await expectQuestion(page, ADA);
      await signInBy(adas, organizationRow(adas.page, 'acme'), ADA);
      await expectQuestionAt(tabs, 'acme');
    },
  },
  {
    title: 'same tab: Back to Google and another account leaves no list of the person before',
    async run(tabs) {
      const { page } = tabs;
      await showList(tabs, ADA);
      await goBackToGoogle(tabs);
      await chooseAccount(page, DORA);
      await expect(page.getByText('This sign-in was interrupted')).toBeVisible();
      await page.reload();
      await expectQuestion(page, ADA);
      await expectNothingOfAda(tabs);
      const adas = await openTab(tabs, '/');
      await signInBy(adas, organizationRow(adas.page, 'acme'), ADA);
      await expectQuestionAt(tabs, 'acme');
    },
  },
];

/** Dora answers the Google that Ada's list has led to. */
async function answerForAda(tabs: Tabs): Promise<void> {
  await leaveExpiredList(tabs);
  await chooseAccount(tabs.page, DORA);
  await expectQuestion(tabs.page, DORA, ADA);
}

/** Ada's tab has gone back to Google. Dora signs in in the tab that is returned, and Ben answers in Ada's. */
async function answerBesideSession(tabs: Tabs): Promise<Tabs> {
  await showList(tabs, ADA);
  await goBackToGoogle(tabs);
  const doras = await replaceList(tabs);
  await signInBy(doras, organizationRow(doras.page, 'acme'), DORA);
  await chooseAccount(tabs.page, BEN);
  await expectQuestion(tabs.page, DORA, ADA);
  return doras;
}

const ended: readonly TwoPersonsCase[] = [
  {
    title: 'same tab: the end of the session of its own answer shows no list of the person before',
    async run(tabs) {
      await answerForAda(tabs);
      const adas = await openTab(tabs, '/');
      await expectQuestion(adas.page, DORA);
      await no(adas.page).click();
      await expectNoSession(tabs);
      await expectNothingOfAda(tabs);
      await continueWithGoogle(adas.page, ADA);
      await signInBy(adas, organizationRow(adas.page, 'acme'), ADA);
      await expectQuestionAt(tabs, 'acme');
    },
  },
  {
    title: 'same tab: a reload of the question about its own answer shows no list of before',
    async run(tabs) {
      const { page } = tabs;
      await answerForAda(tabs);
      await page.reload();
      await expectQuestion(page, DORA, ADA);
      await expectNothingOfAda(tabs);
      await signInBy(tabs, yes(page), DORA);
    },
  },
  {
    title: 'same tab: the end of the session that it asks about shows no list of the person before',
    async run(tabs) {
      const doras = await answerBesideSession(tabs);
      await signOut(doras.page);
      await expectNoSession(tabs);
      await expectNothingOfAda(tabs);
      await continueWithGoogle(doras.page, ADA);
      await signInBy(doras, organizationRow(doras.page, 'acme'), ADA);
      await expectQuestionAt(tabs, 'acme');
    },
  },
  {
    title: 'same tab: a reload of the question shows no list of the person before',
    async run(tabs) {
      const { page, context } = tabs;
      const doras = await answerBesideSession(tabs);
      await doras.page.close();
      await page.goto('/terms.html');
      await context.clearCookies();
      await page.goto('/');
      await expectState(page, /^signedOut\.default/);
      await expectNothingOfAda(tabs);
    },
  },
];

/** The answer of a person does not reach the app. The tab shows another site; somebody leads back and loads it again. */
async function reloadUnreadAnswer({ page }: Tabs, path: string, person: string): Promise<void> {
  // Playwright cannot intercept the request that a redirect leads to.
  await page.route(page.url(), async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const address = JSON.stringify(response.headers().location);
    const body = `<script>window.location.replace(${address})</script>`;
    await route.fulfill({ contentType: 'text/html', body });
  });
  const isAnswer = (url: URL) => url.pathname === path;
  await page.route(isAnswer, (route) => route.abort());
  await page.getByRole('button', { name: person, exact: true }).click();
  await expect(page).toHaveURL(/^chrome-error:/);
  await page.goto('data:text/html,another site');
  await page.goBack().catch(() => undefined);
  await expect(page).toHaveURL(/^chrome-error:/);
  await page.unroute(isAnswer);
  await page.reload();
}

/** The tab shows another site, and somebody presses Back. */
async function leaveAndComeBack(page: Page, origin: string): Promise<void> {
  const other = origin.replace('localhost', '127.0.0.1');
  // As a link does: `goto` would wait for the call.
  await page.evaluate((to) => window.location.assign(to), `${other}/terms.html`);
  await expect(page).toHaveURL(`${other}/terms.html`);
  await page.evaluate(() => void setTimeout(() => window.history.back()));
  await expect(page).not.toHaveURL(`${other}/terms.html`);
}

const unread: readonly TwoPersonsCase[] = [
  {
    title: 'same tab: an answer for one organization that somebody loads again asks',
    async run(tabs) {
      const { page } = tabs;
      await signInAtAcme(tabs);
      await signOut(page);
      await page.getByRole('button', { name: 'Continue to Acme' }).click();
      await reloadUnreadAnswer(tabs, '/authenticate', DORA);
      await expectQuestion(page, DORA);
      await signInBy(tabs, yes(page), DORA);
    },
  },
  {
    title: 'same tab: an answer for a listed organization that somebody loads again asks',
    async run(tabs) {
      await leaveExpiredList(tabs);
      await reloadUnreadAnswer(tabs, '/authenticate', ADA);
      await expectQuestion(tabs.page, ADA);
      await signInBy(tabs, yes(tabs.page), ADA);
    },
  },
  {
    title: 'same tab: Back to a creation that waits for the settings does not continue it',
    tag: '@bfcache',
    async run(tabs) {
      const { page, origin, emulator } = tabs;
      await showList(tabs, ADA);
      const release = await holdRequests(page, '**/projects/bootstrap/**');
      await page.reload();
      await page.getByRole('button', { name: '+ Enter organization name' }).click();
      await page.getByRole('textbox', { name: 'Organization name' }).fill('Elm');
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await expectState(page, 'signedOut.creating');
      await leaveAndComeBack(page, origin);
      release();
      await expectState(page, /^signedOut\.selecting/);
      const { organizations } = await emulator.state();
      expect(organizations.map(({ name }) => name)).not.toContain('Elm');
    },
  },
  {
    title: 'same tab: an answer for a new organization that somebody loads again creates none',
    async run(tabs) {
      const { page, context, emulator } = tabs;
      await showList(tabs, ADA);
      await context.clearCookies();
      await page.reload();
      await page.getByRole('button', { name: '+ Enter organization name' }).click();
      await page.getByRole('textbox', { name: 'Organization name' }).fill('Elm');
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
      await reloadUnreadAnswer(tabs, '/discovery', ADA);
      await expectList(page, ADA);
      const { organizations } = await emulator.state();
      expect(organizations.map(({ name }) => name)).not.toContain('Elm');
    },
  },
  {
    title: 'same tab: Back to an answer whose call waits does not continue it',
    tag: '@bfcache',
    async run(tabs) {
      const { page, origin } = tabs;
      const release = await holdRequests(page, '**/b2b/oauth/discovery/authenticate');
      await page.goto('/');
      await googleButton(page).click();
      await chooseAccount(page, DORA);
      await expectState(page, 'signedOut.redeeming');
      await leaveAndComeBack(page, origin);
      await expectState(page, /^signedOut\.default/);
      release();
      await signInAtAcme({ ...tabs, page: await tabs.context.newPage() });
      await expectQuestionAt(tabs, 'acme');
    },
  },
];

const allCases = [...unanswered, ...answering, ...refused, ...ended];

function define({ title, tag, run }: TwoPersonsCase): void {
  test(
    `two persons, unknown person, ${title} [R22.1, R22.11]`,
    { tag: tag ?? [] },
    ({ page, context, emulator, site }) => run({ page, context, emulator, origin: site.origin }),
  );
}

allCases.forEach(define);

test.describe('without a network', () => {
  test.use({
    expectedConsoleErrors: { patterns: [/net::ERR_FAILED/, /not created: unreachable/] },
  });
  unread.forEach(define);
});

test.describe('without its first script', () => {
  test.use({ expectedConsoleErrors: { patterns: [/net::ERR_FAILED/] } });
  unscripted.forEach(define);
});
