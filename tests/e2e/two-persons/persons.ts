import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { EmulatorClient } from '#emulator/control/control-client.ts';
import { maskEmail } from '#machines/rules/email.ts';
import {
  chooseAccount,
  continueWithGoogle,
  expect,
  expectState,
  googleButton,
  organizationRow,
} from '../support/product-test.ts';

export const ADA = 'ada@acme.example';
export const BEN = 'ben@birch.example';
export const CLEO = 'cleo@cleo.example';
export const DORA = 'dora@acme.example';
export const MANY = 'many@acme.example';

const ADDRESS = /[\w.*+-]+@[\w.-]+\.example/;
const QUESTION = 'signedOut.confirmingIdentity';

/** What the browser tests of two persons use. */
export interface Tabs {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly emulator: EmulatorClient;
  /** The origin of the site. */
  readonly origin: string;
}

/** A scripted use of one browser by two persons. Its title ends with the requirements. */
export interface TwoPersonsCase {
  readonly title: string;
  readonly tag?: string;
  readonly run: (tabs: Tabs) => Promise<void>;
}

/** The address that the provider has for the active session of this page's session cookie; `null` without one. */
export async function sessionEmail(page: Page, emulator: EmulatorClient): Promise<string | null> {
  const cookie = await page.evaluate(() => document.cookie);
  const [, token = ''] = /(?:^|; )stytch_session=([^;]*)/.exec(cookie) ?? [];
  const { sessions, members } = await emulator.state();
  const session = sessions.find((stored) => stored.token === decodeURIComponent(token));
  if (session === undefined || session.revokedAt !== null) return null;
  return members.find(({ id }) => id === session.memberId)?.email ?? null;
}

/** The address that a screen names, masked or in full. The question names the other person on its button. */
async function namedOn(page: Page): Promise<string> {
  const question = page.getByRole('button', { name: /^Continue (?:as|in) / });
  const named = (await question.isVisible()) ? question : page.getByRole('main');
  await expect(named).toContainText(ADDRESS);
  return ADDRESS.exec((await named.textContent()) ?? '')?.[0] ?? '';
}

/** Clicks what signs in, and compares the provider's session with the person that the screen named before. */
export async function signInBy(
  { page, emulator }: Pick<Tabs, 'page' | 'emulator'>,
  button: Locator,
  person: string,
): Promise<void> {
  const named = await namedOn(page);
  expect([person, maskEmail(person)]).toContain(named);
  await button.click();
  await expectSignedIn({ page, emulator }, person);
}

/** Opens the app and goes to Google and back. The list of the person is shown. */
export async function showList({ page }: Pick<Tabs, 'page'>, person = ADA): Promise<void> {
  await page.goto('/');
  await continueWithGoogle(page, person);
  await expectList(page, person);
}

export async function signInAtAcme(tabs: Tabs, person = ADA): Promise<void> {
  await showList(tabs, person);
  await signInBy(tabs, organizationRow(tabs.page, 'acme'), person);
}

/** Opens an address in a new tab, and returns the tabs with it as the page. */
export async function openTab(tabs: Tabs, address: string): Promise<Tabs> {
  const opened = { ...tabs, page: await tabs.context.newPage() };
  await opened.page.goto(address);
  return opened;
}

