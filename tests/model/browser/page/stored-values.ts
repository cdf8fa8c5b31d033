import type { Page } from '@playwright/test';
import type { AuthContext } from '#machines/auth/auth.types.ts';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { expect } from '#tests/e2e/support/test.ts';
import { COOKIES } from './tour-tools.ts';

/** What session storage holds of a sign-in, by its keys (R13.1, R13.2), and when. */
const STORED: Readonly<Record<string, (context: AuthContext) => boolean>> = {
  discovery_email_address: ({ emailAddress }) => Boolean(emailAddress),
  discovered_organizations: ({ organizations }) => organizations.length > 0,
  has_intermediate_session: (context) => context.hasIntermediateSession,
  intermediate_session_expires_at: (context) => context.intermediateExpiresAt !== null,
  intermediate_session_digest: (context) => Boolean(context.intermediateDigest),
  stytch_step_up: ({ stepUp }) => stepUp !== null,
  selected_organization: (context) => context.selectedOrganization !== null,
  second_factor: ({ secondFactor }) => secondFactor !== null,
  code_sent_at: ({ codeSentAt }) => codeSentAt !== null,
  link_sent_at: ({ linkSentAt }) => linkSentAt !== null,
};

/** What the address of a callback holds, which is a secret or tells of one (R5.7). */
const CALLBACK_PARAMS = ['token', 'stytch_token_type'];

/**
 * Expects session storage, the cookies and the address of a page to be those of a snapshot.
 *
 * @param keepsCookies whether the tab has found a cookie that it could not ask the provider about, and keeps it
 */
export async function expectStoredValues(
  page: Page,
  expected: AuthSnapshot,
  keepsCookies: boolean,
): Promise<void> {
  const keys = Object.keys(STORED);
  const stored = await page.evaluate(
    (names) => names.filter((name) => sessionStorage.getItem(name) !== null),
    keys,
  );
  expect(stored).toEqual(keys.filter((key) => STORED[key]?.(expected.context)));
  const url = new URL(page.url());
  expect(CALLBACK_PARAMS.filter((name) => url.searchParams.has(name))).toEqual([]);
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  if (expected.matches('signedIn')) expect(cookies).toContain(COOKIES.session);
  if (expected.matches({ signedOut: 'default' }) && !keepsCookies) {
    expect(cookies).not.toContain(COOKIES.session);
    expect(cookies).not.toContain(COOKIES.intermediate);
  }
}
