import type { BrowserContext, Page } from '@playwright/test';
import {
  type AnalyticsEvent,
  analyticsEvents,
  collectedRequests,
  type ErrorReport,
  errorReports,
} from '../support/collected-telemetry.ts';
import {
  chooseAccount,
  continueWithGoogle,
  expect,
  expectState,
  googleButton,
  organizationRow,
  signIn,
  signOut,
  test,
} from '../support/product-test.ts';
import { totp } from '../support/totp.ts';

const ADA = 'ada@acme.example';
const BEN = 'ben@birch.example';
const ADAS_SECRET = 'JBSWY3DPEHPK3PXP';

test.use({ telemetry: true });

/** Every property that an analytics event may have. */
const FIELDS = [
  ...['token', 'distinct_id', '$device_id', '$session_id', '$window_id', '$insert_id'],
  ...['$lib', '$lib_version', '$user_id', '$is_identified'],
  ...['$process_person_profile', '$groups', '$group_type', '$group_key', '$group_set'],
  ...['$current_url', '$host', '$pathname'],
  ...['from', 'event', 'to', 'milliseconds', 'machine', 'impersonated'],
];

/** Requests of the previous test's page may arrive after the reset, so older events are ignored. */
let started = 0;
test.beforeEach(() => {
  started = Date.now();
});

async function events(origin: string): Promise<AnalyticsEvent[]> {
  const all = await analyticsEvents(origin);
  return all.filter(({ timestamp }) => new Date(timestamp).getTime() >= started);
}

/** Waits until the collector has received an event with these properties. */
async function waitForEvent(
  origin: string,
  event: string,
  properties: Record<string, unknown> = {},
): Promise<void> {
  await expect
    .poll(() => events(origin), { timeout: 15_000 })
    .toContainEqual(
      expect.objectContaining({ event, properties: expect.objectContaining(properties) }),
    );
}

/** Waits for the report of an error whose message starts with a text, and returns it. */
async function waitForReport(origin: string, message: string): Promise<ErrorReport | undefined> {
  const find = async () =>
    (await errorReports(origin)).find(({ exception }) =>
      exception.values[0]?.value.startsWith(message),
    );
  await expect.poll(find).toBeDefined();
  return find();
}

/** Throws an uncaught error in the page. */
async function throwUncaught(page: Page, message: string): Promise<void> {
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new Error(text);
    });
  }, message);
}

