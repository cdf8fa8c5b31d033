import type { Page } from '@playwright/test';
import { holdRequests } from '../support/hold-requests.ts';
import { expect, expectState, googleButton, signIn, test } from '../support/product-test.ts';

const ADA = 'ada@acme.example';

/** Locates the visible logo: the one of the document, or later the one of the overlay. */
const logo = (page: Page) => page.locator(':is(.first-paint, main) > svg:visible');

/** Locates what the document shows until React has rendered. */
const firstPaint = (page: Page) => page.locator('.first-paint');

/** Locates the frame of the member pages in the document. */
const memberFrame = (page: Page) => page.locator('.member-frame header');

declare const writeCookie: (name: string) => void;

/** Runs in the page: collects its layout shifts. */
function watchShifts(): void {
  const shifts: number[] = [];
  Reflect.set(window, 'shifts', shifts);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')));
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Delays every module of the build until the returned function is called. */
const holdModules = (page: Page) => holdRequests(page, /\/assets\/(?!start-).*\.js$/);

for (const [colorScheme, background] of [
  ['light', 'rgb(246, 246, 243)'],
  ['dark', 'rgb(13, 15, 15)'],
] as const) {
  test(`the document shows the sign-in card before the product runs, ${colorScheme} [R1.2, R1.9]`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    const release = await holdModules(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(googleButton(page)).toBeVisible();
    await expect(firstPaint(page)).toBeHidden();
    await expect(memberFrame(page)).toBeHidden();
    await expect(page.locator('html')).toHaveCSS('background-color', background);
    const card = await page.getByRole('main').evaluateHandle((element) => element);
    const before = await page.screenshot();
    const late: string[] = [];
    page.on('request', (request) => {
      if (/\/assets\/(?:actors|pages)-/.test(request.url())) late.push(request.url());
    });
    release();
    await expectState(page, 'signedOut.default.idle');
    await expect(page.locator('html')).toHaveAttribute('data-first-paint', 'app');
    expect(await page.getByRole('main').evaluate((element, old) => element === old, card)).toBe(
      true,
    );
    expect(await page.screenshot()).toEqual(before);
    expect(late).toEqual([]);
  });
}

test('the first paint waits for one style sheet, and the SDK arrives together with the entry [R1.9]', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    const name = /\/assets\/([\w-]+)-.{8}\.(?:css|js)$/.exec(request.url())?.[1];
    if (name !== undefined) requested.push(name);
  });
  const release = await holdRequests(page, /\/assets\/core-/);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(googleButton(page)).toBeVisible();
  // The entry imports the SDK: without the document's own script, it would be requested only now.
  await expect.poll(() => requested).toContain('sdk');
  expect(requested.toSorted()).toEqual(['core', 'sdk', 'sign-in', 'start']);
  // On one connection, they leave the line to what the first paint waits for.
  const scripts = page.locator('script[type="module"], link[rel="modulepreload"]');
  expect(
    await scripts.evaluateAll((all) => all.map((each) => Reflect.get(each, 'fetchPriority'))),
  ).toEqual(['low', 'low']);
  release();
  await expectState(page, 'signedOut.default.idle');
});

test('the card names the organization of the last session before the product runs, and nothing moves [R1.9, R4.7]', async ({
  page,
}) => {
  await page.goto('/terms.html');
  await page.evaluate(
    (stored) => localStorage.setItem('last_organization', stored),
    String.raw`organization-test-1 acme Acme "\a" & <b>Söhne</b>`,
  );
  await page.addInitScript(watchShifts);
  const release = await holdModules(page);
  await page.goto('/', { waitUntil: 'commit' });
  const way = page.getByRole('button', {
    name: String.raw`Continue to Acme "\a" & <b>Söhne</b>`,
    exact: true,
  });
  await expect(way).toBeVisible();
  const before = await page.screenshot();
  release();
  await expectState(page, 'signedOut.default.idle');
  await expect(page.locator('html')).toHaveAttribute('data-first-paint', 'app');
  await expect(way).toBeVisible();
  expect(await page.screenshot()).toEqual(before);
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);
});

for (const [name, path, prepare] of [
  ['a callback', '/discovery?token=x&stytch_token_type=discovery_oauth', null],
  ['an intermediate session', '/', () => writeCookie('stytch_intermediate_session_token')],
  ['a session without its state', '/', () => writeCookie('stytch_session')],
  ['a sign-in of this tab', '/', () => sessionStorage.setItem('stytch_step_up', '{}')],
] as const) {
  test(`the document shows the logo and no card for ${name}, and requests the code of the calls after Google [R1.3, R1.9]`, async ({
    page,
  }) => {
    await page.goto('/terms.html');
    if (prepare !== null) {
      await page.evaluate(
        `const writeCookie = (name) => { document.cookie = name + '=x; path=/'; };(${prepare})()`,
      );
    }
    await holdModules(page);
    const requested = page.waitForRequest(/\/assets\/actors-/);
    await page.goto(path, { waitUntil: 'commit' });
    await requested;
    await expect(logo(page)).toBeVisible();
    await expect(page.getByText('Loading...').locator('visible=true')).toBeVisible();
    await expect(googleButton(page)).toBeHidden();
    await expect(memberFrame(page)).toBeHidden();
  });
}

