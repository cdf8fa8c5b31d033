import type { SignInMemory } from '#machines/auth/auth.types.ts';
import { ACME, EMAIL } from '#machines/explore/fixtures.ts';
import { withAbsoluteTimes } from '#machines/explore/relative-times.ts';
import type { StartInput, StartInputData } from '#machines/explore/start-inputs.ts';
import { chooseAccount, expectState, googleButton } from '#tests/e2e/support/product-test.ts';
import { mail, openIntermediate, openSession, setTheStage } from '../provider/scenario-setup.ts';
import { COOKIES, putCookie, type Tools, writeStorage } from './tour-tools.ts';

/**
 * Brings a fresh browser to where the model starts: storage, cookies, the address, and the calls held back.
 *
 * @param input where the tab stands at boot
 * @param settings whether the project's settings are held back as well
 */
export async function startTour(
  tools: Tools,
  { value: input }: StartInput,
  settings: boolean,
): Promise<void> {
  const { page, context, stage, calls, feed } = tools;
  await context.clock.install();
  await stage.amend(setTheStage);
  const address = await addressOf(tools, input);
  if (input.session !== null || input.hasSessionCookie) await beSignedIn(tools, input);
  if (input.hasIntermediateCookie) await holdIntermediate(tools);
  const open = async () => {
    calls.start({ settings });
    feed.skip(page);
  };
  if (
    input.session === null &&
    (input.callback === 'discovery_oauth' || input.callback === 'oauth')
  ) {
    await throughGoogle(tools, input, open);
    return;
  }
  await writeStorage(page, 'sessionStorage', tabStorage(input.memory));
  if (input.linkWasRequestedHere || input.memory.linkSentAt !== null) await askForLink(tools);
  await open();
  await page.goto(address);
}

/** The addresses a tab comes back with; the token of each is the emulator's own. */
async function addressOf(tools: Tools, { callback, session }: StartInputData): Promise<string> {
  const { stage, emulator, origin } = tools;
  if (session !== null && callback !== null) {
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
    case 'magic_link': {
      const now = await stage.now();
      let link = '';
      await stage.amend((state) => {
        link = mail(state, 'magic_link', 'link-of-the-model', { now, origin });
      });
      return link;
    }
    default:
      return '/';
  }
}

/** Goes to Google and comes back; what the tab remembers is written while it is away. */
async function throughGoogle(
  { page }: Tools,
  { callback, memory }: StartInputData,
  open: () => Promise<void>,
): Promise<void> {
  const chosen = callback === 'oauth' ? { selected_organization: JSON.stringify(ACME) } : {};
  await writeStorage(page, 'sessionStorage', chosen);
  // A list or a cookie would lead past the login screen.
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.goto('/');
  await googleButton(page).click();
  await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
  await page.evaluate((entries) => {
    sessionStorage.removeItem('selected_organization');
    for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value);
  }, tabStorage(memory));
  await page.context().addCookies(cookies);
  await open();
  await chooseAccount(page, EMAIL);
}

async function beSignedIn(tools: Tools, { session }: StartInputData): Promise<void> {
  const { page, stage } = tools;
  const now = await stage.now();
  let token = '';
  await stage.amend((state) => {
    token = openSession(state, 'same', now);
  });
  await putCookie(tools, COOKIES.session, token);
  if (session === null) return;
  await page.goto('/');
  await expectState(page, 'signedIn.authenticated');
  // No tab has refreshed the session yet.
  await writeStorage(page, 'localStorage', { auth_refresh: null });
}

async function holdIntermediate(tools: Tools): Promise<void> {
  const now = await tools.stage.now();
  let token = '';
  await tools.stage.amend((state) => {
    token = openIntermediate(state, now);
  });
  await putCookie(tools, COOKIES.intermediate, token);
}

/** As if a link had been asked for in this tab. */
async function askForLink({ page }: Tools): Promise<void> {
  const now = String(Date.now());
  await writeStorage(page, 'localStorage', { auth_link_requested_at: now });
  await writeStorage(page, 'sessionStorage', { auth_link_sent_to: EMAIL });
}

/** A memory as it stands in session storage (R13.1). */
export function tabStorage(relative: SignInMemory): Readonly<Record<string, string>> {
  const memory = withAbsoluteTimes(relative, Date.now());
  const entries: readonly (readonly [string, string | null])[] = [
    ['discovery_email_address', memory.emailAddress],
    [
      'discovered_organizations',
      memory.organizations.length > 0 ? json(memory.organizations) : null,
    ],
    ['has_intermediate_session', memory.hasIntermediateSession ? 'true' : null],
    ['intermediate_session_expires_at', json(memory.intermediateExpiresAt)],
    ['selected_organization', json(memory.selectedOrganization)],
    ['stytch_step_up', json(memory.stepUp)],
    ['second_factor', json(memory.secondFactor)],
    ['code_sent_at', json(memory.codeSentAt)],
    ['link_sent_at', json(memory.linkSentAt)],
  ];
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])),
  );
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