test.describe('analytics', () => {
  test('receives pages, the member, their organization and every transition, and resets at sign-out [R18.1, R18.2, R18.3, R18.5]', async ({
    page,
    site,
  }) => {
    await signIn(page, ADA, 'acme', '/policies?from=mail#top');
    await waitForEvent(site.origin, '$groupidentify', {
      $group_set: { slug: 'acme', name: 'Acme' },
    });
    await waitForEvent(site.origin, '$pageview', { $pathname: '/policies' });
    await signOut(page);
    await waitForEvent(site.origin, 'auth transition', {
      to: 'signedOut.default.idle',
      from: 'signingOut',
    });
    await page.goto('/health');
    await waitForEvent(site.origin, '$pageview', { $pathname: '/health' });

    const received = await events(site.origin);
    const identified = received.find(({ event }) => event === '$identify');
    expect(identified?.$set).toEqual({
      email: ADA,
      name: expect.stringContaining('Ada'),
      organization_id: expect.stringMatching(/^organization-/),
      organization_slug: 'acme',
      organization_name: 'Acme',
    });
    const member = String(identified?.properties.distinct_id);
    expect(member).toMatch(/^member-/);

    const steps = received.filter(({ event }) => event === 'auth transition');
    expect(steps.map(({ properties }) => properties)).toContainEqual(
      expect.objectContaining({
        from: 'signedOut.exchanging',
        event: 'xstate.done.actor.exchange',
        to: 'signedIn.authenticated',
        milliseconds: expect.any(Number),
        distinct_id: member,
        impersonated: false,
        $groups: { organization: expect.stringMatching(/^organization-/) },
      }),
    );

    const after = received.find(({ properties }) => properties.$pathname === '/health');
    expect(after?.properties.distinct_id).not.toBe(member);
    expect(after?.properties.$groups ?? {}).toEqual({});

    for (const { properties } of received) {
      expect(FIELDS).toEqual(expect.arrayContaining(Object.keys(properties)));
      expect(properties.$current_url ?? '').not.toMatch(/[?#]/);
    }
  });

  test('marks the events of an impersonated session [R18.3]', async ({ page, emulator, site }) => {
    const { url } = await emulator.impersonate('dora@acme.example', 'acme');
    await page.goto(url);
    await expectState(page, /^signedIn/);
    await waitForEvent(site.origin, 'auth transition', {
      to: 'signedIn.authenticated',
      impersonated: true,
    });
    await waitForEvent(site.origin, '$pageview', { $pathname: '/policies', impersonated: true });
  });

  test('loads after React, from this origin, stores nothing and only sends events [R18.6]', async ({
    page,
    site,
  }) => {
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await page.goto('/');
    await waitForEvent(site.origin, 'auth transition');
    const late = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation');
      const loaded =
        navigation instanceof PerformanceNavigationTiming ? navigation.loadEventStart : 0;
      const resources = performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming);
      const react = resources
        .filter(({ name }) => /assets\/(?:react|sign-in)-.*js$/.test(name))
        .map(({ responseEnd }) => responseEnd);
      const services = resources.filter(({ name }) =>
        /assets\/(?:observers|posthog|sentry)/.test(name),
      );
      const start = Math.max(loaded, ...react);
      return {
        react: react.length,
        services: services.length,
        late: services.every(({ startTime }) => startTime >= start),
      };
    });
    expect(late).toEqual({ react: 2, services: 3, late: true });
    expect([...hosts]).toEqual([site.origin]);
    const kept = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }));
    expect(kept.filter((key) => /ph_|posthog|sentry/i.test(key))).toEqual([]);
    const paths = new Set((await collectedRequests(site.origin)).map(({ path }) => path));
    expect([...paths]).toEqual(['/_emulator/telemetry/posthog/e/']);
  });

  test.describe('when its scripts are blocked', () => {
    test.use({ expectedConsoleErrors: { patterns: [/Failed to load resource/] } });
    test('signing in works without a reload [R18.6]', async ({ page }) => {
      let loads = 0;
      page.on('load', () => {
        loads += 1;
      });
      const blocked: string[] = [];
      await page.route(/assets\/(?:posthog|sentry)/, (route) => {
        blocked.push(route.request().url());
        return route.abort();
      });
      await page.goto('/');
      await expect.poll(() => blocked.length).toBe(2);
      await continueWithGoogle(page, ADA);
      await organizationRow(page, 'acme').click();
      await expectState(page, 'signedIn.authenticated');
      expect(loads).toBe(3);
    });
  });
});

test.describe('error reports', () => {
  test.use({ expectedConsoleErrors: { patterns: [/canary error/] } });

  test('include an error thrown before they were loaded', async ({ page, site }) => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        throw new Error('canary error of the first moment');
      });
    });
    await page.goto('/policies?token=abc');
    const report = await waitForReport(site.origin, 'canary error of the first moment');
    expect(report?.exception.values[0]?.value).toBe('canary error of the first moment');
    expect(report?.release).toBe('emulator');
  });

  test('contain the states of the machine, the route and the release, but no query or hash [R18.4]', async ({
    page,
    site,
  }) => {
    await signIn(page, ADA, 'acme', '/policies?from=mail');
    await waitForEvent(site.origin, 'auth transition', { to: 'signedIn.authenticated' });
    await throwUncaught(
      page,
      `canary error at ${site.origin}/authenticate?token=abc#def for ${ADA}`,
    );
    const report = await waitForReport(site.origin, 'canary error at');
    expect(report).toMatchObject({
      release: 'emulator',
      transaction: '/policies',
      tags: {
        route: '/policies',
        impersonated: false,
        machine: expect.stringMatching(/^[\da-f]{8}$/),
      },
    });
    expect(report?.exception.values[0]?.value).toBe(
      `canary error at ${site.origin}/authenticate for [e-mail]`,
    );
    expect(report?.breadcrumbs.map(({ message }) => message)).toEqual(
      expect.arrayContaining(['signedOut.exchanging', 'signedIn.authenticated']),
    );
    expect(report).not.toHaveProperty('request');
    expect(report).not.toHaveProperty('user');
  });
});

/** Collects every secret in the provider's requests and responses. */
function gatherSecrets(context: BrowserContext): Set<string> {
  const secrets = new Set<string>();
  // The time at which a token expires is none.
  const SECRET = /(?:token|jwt|secret|recovery_code|qr_code)(?!_expires_at$)/;
  const gather = (name: string, value: unknown): void => {
    if (typeof value === 'string') {
      if (SECRET.test(name) && value !== '') secrets.add(value);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) {
        gather(Array.isArray(value) ? name : key, child);
      }
    }
  };
  context.on('request', (request) => {
    for (const [name, value] of new URL(request.url()).searchParams) {
      if (name === 'token' || name === 'pkce_code_challenge') secrets.add(value);
    }
    if (request.url().includes('/sdk/v1/b2b/')) gather('', request.postDataJSON());
  });
  context.on('response', async (response) => {
    if (!response.url().includes('/sdk/v1/b2b/')) return;
    gather('', await response.json().catch(() => null));
  });
  return secrets;
}

