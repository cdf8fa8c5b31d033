import { expect, type Page } from '@playwright/test';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import type { Factor, State } from '#emulator/store/state.ts';
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
  await plant(page, COOKIES.session, (state, now, token) => {
    const organization = state.organizations.find((each) => each.slug === slug);
    const member = state.members.find(
      ({ email, organizationId }) => email === person && organizationId === organization?.id,
    );
    if (member === undefined) throw new Error(`${person} is no member of ${slug}.`);
    member.status = 'active';
    member.emailVerified = true;
    state.sessions.push({
      id: `member-session-test-${token}`,
      token,
      memberId: member.id,
      organizationId: member.organizationId,
      factors: [{ ...googleFactor(state, person, now), verifiesEmail: true }],
      startedAt: now,
      lastAccessedAt: now,
      expiresAt: now + 1_440 * MINUTE,
      revokedAt: null,
      impersonator: null,
    });
  });
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

/**
 * Gives a browser the intermediate session of a person, as if Google had answered. No page is opened.
 *
 * @returns its token
 */
function plantIntermediateSession(page: Page, person: string): Promise<string> {
  return plant(page, COOKIES.intermediate, (state, now, token) => {
    state.intermediateSessions.push({
      token,
      email: person,
      name: state.googleAccounts.find(({ email }) => email === person)?.name ?? '',
      factors: [googleFactor(state, person, now)],
      expiresAt: now + 10 * MINUTE,
      boundTo: null,
      wrongCodes: 0,
    });
  });
}

function googleFactor(state: State, person: string, at: number): Factor {
  const account = state.googleAccounts.find(({ email }) => email === person);
  if (account === undefined) throw new Error(`${person} has no account at Google.`);
  const { emailVerified: verifiesEmail, subject } = account;
  return { method: 'google_oauth', at, verifiesEmail, subject };
}

/** Lets `change` put a new token into what the emulator stores, stores the token in a cookie, and returns it. */
async function plant(
  page: Page,
  cookie: string,
  change: (state: State, now: number, token: string) => void,
): Promise<string> {
  const response = await page.request.get('/_emulator/state');
  const state: State = await response.json();
  const token = `planted-${crypto.randomUUID()}`;
  change(state, Date.now() + state.clock.offsetMs, token);
  const put = await page.request.put('/_emulator/state', { data: state });
  expect(put.ok(), await put.text()).toBe(true);
  const url = new URL(response.url()).origin;
  await page.context().addCookies([{ name: cookie, value: token, url, sameSite: 'Lax' }]);
  return token;
}
