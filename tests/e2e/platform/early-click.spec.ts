import type { Page } from '@playwright/test';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { ADA, type App, LOGIN } from '../support/app.ts';
import { expect, test } from '../support/test.ts';

const SENTENCE = 'That took too long. Check your connection and try again.';
const GOOGLE_START = /\/oauth\/google\/(?:discovery\/)?start/;
const MODULES = /\/assets\/.*\.js$/;

/** Opens a page that shows the login, while its modules wait until the returned function is called. */
async function openWithoutModules(app: App, path = '/'): Promise<() => void> {
  const release = await app.holdRequests(MODULES);
  await app.page.goto(path, { waitUntil: 'commit' });
  await expect(app.googleButton).toBeVisible();
  return release;
}

/** Puts something into storage before the page is opened. */
async function store(
  page: Page,
  area: 'localStorage' | 'sessionStorage',
  key: string,
  text: string,
) {
  await page.goto('/terms.html');
  await page.evaluate(([name, ...item]) => window[name].setItem(...item), [
    area,
    key,
    text,
  ] as const);
}

for (const moment of ['DOMContentLoaded', 'load']) {
  test(`a click at ${moment} starts Google once, and the page that is being left loads nothing [R1.18, R4.2]`, async ({
    page,
  }) => {
    const [starts, modules]: [string[], string[]] = [[], []];
    page.on('request', (request) => {
      if (GOOGLE_START.test(request.url())) starts.push(request.url());
      if (MODULES.test(request.url())) modules.push(request.url());
    });
    await page.addInitScript((event) => {
      window.addEventListener(event, () => {
        const clicked = document.querySelector<HTMLElement>('[name="google.start"]');
        if (clicked === null) return;
        clicked.click();
        const { textContent, ariaBusy, ariaDisabled } = clicked;
        sessionStorage.setItem('shown', [textContent, ariaBusy, ariaDisabled].join());
      });
    }, moment);
    // Long enough for the browser to be idle.
    await page.route(GOOGLE_START, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await page.waitForURL(GOOGLE_START);
    expect(await page.evaluate(() => sessionStorage.getItem('shown'))).toBe(
      'Starting...,true,true',
    );
    expect([starts.length, modules]).toEqual([1, []]);
  });
}

for (const [pressed, key, leadsTo, isReturning] of [
  ['Google', 'Enter', /discovery\/start\?(?!.*prompt=)/, false],
  ['Use another account', 'Enter', /discovery\/start\?.*prompt=select_account/, true],
  ['Continue to Acme', null, /google\/start\?.*organization_id=organization-test-1/, true],
] as const) {
  test(`“${pressed}” leads to the same address, and stores the same, before and after the product runs [R1.18, R2.11, R4.7]`, {
    // The others differ in what they store, not by the engine.
    tag: isReturning ? [] : '@smoke',
  }, async ({ page, app }) => {
    const leave = async (isEarly: boolean) => {
      await store(page, 'sessionStorage', 'sign_in', JSON.stringify({ lastShownEmail: ADA }));
      if (isReturning) {
        await store(page, 'localStorage', 'last_organization', 'organization-test-1 acme Acme');
      }
      const path = `${FIRST_PAGE}?filter=yes#part`;
      if (isEarly) await openWithoutModules(app, path);
      else {
        await page.goto(path);
        await app.expectState(LOGIN);
      }
      // The provider does not know the organization, and would say so in the console.
      const google = { contentType: 'text/html', body: '<link rel="icon" href="data:,">Google' };
      await page.route('**/oauth/google/**', (route) => route.fulfill(google));
      if (key === null) await app.button(pressed).click();
      else await app.button(pressed).press(key);
      await page.waitForURL(leadsTo);
      const { searchParams } = new URL(page.url());
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.goto('/terms.html');
      const stored = await page.evaluate(() => {
        const { pkce, ...record } = JSON.parse(sessionStorage.getItem('sign_in') ?? '{}');
        // The chart's and the router's entries come when the browser is idle.
        const others = Object.entries(sessionStorage).filter(
          ([name]) => !/^(?:sign_in$|chart_tab_auth$|tsr-)/.test(name),
        );
        const requested = localStorage.getItem('post_login_redirect');
        return { record, others: others.sort(), requested, verifier: pkce.pair.code_verifier };
      });
      expect(stored.verifier).toMatch(/^[0-9a-f]{64}$/);
      const { verifier: _, ...comparable } = stored;
      searchParams.delete('pkce_code_challenge');
      await page.evaluate(() =>
        [localStorage, sessionStorage].forEach((area) => void area.clear()),
      );
      return { ...comparable, query: [...searchParams].sort() };
    };
    const early = await leave(true);
    expect(await leave(false)).toEqual(early);
    expect(early.requested).toBe(`${FIRST_PAGE}?filter=yes#part`);
    // Who comes back from Google needs no notice that it is another person.
    expect(JSON.stringify(early)).not.toContain(ADA);
  });
}

test.describe('without a network', () => {
  test.use({
    expectedConsoleErrors: { patterns: [/Failed to load resource/, /dynamically imported module/] },
  });

  test('a click without a network ends in a sentence, and the next one starts Google [R1.18]', async ({
    page,
    app,
  }) => {
    await page.route(MODULES, (route) => route.abort('internetdisconnected'));
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => !Reflect.has(window, 'isOffline') });
      Reflect.set(window, 'isOffline', true);
    });
    await page.goto('/');
    await app.googleButton.click();
    await expect(page.getByRole('alert')).toHaveText(SENTENCE);
    await page.evaluate(() => Reflect.deleteProperty(window, 'isOffline'));
    await app.googleButton.click();
    await page.waitForURL(GOOGLE_START);
  });
});

