import { createHash } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import type { StoredSignIn } from '#machines/auth/auth.types.ts';
import { ACME, EMAIL, SESSION } from '#machines/auth-cases/fixtures.ts';
import type { StartInput, StartInputData } from '#machines/auth-cases/start-inputs.ts';
import { withAbsoluteTimes } from '#statechart/explore/with-absolute-times.ts';
import { chooseAccount, expectState, googleButton } from '#tests/e2e/support/test.ts';
import {
  INTERMEDIATE_TOKEN,
  mail,
  openIntermediate,
  openSession,
  seedScenario,
} from '../provider/scenario-setup.ts';
import { COOKIES, putCookie, type TourTools, writeStorage } from './tour-tools.ts';

/**
 * Prepares storage, cookies and held calls of a fresh browser, and opens the address of a start input.
 *
 * @param settings whether the call for the project's settings is held too
 */
export async function openStartInput(
  tools: TourTools,
  { value: input }: StartInput,
  settings: boolean,
): Promise<void> {
  const { page, context, setup, calls, feed } = tools;
  await installClock(context);
  await setup.change(seedScenario);
  const address = await addressOf(tools, input);
  if (input.session !== null || input.hasSessionCookie) await openSignedIn(tools, input);
  const { lastOrganization: last } = input;
  await writeStorage(page, 'localStorage', {
    last_organization: last && `${last.id} ${last.slug} ${last.name}`,
  });
  if (input.hasIntermediateCookie) await setIntermediateCookie(tools);
  const open = async () => {
    calls.start({ settings });
    feed.skip(page);
  };
  if (
    input.session === null &&
    (input.callback === 'discovery_oauth' || input.callback === 'oauth')
  ) {
    await returnFromGoogle(tools, input, open);
    return;
  }
  await writeStorage(page, 'sessionStorage', tabStorage(input.storedSignIn));
  if (input.callback === 'magic_link' || input.storedSignIn.linkSentAt !== null)
    await storeLinkRequest(tools);
  await open();
  await page.goto(address);
}

/** Simulates the time. The clock also hides how the browser has loaded a page, which the product must know (R5.14). */
async function installClock(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { performance } = window;
    const entries = performance.getEntriesByType.bind(performance);
    Object.assign(window, { realEntriesByType: entries });
  });
  await context.clock.install();
  await context.addInitScript(() => {
    const { realEntriesByType } = Object(window);
    Object.assign(window.performance, { getEntriesByType: realEntriesByType });
  });
}

/** The address a tab is opened with; tokens are issued by the emulator. */
async function addressOf(tools: TourTools, { callback, session }: StartInputData): Promise<string> {
  const { setup, emulator, origin } = tools;
  if (session !== null && callback !== null && callback !== 'denied') {
    return '/discovery?stytch_token_type=discovery_oauth&token=of-no-use';
  }
  switch (callback) {
    case 'denied':
      return '/discovery?error=access_denied';
    case 'no_token':
      return '/discovery';
    case 'unknown_type':
      return '/discovery?stytch_token_type=nonsense&token=of-no-use';
    case 'impersonation':
      return (await emulator.impersonate(EMAIL, ACME.slug)).url;
    case 'magic_link':
    case 'foreign_link': {
      const now = await setup.now();
      let link = '';
      await setup.change((state) => {
        link = mail(state, 'magic_link', 'link-of-the-tour', { now, origin });
      });
      return link;
    }
    default:
      return '/';
  }
}

/** Signs in at Google and returns; the tab's stored sign-in is written while the page is away. */
async function returnFromGoogle(
  { page }: TourTools,
  { callback, storedSignIn }: StartInputData,
  open: () => Promise<void>,
): Promise<void> {
  const chosen = callback === 'oauth' ? { selected_organization: JSON.stringify(ACME) } : {};
  await writeStorage(page, 'sessionStorage', chosen);
  // With a list or a cookie the tab would not start at the login screen.
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.goto('/');
  await googleButton(page).click();
  await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
  await page.evaluate((entries) => {
    sessionStorage.removeItem('selected_organization');
    for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value);
  }, tabStorage(storedSignIn));
  await page.context().addCookies(cookies);
  await open();
  await chooseAccount(page, EMAIL);
}

async function openSignedIn(tools: TourTools, { session }: StartInputData): Promise<void> {
  const { page, setup } = tools;
  const now = await setup.now();
  let token = '';
  await setup.change((state) => {
    token = openSession(state, session ?? SESSION, now);
  });
  await putCookie(tools, COOKIES.session, token);
  if (session === null) return;
  await page.goto('/');
  await expectState(page, 'signedIn.authenticated');
  // As if no tab had refreshed the session.
  await writeStorage(page, 'localStorage', { auth_refresh: null });
}

async function setIntermediateCookie(tools: TourTools): Promise<void> {
  const now = await tools.setup.now();
  let token = '';
  await tools.setup.change((state) => {
    token = openIntermediate(state, now);
  });
  await putCookie(tools, COOKIES.intermediate, token);
}

/** Stores that this tab requested a magic link. */
async function storeLinkRequest({ page }: TourTools): Promise<void> {
  await writeStorage(page, 'localStorage', { auth_link_requests: linkRequests() });
  await writeStorage(page, 'sessionStorage', { auth_link_sent_to: EMAIL });
}

/** The entry of local storage after a magic link was requested. */
export function linkRequests(): string {
  const salt = 'salt-of-the-tour';
  const address = sha256(salt + EMAIL);
  return JSON.stringify([{ salt, address, organization: '', at: Date.now() }]);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A stored sign-in as entries of session storage (R13.1). */
export function tabStorage(relative: StoredSignIn): Readonly<Record<string, string>> {
  const storedSignIn = withAbsoluteTimes(relative, Date.now());
  const entries: readonly (readonly [string, string | null])[] = [
    ['discovery_email_address', storedSignIn.emailAddress],
    [
      'discovered_organizations',
      storedSignIn.organizations.length > 0 ? json(storedSignIn.organizations) : null,
    ],
    ['has_intermediate_session', storedSignIn.hasIntermediateSession ? 'true' : null],
    ['intermediate_session_expires_at', json(storedSignIn.intermediateExpiresAt)],
    [
      'intermediate_session_digest',
      storedSignIn.intermediateDigest === null ? null : sha256(INTERMEDIATE_TOKEN),
    ],
    ['selected_organization', json(storedSignIn.selectedOrganization)],
    ['stytch_step_up', json(storedSignIn.stepUp)],
    ['second_factor', json(storedSignIn.secondFactor)],
    ['code_sent_at', json(storedSignIn.codeSentAt)],
    ['link_sent_at', json(storedSignIn.linkSentAt)],
  ];
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])),
  );
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
