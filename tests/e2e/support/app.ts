import { expect, type Locator, type Page } from '@playwright/test';
import type { EmulatorClient } from '#emulator/control/control-client.ts';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import type { State } from '#emulator/store/state.ts';
import { PAGES } from '#src/pages/pages.ts';
import { cookieNames } from '#src/stytch/session/cookies.ts';
import { deferred } from '#tests/unit/support/deferred.ts';

/** The people of the emulator's seed. */
export const ADA = 'ada@acme.example';
export const BEN = 'ben@birch.example';
export const CLEO = 'cleo@cleo.example';
export const DORA = 'dora@acme.example';

/** The state of a signed-in member's page at rest. */
export const SIGNED_IN =
  'signedIn.session.authenticated signedIn.menu.resting signedIn.warning.quiet';
export const LOGIN = 'signedOut.default';
export const LIST = 'signedOut.selecting.browsing';

/** The heading of the page that a sign-in leads to: its label in the navigation. */
export const LANDING_HEADING = PAGES[0].label;

/** The names of the product's cookies in the emulated project. */
export const COOKIES = cookieNames(EMULATOR_PUBLIC_TOKEN);

const MINUTE = 60_000;

/** The product in one tab, as a person uses it. */
export class App {
  readonly page: Page;
  /** The Google button of the login screen. */
  readonly googleButton: Locator;
  /** The field for the name of an organization. */
  readonly nameField: Locator;
  /** The field for a code, by e-mail or from an authenticator app. */
  readonly codeField: Locator;
  /** The heading of the page that a sign-in leads to. */
  readonly firstPageHeading: Locator;

  constructor(page: Page) {
    this.page = page;
    this.googleButton = this.button('Google');
    this.nameField = page.getByPlaceholder('Enter organization name (will create if new)');
    this.codeField = page.getByPlaceholder('Enter 6-digit code');
    this.firstPageHeading = page.getByRole('heading', { name: LANDING_HEADING, exact: true });
  }

  /** Locates a button by its name or a part of it. */
  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  /** Locates the row of an organization in the list. */
  organizationRow(slug: string): Locator {
    return this.button(`@${slug}`);
  }

  /** Locates a text that is seen. What is announced beside it, for a moment, has the same words. */
  shownText(text: string | RegExp): Locator {
    const seen = ':not([role="status"][data-volatile], [role="status"][data-volatile] *)';
    return this.page.getByText(text).and(this.page.locator(seen));
  }

  /** Waits until the machine of the page is in a state, given by its full path. */
  async expectState(state: string | RegExp): Promise<void> {
    await expect(this.page.locator('html')).toHaveAttribute('data-auth-state', state);
  }

  /** Starts Google on the login screen and chooses an account. */
  async continueWithGoogle(person: string): Promise<void> {
    await this.googleButton.click();
    await this.chooseAccount(person);
  }

  /** Chooses an account in Google's account chooser. */
  async chooseAccount(person: string): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
    await this.page.getByRole('button', { name: person, exact: true }).click();
  }

  /** Opens the organization menu and chooses an organization. */
  async switchTo(slug: string): Promise<void> {
    await this.button(/^Organization: /).click();
    await this.organizationRow(slug).click();
  }

  /** Signs out from the account menu. */
  async signOut(): Promise<void> {
    await this.button(/^Account: /).click();
    await this.button('Sign out').click();
  }

  /** Returns everything that the page has stored, as one text. */
  storedText(): Promise<string> {
    return this.page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  }

  /** Goes back in the history. `page.goBack` waits for a load event, which the back/forward cache does not fire. */
  async back(): Promise<void> {
    await this.page.evaluate(() => void setTimeout(() => window.history.back()));
  }

  /**
   * Holds back the requests of the page, also of its later documents, until the returned function is called.
   *
   * @param pattern matches the addresses of the requests
   * @returns a function that releases the requests, also those that come later
   */
  async holdRequests(pattern: string | RegExp): Promise<() => void> {
    const released = deferred();
    await this.page.route(pattern, async (route) => {
      await released.promise;
      await route.continue();
    });
    return released.resolve;
  }

  /** Signs in to an organization without the pages of a sign-in, and opens a page. */
  async signIn(person: string, slug: string, path = '/'): Promise<void> {
    await this.plantSession(person, slug);
    await this.page.goto(path);
    await this.expectState(SIGNED_IN);
  }

  /** Gives the browser the session of a member, as if a sign-in had ended. No page is opened. */
  async plantSession(person: string, slug: string): Promise<void> {
    const data = { email: person, organization: slug, minutes: 1_440 };
    const response = await this.page.request.post('/_emulator/login', { data });
    const { session_token } = await response.json();
    await this.addCookie(COOKIES.session, session_token, response.url());
  }

  /** Opens the list of organizations of a person who has answered Google, without Google's pages. */
  async openList(person: string, path = '/'): Promise<void> {
    await this.plantIntermediateSession(person);
    await this.page.goto(path);
    await this.expectState(LIST);
  }

  /** Opens the verification that an organization asks of a person. */
  async openVerification(person: string, slug: string, path = '/'): Promise<void> {
    await this.openList(person, path);
    await this.organizationRow(slug).click();
    await this.expectState(/^signedOut\.(?!selecting|exchanging)/);
  }

  /** Gives the browser the intermediate session of a person, as if Google had answered. No page is opened. */
  private async plantIntermediateSession(person: string): Promise<void> {
    const { request } = this.page;
    const response = await request.get('/_emulator/state');
    const state: State = await response.json();
    const account = state.googleAccounts.find(({ email }) => email === person);
    if (account === undefined) throw new Error(`${person} has no account at Google.`);
    const { emailVerified: verifiesEmail, subject, name } = account;
    const now = Date.now() + state.clock.offsetMs;
    const token = `planted-${crypto.randomUUID()}`;
    state.intermediateSessions.push({
      token,
      email: person,
      name,
      factors: [{ method: 'google_oauth', at: now, verifiesEmail, subject }],
      expiresAt: now + 10 * MINUTE,
      boundTo: null,
      wrongCodes: 0,
    });
    const put = await request.put('/_emulator/state', { data: state });
    expect(put.ok(), await put.text()).toBe(true);
    await this.addCookie(COOKIES.intermediate, token, response.url());
  }

  private addCookie(name: string, value: string, address: string): Promise<void> {
    const url = new URL(address).origin;
    return this.page.context().addCookies([{ name, value, url, sameSite: 'Lax' }]);
  }
}

/** Waits for a mail, and returns the code or the link of the newest one. */
export async function waitForMail(
  emulator: EmulatorClient,
  person: string,
  kind: 'otp' | 'magic_link',
): Promise<string> {
  const find = async () => (await emulator.inbox(person)).find((mail) => mail.kind === kind);
  await expect.poll(find).toBeDefined();
  const mail = await find();
  return mail?.code ?? mail?.link ?? '';
}