test('the document shows the frame of the member pages to a signed-in member, and a public page neither [R1.9]', async ({
  page,
}) => {
  await signIn(page, ADA, 'acme');
  const release = await holdModules(page);
  await page.goto('/policies', { waitUntil: 'commit' });
  await expect(memberFrame(page)).toBeVisible();
  await expect(googleButton(page)).toBeHidden();
  await expect(firstPaint(page)).toBeHidden();
  const header = () => page.locator('header:visible').first().boundingBox();
  const before = await header();
  release();
  await expect(page.getByRole('heading', { name: 'Policies', exact: true })).toBeVisible();
  await expect(memberFrame(page)).toBeHidden();
  expect(await header()).toEqual(before);
  await holdModules(page);
  await page.goto('/health', { waitUntil: 'commit' });
  await expect(logo(page)).toBeVisible();
  await expect(memberFrame(page)).toBeHidden();
  await expect(googleButton(page)).toBeHidden();
});

test('the overlay replaces the first paint without moving the logo or showing a second one [R1.3, R1.9]', async ({
  page,
  emulator,
}) => {
  await signIn(page, ADA, 'acme');
  await page.evaluate(() => localStorage.clear());
  await emulator.injectFault('/b2b/sessions/authenticate', { kind: 'hang' });
  const release = await holdModules(page);
  await page.goto('/policies', { waitUntil: 'commit' });
  await expect(logo(page)).toBeVisible();
  const before = await logo(page).boundingBox();
  release();
  await expectState(page, 'resuming');
  await expect(firstPaint(page)).toBeHidden();
  await expect(logo(page)).toHaveCount(1);
  expect(await logo(page).boundingBox()).toEqual(before);
  await expect(page.getByRole('main')).toHaveCSS('opacity', '1');
});

for (const path of ['/', '/policies', '/health', '/github/connected', '/no/such/page']) {
  test(`${path} loads without a layout shift [R1.9]`, async ({ page }) => {
    await page.addInitScript(watchShifts);
    await page.goto(path);
    await expect(firstPaint(page)).toBeHidden();
    await expect(page.getByRole('heading').first()).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);
  });
}

test('the window is never empty between the sign-in and a member page, nor while one is reloaded [R1.21]', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const empty: string[] = [];
    Reflect.set(window, 'empty', empty);
    new MutationObserver(() => {
      const { firstPaint, authState } = document.documentElement.dataset;
      if (firstPaint !== 'app' || document.querySelector('#root main') !== null) return;
      empty.push(authState ?? '');
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  const expectNeverEmpty = async () => {
    await expect(page.getByRole('heading', { name: 'No policies yet' })).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, 'empty'))).toEqual([]);
  };
  await signIn(page, ADA, 'acme');
  await expectNeverEmpty();
  await page.reload();
  await expectNeverEmpty();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a message says that the product needs JavaScript [R1.9]', async ({ page }) => {
    await page.goto('/');
    const sentence = page.locator('noscript');
    await expect(sentence).toBeVisible();
    expect(await sentence.textContent()).toContain('Charter needs JavaScript to sign you in.');
    await expect(page.getByText('Loading...').locator('visible=true')).toHaveCount(0);
    await expect(logo(page)).toBeVisible();
  });
});

test('scripts and styles are served with Brotli compression [R19.4]', async ({ page }) => {
  const encodings = new Map<string, string | undefined>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/\.(?:js|css)$/.test(pathname)) {
      encodings.set(pathname, response.headers()['content-encoding']);
    }
  });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-first-paint', 'app');
  const large = [...encodings].filter(([path]) => /react|core|sdk|sign-in/.test(path));
  expect(large.length).toBeGreaterThan(3);
  for (const [path, encoding] of large) expect(encoding, path).toBe('br');
});

test.describe('a sign-in script that a deploy has removed', () => {
  const missing = [/Failed to load resource/, /dynamically imported module/];
  test.use({ expectedConsoleErrors: { patterns: missing } });

  test('the page reloads once, then shows a message and the logo [R1.8]', async ({ page }) => {
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.route(/assets\/sign-in-.*\.js$/, (route) => route.fulfill({ status: 404 }));
    await page.goto('/');
    await expect(page.getByText('An unexpected error occurred.')).toBeVisible();
    await expect(logo(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible();
    expect(loads).toBe(2);
    await page.unroute(/assets\/sign-in-.*\.js$/);
    await page.getByRole('link', { name: 'Reload' }).click();
    await expect(googleButton(page)).toBeVisible();
    await expectState(page, 'signedOut.default.idle');
  });

  // The document's own script knows whether the page is the newest of its tab: nothing starts without it.
  for (const chunk of ['core', 'start']) {
    test(`a callback whose ${chunk} script cannot be loaded shows a heading and a reload that redeems it [R1.6, R1.8, R22.16]`, async ({
      page,
    }) => {
      const script = new RegExp(`/assets/${chunk}-.*\\.js$`);
      await page.route(script, (route) => route.abort('internetdisconnected'));
      await page.goto('/discovery?error=access_denied');
      await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible();
      await expect(page.getByText('Loading...').locator('visible=true')).toHaveCount(0);
      await page.unroute(script);
      await page.getByRole('link', { name: 'Reload' }).click();
      await expect(page.getByText('Sign-in with Google was cancelled.')).toBeVisible();
    });
  }
});

test('the chart loads with the document, and nothing of the sign-in before it [R2.4]', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const release = await holdRequests(page, /\/assets\/core-.*\.js$/);
  await page.goto('/chart', { waitUntil: 'commit' });
  await expect
    .poll(() => requests.some((path) => path.startsWith('/assets/chart-page-')))
    .toBe(true);
  await expect.poll(() => requests.some((path) => path.startsWith('/assets/react-'))).toBe(true);
  expect(requests.filter((path) => /sdk-|bootstrap/.test(path))).toEqual([]);
  release();
  await expect(page.locator('[data-drawing]')).toBeVisible();
  await expect.poll(() => requests.some((path) => path.startsWith('/assets/sdk-'))).toBe(true);
});
