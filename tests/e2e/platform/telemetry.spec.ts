import type { BrowserContext, Page } from '@playwright/test';
import { openList, signIn } from '../support/plant.ts';
import {
  type AnalyticsEvent,
  analyticsEvents,
  collectedRequests,
  type ErrorReport,
  errorReports,
} from '../support/telemetry.ts';
import {
  ADA,
  ADAS_SECRET,
  BEN,
  button,
  chooseAccount,
  codeField,
  DORA,
  expect,
  expectState,
  googleButton,
  organizationRow,
  SIGNED_IN,
  signOut,
  test,
  totp,
} from '../support/test.ts';

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
    .poll(() => events(origin))
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

test('analytics receives pages, the member, their organization and every transition, and forgets the member at sign-out [R18.1, R18.2, R18.3, R18.5]', async ({
  page,
  site,
}) => {
  await openList(page, ADA, '/policies?from=mail#top');
  await organizationRow(page, 'acme').click();
  await expectState(page, SIGNED_IN);
  await waitForEvent(site.origin, '$groupidentify', {
    $group_set: { slug: 'acme', name: 'Acme' },
  });
  await waitForEvent(site.origin, '$pageview', { $pathname: '/policies' });
  await signOut(page);
  await waitForEvent(site.origin, 'auth transition', { to: 'signedOut.default.idle' });
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

test('analytics marks the events of an impersonated session [R18.3]', async ({
  page,
  emulator,
  site,
}) => {
  await page.goto((await emulator.impersonate(DORA, 'acme')).url);
  await expectState(page, SIGNED_IN);
  const impersonated = true;
  await waitForEvent(site.origin, 'auth transition', { to: SIGNED_IN, impersonated });
  await waitForEvent(site.origin, '$pageview', { $pathname: '/policies', impersonated });
});

test('telemetry loads after React, from this origin, and stores nothing [R18.6]', async ({
  page,
  site,
}) => {
  const hosts = new Set<string>();
  const scripts: string[] = [];
  page.on('request', (request) => {
    hosts.add(new URL(request.url()).origin);
    const chunk = /assets\/([a-z-]+)-.*\.js$/.exec(request.url())?.[1];
    if (chunk !== undefined) scripts.push(chunk);
  });
  await page.goto('/');
  await waitForEvent(site.origin, 'auth transition');
  const first = (...names: string[]) => Math.min(...names.map((name) => scripts.indexOf(name)));
  expect(first('observers', 'posthog', 'sentry')).toBeGreaterThan(scripts.indexOf('react'));
  expect([...hosts]).toEqual([site.origin]);
  const kept = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }));
  expect(kept.filter((key) => /ph_|posthog|sentry/i.test(key))).toEqual([]);
  const paths = new Set((await collectedRequests(site.origin)).map(({ path }) => path));
  expect([...paths]).toEqual(['/_emulator/telemetry/posthog/e/']);
});

test.describe('when its scripts are blocked', () => {
  test.use({ expectedConsoleErrors: { patterns: [/Failed to load resource/] } });

  test('signing in works [R18.6]', async ({ page }) => {
    const blocked: string[] = [];
    await page.route(/assets\/(?:posthog|sentry)/, (route) => {
      blocked.push(route.request().url());
      return route.abort();
    });
    await openList(page, ADA);
    await expect.poll(() => blocked.length).toBe(2);
    await organizationRow(page, 'acme').click();
    await expectState(page, SIGNED_IN);
  });
});

test.describe('an error report', () => {
  test.use({ expectedConsoleErrors: { patterns: [/canary error/] } });

  test('includes an error thrown before the service was loaded', async ({ page, site }) => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        throw new Error('canary error of the first moment');
      });
    });
    await page.goto('/policies?token=abc');
    const report = await waitForReport(site.origin, 'canary error of the first moment');
    expect(report?.release).toBe('emulator');
  });

  test('contains the states of the machine, the route and the release, but no query or hash [R18.4]', async ({
    page,
    site,
  }) => {
    await signIn(page, ADA, 'acme', '/policies?from=mail');
    await waitForEvent(site.origin, 'auth transition', { to: SIGNED_IN });
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
    expect(report?.breadcrumbs.map(({ message }) => message)).toContain(SIGNED_IN);
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

    // An e-mailed code; the address contains canaries, too.
    await page.goto('/policies?wanted=canary-of-a-query#canary-of-a-hash');
    await googleButton(page).click();
    await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
    await collectStored();
    await chooseAccount(page, BEN);
    await organizationRow(page, 'birch').click();
    await button(page, 'Send verification code').click();
    await expectState(page, /awaitingCode/);
    await collectStored();
    const code = (await emulator.inbox(BEN))[0]?.code ?? '';
    typed.push(code);
    await codeField(page).fill(code);
    await expectState(page, SIGNED_IN);
    await collectStored();
    await signOut(page);
    await expectState(page, /^signedOut\.default/);

    // An authenticator app, and a recovery code.
    for (const factor of ['app', 'recovery'] as const) {
      await openList(page, ADA);
      await organizationRow(page, 'fjord').click();
      await expectState(page, /^signedOut\.secondFactor/);
      if (factor === 'app') {
        typed.push(totp(ADAS_SECRET));
        await codeField(page).fill(typed.at(-1) ?? '');
      } else {
        secrets.add('rc-ada-0001');
        await button(page, 'Use a recovery code').click();
        await page.getByRole('textbox', { name: /recovery code/i }).fill('rc-ada-0001');
        await page.keyboard.press('Enter');
      }
      await expectState(page, SIGNED_IN);
      await collectStored();
      if (factor === 'app') await signOut(page);
      if (factor === 'app') await expectState(page, /^signedOut\.default/);
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
      for (const name of ['cookie', 'referer', 'authorization']) {
        expect(Object.keys(headers)).not.toContain(name);
      }
    }
  });
});
