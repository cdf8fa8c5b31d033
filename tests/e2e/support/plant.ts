import { expect, type Page } from '@playwright/test';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import type { State } from '#emulator/store/state.ts';
import { cookieNames } from '#src/stytch/session/cookies.ts';
import { expectState, LIST, organizationRow, SIGNED_IN } from './test.ts';

const MINUTE = 60_000;

/** The names of the product's cookies in the emulated project. */
export const COOKIES = cookieNames(EMULATOR_PUBLIC_TOKEN);

/**
 * Signs a browser in to an organization without the pages of a sign-in, and opens a page.
 *
 * @returns when the member is signed in
 */
export async function signIn(page: Page, person: string, slug: string, path = '/'): Promise<void> {
  await plantSession(page, person, slug);
  await page.goto(path);
  await expectState(page, SIGNED_IN);
}

/** Gives a browser the session of a member, as if a sign-in had ended. No page is opened. */
export async function plantSession(page: Page, person: string, slug: string): Promise<void> {
  const data = { email: person, organization: slug, minutes: 1_440 };
  const response = await page.request.post('/_emulator/login', { data });
  const { session_token } = await response.json();
  await addCookie(page, COOKIES.session, session_token, response.url());
}

/** Opens the list of organizations of a person who has answered Google, without Google's pages. */
export async function openList(page: Page, person: string, path = '/'): Promise<void> {
  await plantIntermediateSession(page, person);
  await page.goto(path);
  await expectState(page, LIST);
}

/** Opens the verification that an organization asks of a person. */
export async function openVerification(
  page: Page,
  person: string,
  slug: string,
  path = '/',
): Promise<void> {
  await openList(page, person, path);
  await organizationRow(page, slug).click();
  await expectState(page, /^signedOut\.(?!selecting|exchanging)/);
}

/** Gives a browser the intermediate session of a person, as if Google had answered. No page is opened. */
async function plantIntermediateSession(page: Page, person: string): Promise<void> {
  const response = await page.request.get('/_emulator/state');
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
  const put = await page.request.put('/_emulator/state', { data: state });
  expect(put.ok(), await put.text()).toBe(true);
  await addCookie(page, COOKIES.intermediate, token, response.url());
}

function addCookie(page: Page, name: string, value: string, address: string): Promise<void> {
  const url = new URL(address).origin;
  return page.context().addCookies([{ name, value, url, sameSite: 'Lax' }]);
}
