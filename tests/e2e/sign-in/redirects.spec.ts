import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { EmulatorClient } from '#emulator/control/control-client.ts';
import { expect, expectState, test } from '../support/product-test.ts';

interface Attacks {
  readonly mustStillPass: readonly string[];
  readonly ownRouteAbuse: readonly string[];
  readonly cases: readonly { readonly value: string; readonly label: string }[];
}

const file = new URL('../../unit/machines/rules/data/redirect-attacks.json', import.meta.url);
const attacks: Attacks = JSON.parse(readFileSync(file, 'utf8'));
const hostile = [...attacks.cases.map(({ value }) => value), ...attacks.ownRouteAbuse];

const KEY = 'post_login_redirect';

/** Where `/` leads with a session. */
const HOME = '/policies';

/** The number of tests that share the values, so that they run in parallel. */
const SHARES = 4;

/**
 * Stores a redirect, signs in, and returns the address to which the sign-in led. It signs in with an
 * impersonation link, because that needs only one page load and uses the redirect like any other sign-in.
 */
async function signInWithRedirect(
  page: Page,
  emulator: EmulatorClient,
  value: string,
): Promise<string> {
  const { url } = await emulator.impersonate('dora@acme.example', 'acme');
  await page.context().clearCookies();
  // A page of this origin that does not load the product.
  if (page.url() === 'about:blank') await page.goto('/terms.html');
  await page.evaluate(
    ([key, text]) => {
      localStorage.clear();
      sessionStorage.clear();
      localStorage.setItem(key, text);
    },
    [KEY, value] as const,
  );
  await page.goto(url, { waitUntil: 'commit' });
  await expectState(page, /^signedIn/);
  await expect(page).not.toHaveURL(/\/authenticate$/);
  expect(await page.evaluate((key) => localStorage.getItem(key), KEY)).toBeNull();
  return page.url();
}

test.describe('a manipulated redirect in storage leads neither to another origin nor to a callback route', () => {
  for (let share = 0; share < SHARES; share += 1) {
    const values = hostile.filter((_, index) => index % SHARES === share);
    test(`${values.length} hostile values, part ${share + 1} [R3.3, R3.4, R3.5]`, async ({
      page,
      context,
      emulator,
      site,
    }) => {
      const foreign: string[] = [];
      context.on('request', (request) => {
        if (request.isNavigationRequest() && !request.url().startsWith(`${site.origin}/`)) {
          foreign.push(request.url());
        }
      });
      for (const value of values) {
        const url = new URL(await signInWithRedirect(page, emulator, value));
        expect(url.origin, JSON.stringify(value)).toBe(site.origin);
        expect(url.pathname, JSON.stringify(value)).not.toMatch(/^\/(?:authenticate|discovery)/);
        expect(url.searchParams.has('token'), JSON.stringify(value)).toBe(false);
      }
      expect(foreign).toEqual([]);
      expect(context.pages()).toHaveLength(1);
    });
  }
});

test('a stored address of the product is opened unchanged [R3.1]', async ({
  page,
  emulator,
  site,
}) => {
  for (const value of attacks.mustStillPass) {
    await signInWithRedirect(page, emulator, value);
    // The browser normalizes an address; the product must not change it further. Only `/` leads on.
    const expected = new URL(value === '/' ? HOME : value, site.origin).href;
    await expect.poll(() => page.url()).toBe(expected);
  }
});
