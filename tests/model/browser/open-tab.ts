import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Storage } from 'happy-dom';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import type { CallbackKind } from '#machines/auth/auth.types.ts';
import { EMAIL, SESSION } from '#machines/auth-cases/fixtures.ts';
import type { StartInputData } from '#machines/auth-cases/start-inputs.ts';
import { withAbsoluteTimes } from '#machines/auth-cases/with-absolute-times.ts';
import { writeLastOrganization } from '#src/storage/last-organization.ts';
import { signInRecord } from '#src/storage/sign-in-keys.ts';
import { writeStoredSignIn } from '#src/storage/stored-sign-in.ts';
import { recordLinkRequest } from '#src/stytch/magic-link-request.ts';
import { sdkStorageKey } from '#src/stytch/session/sdk-storage-key.ts';
import { COOKIES } from '#tests/e2e/support/app.ts';
import { sessionData } from './responses.ts';

/** A page of this origin without the product: storage can be written there, and a page left for it. */
export const STATIC_PAGE = '/terms.html';

/** The token of an intermediate session that a browser has. */
const INTERMEDIATE_TOKEN = 'intermediate-of-the-tour';

const tokenAt = (path: string, type: string) =>
  `${path}?stytch_token_type=${type}&token=of-the-tour`;

/** The URL that a tab is opened with, by the kind of its callback. */
const URLS: Readonly<Record<CallbackKind, string>> = {
  discovery_oauth: tokenAt('/discovery', 'discovery_oauth'),
  oauth: tokenAt('/authenticate', 'oauth'),
  magic_link: tokenAt('/discovery', 'discovery'),
  foreign_link: tokenAt('/discovery', 'discovery'),
  organization_link: tokenAt('/authenticate', 'multi_tenant_magic_links'),
  sso: tokenAt('/authenticate', 'sso'),
  foreign_sso: tokenAt('/authenticate', 'sso'),
  impersonation: tokenAt('/authenticate', 'multi_tenant_impersonation'),
  denied: '/discovery?error=access_denied',
  provider_error: '/discovery?error=server_error',
  no_token: '/discovery',
  unknown_type: tokenAt('/discovery', 'nonsense'),
};

/** Opens a tab with the storage, the cookies and the URL of a start input, in a browser whose time is simulated. */
export async function openTab(page: Page, input: StartInputData): Promise<void> {
  await installClock(page);
  await page.goto(STATIC_PAGE);
  const { local, session, cookies } = await storedBy(input);
  const url = new URL(page.url()).origin;
  await page
    .context()
    .addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
  await page.evaluate(
    (stored) => {
      Object.assign(localStorage, stored.local);
      Object.assign(sessionStorage, stored.session);
    },
    { local, session },
  );
  await page.goto(input.callback === null ? '/' : URLS[input.callback]);
}

/** The simulated clock also hides how the browser has loaded a page, which the product must know (R5.14). */
async function installClock(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const entries = performance.getEntriesByType.bind(performance);
    Object.assign(window, { realEntriesByType: entries });
  });
  await page.clock.install();
  await page.addInitScript(() => {
    Object.assign(performance, { getEntriesByType: Object(window).realEntriesByType });
  });
}

/** What a browser has stored for a tab. The product's own code writes most of it, into storage in memory. */
async function storedBy(input: StartInputData) {
  const { lastOrganization, callback, hasIntermediateCookie, hasSessionCookie } = input;
  const now = Date.now();
  const { storedSignIn, session: member } = withAbsoluteTimes(input, now);
  const local = new Storage();
  const session = new Storage();
  Object.assign(globalThis, { window: { localStorage: local, sessionStorage: session } });
  const digest = createHash('sha256').update(INTERMEDIATE_TOKEN).digest('hex');
  const intermediate = storedSignIn.intermediate && { ...storedSignIn.intermediate, digest };
  writeStoredSignIn({ ...storedSignIn, intermediate }, input.lastShownEmail);
  writeLastOrganization(lastOrganization);
  // As if this tab had started Google, or requested the link.
  const pair = { code_verifier: 'v'.repeat(43), code_challenge: 'c'.repeat(43) };
  signInRecord.write({
    pkce: /oauth$|^sso$/.test(callback ?? '') ? { pair, at: now, signOut: null } : null,
  });
  if (callback === 'magic_link' || storedSignIn.sent.link !== null)
    await recordLinkRequest(EMAIL, '', now);
  Reflect.deleteProperty(globalThis, 'window');

  const granted = sessionData(member ?? SESSION);
  const { member_session, member: person, organization, session_token, session_jwt } = granted;
  if (member !== null) {
    const state = { session: member_session, member: person, organization };
    local.setItem(sdkStorageKey(EMULATOR_PUBLIC_TOKEN), JSON.stringify(state));
  }
  const cookies = {
    ...(member !== null || hasSessionCookie ? { [COOKIES.session]: session_token } : {}),
    ...(member !== null ? { [COOKIES.jwt]: session_jwt } : {}),
    ...(hasIntermediateCookie ? { [COOKIES.intermediate]: INTERMEDIATE_TOKEN } : {}),
  };
  return { local: { ...local }, session: { ...session }, cookies };
}
