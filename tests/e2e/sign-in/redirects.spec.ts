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

/** What the first page shows whoever is signed in. */
const HOME = '/policies';

/** Test runs share the values: each takes every so-manieth, so that they run side by side. */
const SHARES = 4;

/**
 * Puts a value where the product keeps its redirect, signs in, and gives where the tab ended up. A support
 * link is the shortest way in: one load per value, and the redirect is honoured as after any sign-in.
 */
async function landing(page: Page, emulator: EmulatorClient, value: string): Promise<string> {
  const { url } = await emulator.impersonate('dora@acme.example', 'acme');
  await page.context().clearCookies();
  // A page of this origin without the product.
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

test.describe('a redirect stored by hand never leads off the origin, nor into a callback', () => {
  for (let share = 0; share < SHARES; share += 1) {
    const values = hostile.filter((_, index) => index % SHARES === share);
    test(`${values.length} hostile values, share ${share + 1} [R3.3, R3.4, R3.5]`, async ({
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
        const url = new URL(await landing(page, emulator, value));
        expect(url.origin, JSON.stringify(value)).toBe(site.origin);
        expect(url.pathname, JSON.stringify(value)).not.toMatch(/^\/(?:authenticate|discovery)/);
        expect(url.searchParams.has('token'), JSON.stringify(value)).toBe(false);
      }
      expect(foreign).toEqual([]);
      expect(context.pages()).toHaveLength(1);
    });
  }
});

test('an address of the product is honoured as it was written [R3.1]', async ({
  page,
  emulator,
  site,
}) => {
  for (const value of attacks.mustStillPass) {
    const landed = await landing(page, emulator, value);
    // The address is what the browser makes of it, and stays.
    expect(landed).toBe(new URL(value === '/' ? HOME : value, site.origin).href);
  }
});
