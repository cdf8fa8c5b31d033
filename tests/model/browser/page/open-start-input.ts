import type { BrowserContext, Page } from '@playwright/test';
import { ACME, EMAIL, SESSION } from '#machines/auth-cases/fixtures.ts';
import type { StartInput, StartInputData } from '#machines/auth-cases/start-inputs.ts';
import { plantIntermediateSession, plantSession } from '#tests/e2e/support/plant.ts';
import { chooseAccount, expectState, googleButton } from '#tests/e2e/support/test.ts';
import { mail, seedScenario } from '../provider/scenario-setup.ts';
import { storedLinkRequest, storedSignIn } from './stored-sign-in.ts';
import { type Stored, type TourTools, writeStored } from './tour-tools.ts';

/** Prepares storage, cookies and held calls of a fresh browser, and opens the URL of a start input. */
export async function openStartInput(
  tools: TourTools,
  { value: input }: StartInput,
): Promise<void> {
  const { page, context, setup, calls, feed } = tools;
  await installClock(context);
  await setup.change(seedScenario);
  const url = await urlOf(tools, input);
  if (input.session !== null || input.hasSessionCookie) await openSignedIn(page, input);
  const { lastOrganization: last } = input;
  await writeStored(page, {
    localStorage: { last_organization: last && `${last.id} ${last.slug} ${last.name}` },
  });
  const token = input.hasIntermediateCookie ? await plantIntermediateSession(page, EMAIL) : '';
  const stored = await storedSignIn(input, token);
  const open = async () => {
    calls.start();
    feed.skip(page);
  };
  if (
    input.session === null &&
    (input.callback === 'discovery_oauth' || input.callback === 'oauth')
  ) {
    await returnFromGoogle(page, input, stored, open);
    return;
  }
  await writeStored(page, stored);
  if (input.callback === 'magic_link' || input.storedSignIn.linkSentAt !== null)
    await writeStored(page, await storedLinkRequest());
  await open();
  await page.goto(url);
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

/** The URL a tab is opened with; tokens are issued by the emulator. */
async function urlOf(tools: TourTools, { callback, session }: StartInputData): Promise<string> {
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
  page: Page,
  { callback }: StartInputData,
  stored: Stored,
  open: () => Promise<void>,
): Promise<void> {
  const chosen = callback === 'oauth' ? { selected_organization: JSON.stringify(ACME) } : {};
  await writeStored(page, { sessionStorage: chosen });
  // With a list or a cookie the tab would not start at the login screen.
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.goto('/');
  await googleButton(page).click();
  await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
  await page.evaluate(() => sessionStorage.removeItem('selected_organization'));
  await writeStored(page, stored, { here: true });
  await page.context().addCookies(cookies);
  await open();
  await chooseAccount(page, EMAIL);
}

async function openSignedIn(page: Page, { session }: StartInputData): Promise<void> {
  await plantSession(page, (session ?? SESSION).emailAddress ?? '', ACME.slug);
  if (session === null) return;
  await page.goto('/');
  await expectState(page, 'signedIn.authenticated');
  // As if no tab had refreshed the session.
  await writeStored(page, { localStorage: { auth_refresh: null } });
}