test.describe('a canary in every token, code and cookie', () => {
  test.use({ expectedConsoleErrors: { patterns: [/canary error/] } });

  test('no telemetry request contains one in a body, header, referrer or address [R18.5]', async ({
    page,
    context,
    emulator,
    site,
  }) => {
    const secrets = gatherSecrets(context);
    const typed: string[] = [];
    const verifiers: string[] = [];
    await context.addCookies([
      {
        name: 'planted',
        value: 'canary-in-a-cookie-of-this-page',
        url: site.origin,
        sameSite: 'Lax',
      },
    ]);
    const collectStored = async () => {
      for (const cookie of await context.cookies()) {
        if (cookie.value.length > 3) secrets.add(cookie.value);
      }
      const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
      verifiers.push(...(kept.match(/[0-9a-f]{43,}/g) ?? []));
    };

    // Sign in by e-mailed code; the address contains canaries, too.
    await page.goto('/policies?wanted=canary-of-a-query#canary-of-a-hash');
    await googleButton(page).click();
    await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
    await collectStored();
    await chooseAccount(page, BEN);
    await organizationRow(page, 'birch').click();
    await page.getByRole('button', { name: 'Send verification code' }).click();
    await expectState(page, /awaitingCode/);
    await collectStored();
    const code = (await emulator.inbox(BEN)).find(({ kind }) => kind === 'otp')?.code ?? '';
    typed.push(code);
    await page.getByPlaceholder('Enter 6-digit code').fill(code);
    await expectState(page, /^signedIn/);
    await collectStored();
    await signOut(page);
    await expectState(page, /^signedOut\.default/);

    // Sign in with a second factor: once with the authenticator app, once with a recovery code.
    for (const factor of ['app', 'recovery'] as const) {
      await continueWithGoogle(page, ADA);
      await organizationRow(page, 'fjord').click();
      await expectState(page, /^signedOut\.secondFactor/);
      await collectStored();
      if (factor === 'app') {
        const now = totp(ADAS_SECRET, Date.now());
        typed.push(now);
        await page.getByPlaceholder('Enter 6-digit code').fill(now);
      } else {
        await page.getByRole('button', { name: 'Use a recovery code' }).click();
        await page.getByRole('textbox', { name: /recovery code/i }).fill('rc-ada-0001');
        await page.keyboard.press('Enter');
        secrets.add('rc-ada-0001');
      }
      await expectState(page, /^signedIn/);
      await collectStored();
      if (factor === 'app') {
        await signOut(page);
        await expectState(page, /^signedOut\.default/);
      }
    }

    const words = [...secrets, ...typed, ...verifiers].join(' ');
    await throwUncaught(page, `canary error of tokens ${words.slice(0, 4_000)}`);
    await throwUncaught(
      page,
      `canary error of an address ${site.origin}/discovery?token=${[...secrets].at(-1)}`,
    );
    await waitForReport(site.origin, 'canary error of tokens');
    await waitForReport(site.origin, 'canary error of an address');
    await waitForEvent(site.origin, '$pageview', { $pathname: '/policies' });

    const requests = await collectedRequests(site.origin);
    const everything = requests
      .map((request) => JSON.stringify({ ...request, body: decodeURIComponent(request.body) }))
      .join('\n');
    expect(secrets.size).toBeGreaterThan(12);
    expect(verifiers.length).toBeGreaterThan(0);
    expect(typed.every((text) => /^\d{6}$/.test(text))).toBe(true);
    const canaries = [...secrets, ...verifiers, 'canary-of-a', ADAS_SECRET];
    expect(canaries.filter((canary) => everything.includes(canary))).toEqual([]);
    const isSent = (digits: string) => new RegExp(`(?<!\\d)${digits}(?!\\d)`).test(everything);
    expect(typed.filter(isSent)).toEqual([]);
    for (const { headers } of requests) {
      expect(Object.keys(headers)).not.toContain('cookie');
      expect(Object.keys(headers)).not.toContain('referer');
      expect(Object.keys(headers)).not.toContain('authorization');
    }
  });
});