/** The account menu names the person in full, and so does the provider for its session. */
export async function expectSignedIn(
  { page, emulator }: Pick<Tabs, 'page' | 'emulator'>,
  person: string,
): Promise<void> {
  await expectState(page, /^signedIn\.(?!switching)/);
  await page.getByRole('button', { name: /^Account: / }).click();
  await expect(page.getByText(person, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await sessionEmail(page, emulator)).toBe(person);
}

/** The page shows the login screen, and the provider has no active session. */
export async function expectNoSession({
  page,
  emulator,
}: Pick<Tabs, 'page' | 'emulator'>): Promise<void> {
  await expectState(page, /^signedOut\.default/);
  await expect.poll(() => emulator.activeSessions()).toEqual([]);
  expect(await sessionEmail(page, emulator)).toBeNull();
}

/** The page shows the list of the person. */
export async function expectList(page: Page, person: string): Promise<void> {
  await expectState(page, /^signedOut\.selecting/);
  await expect(page.getByRole('main')).toContainText(`You're using ${maskEmail(person)}`);
}

/** The page asks whether to continue as another person, and names whom it showed until now. */
export async function expectQuestion(page: Page, other: string, current?: string): Promise<void> {
  await expectState(page, QUESTION);
  await expect(
    page.getByRole('heading', { name: `Continue as ${maskEmail(other)}?` }),
  ).toBeVisible();
  const until = page.getByText('Until now, this tab showed the sign-in of');
  if (current === undefined) await expect(until).toHaveCount(0);
  else await expect(until).toContainText(maskEmail(current));
}

export const yes = (page: Page) => page.getByRole('button', { name: /^Continue (?:as|in) / });
export const no = (page: Page) => page.getByRole('button', { name: /^No, / });

/** The page asks whether to continue as Ada, whose session is in the organization now. */
export async function expectQuestionAt({ page }: Tabs, slug: string): Promise<void> {
  await expectQuestion(page, ADA);
  // After an answer of Google or a link it also says that this was not used.
  const sentence = new RegExp(`This browser is (?:now|already) signed in to @${slug} `);
  await expect(page.getByRole('main')).toContainText(sentence);
}

/**
 * Dora comes back from Google in her tab while Ada is signed in in the tab that is returned: Dora's asks.
 *
 * @param hash makes a second history entry of the login page before Google
 */
export async function askDora(tabs: Tabs, hash = ''): Promise<Tabs> {
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

/** Dora replaces the list of this browser by hers, in a new tab, which is returned. */
export async function replaceList(tabs: Tabs): Promise<Tabs> {
  const doras = await openTab(tabs, '/');
  await doras.page.getByRole('button', { name: '← Back to login' }).click();
  await continueWithGoogle(doras.page, DORA);
  return doras;
}

/** Goes back to the login page with which the sign-in of this tab began, before Google's. */
export async function backToLogin({ page }: Pick<Tabs, 'page'>, pages = 2): Promise<void> {
  await page.evaluate((count) => window.history.go(-count), pages);
}

/** Lets Google be at another site, as it is: browsers then keep the pages of a tab in different processes. */
export async function putGoogleAtAnotherSite({ context, origin }: Tabs): Promise<void> {
  const { host } = new URL(origin);
  const isStart = (url: URL) => url.host === host && url.pathname.endsWith('/start');
  await context.route(isStart, async (route) => {
    const location = new URL(route.request().url());
    location.hostname = location.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
    await route.fulfill({ status: 302, headers: { location: location.href } });
  });
}

/** What the browser has stored of Ada's list is never shown again, only whose it was. */
export async function expectNothingOfAda({ page }: Tabs): Promise<void> {
  await expect(page.getByText("You're using a***@")).toHaveCount(0);
  const stored = await page.evaluate(() => Object.keys(sessionStorage));
  expect(stored).not.toContain('discovered_organizations');
}

/** Confirms the question of a link or an exchange, and chooses an organization of the confirmed person's list. */
export async function confirmAndChoose(tabs: Tabs, person: string, slug = 'acme'): Promise<void> {
  await yes(tabs.page).click();
  await expectList(tabs.page, person);
  await signInBy(tabs, organizationRow(tabs.page, slug), person);
}

/** Rejects the question of a link or an exchange: the intermediate session is gone, the person's list is not. */
export async function rejectAndKeepList({ page, context }: Tabs, person: string): Promise<void> {
  await no(page).click();
  await expectList(page, person);
  const names = (await context.cookies()).map(({ name }) => name);
  expect(names).not.toContain('stytch_intermediate_session_token');
}