test('what the product missed is its first event: a start that was refused, and an organization to forget [R1.18, R4.7, R5.11]', async ({
  page,
  app,
}) => {
  await store(page, 'localStorage', 'last_organization', 'organization-test-1 acme Acme');
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function set(key, text) {
      if (key === 'sign_in') throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, text);
    };
  });
  const release = await openWithoutModules(app);
  await app.button("Don't show this organization again").click();
  await expect(app.button('Continue to Acme')).toBeHidden();
  await app.googleButton.click();
  release();
  await expect(page.getByRole('alert')).toHaveText(/no storage space left/);
  await app.expectState(LOGIN);
  await expect(app.button('Continue to Acme')).toHaveCount(0);
  expect(await app.storedText()).not.toContain('organization-test-1');
});

test('a start that Google does not answer ends in a sentence after the time-out, and the product that comes later starts nothing [R1.18]', {
  // Firefox loads no module of a page that tried to leave: its card starts Google without the product.
  tag: '@chromium',
}, async ({ page, app }) => {
  await page.clock.install();
  // The browser stays at the page.
  let starts = 0;
  await page.route(GOOGLE_START, (route) => {
    starts += 1;
    return route.fulfill({ status: 204 });
  });
  const release = await openWithoutModules(app);
  await app.googleButton.click();
  // A busy button takes no second click.
  await app.button('Starting...').dispatchEvent('click');
  await page.clock.runFor(15_000);
  await expect(page.getByRole('alert')).toHaveText(SENTENCE);
  expect(starts).toBe(1);
  await expect(app.googleButton).toBeFocused();
  await page.clock.resume();
  release();
  await app.expectState(LOGIN);
  await expect(app.googleButton).toBeEnabled();
});

test('Back from Google after an early click leads to a card that works [R1.18]', {
  tag: '@bfcache',
}, async ({ page, app }) => {
  const release = await openWithoutModules(app);
  // At once, because what takes too long makes the button work as well, some seconds later.
  await page.evaluate(() => {
    const button = document.querySelector('[name="google.start"]');
    window.addEventListener('pageshow', () =>
      setTimeout(() => Reflect.set(window, 'busyAfterBack', button?.ariaBusy)),
    );
  });
  await app.googleButton.click();
  await page.waitForURL(GOOGLE_START);
  release();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await app.back();
  await app.expectState(LOGIN);
  await expect(app.googleButton).toBeEnabled();
  expect(await page.evaluate(() => Reflect.get(window, 'busyAfterBack'))).toBe(null);
  await app.googleButton.click();
  await page.waitForURL(GOOGLE_START);
});
