import type { Page } from '@playwright/test';
import { openList, plantIntermediateSession, plantSession, signIn } from '../support/plant.ts';
import {
  ADA,
  expect,
  expectState,
  googleButton,
  holdRequests,
  LOGIN,
  organizationRow,
  test,
} from '../support/test.ts';

/** Locates the visible logo: the one of the document, or later the one of the overlay. */
const logo = (page: Page) => page.locator(':is(.first-paint, main) > svg:visible');

/** Locates what the document shows until React has rendered. */
const firstPaint = (page: Page) => page.locator('.first-paint');

/** Locates the frame of the member pages in the document. */
const memberFrame = (page: Page) => page.locator('.member-frame header');

const loading = (page: Page) => page.getByText('Loading...').locator('visible=true');

/** Runs in the page: collects its layout shifts. */
function watchShifts(): void {
  const shifts: number[] = [];
  Reflect.set(window, 'shifts', shifts);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')));
  }).observe({ type: 'layout-shift', buffered: true });
}

const expectNoShift = async (page: Page) =>
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);

/** Delays every module of the build until the returned function is called. */
const holdModules = (page: Page) => holdRequests(page, /\/assets\/(?!start-).*\.js$/);

/** Waits until React has taken over what the document has shown. */
async function expectHydrated(page: Page): Promise<void> {
  await expectState(page, LOGIN);
  await expect(page.locator('html')).toHaveAttribute('data-first-paint', 'app');
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the document shows the sign-in card before the product runs, and React keeps it as it is, ${colorScheme} [R1.2, R1.9]`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    const release = await holdModules(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(googleButton(page)).toBeVisible();
    await expect(firstPaint(page)).toBeHidden();
    await expect(memberFrame(page)).toBeHidden();
    const brightness = await page
      .locator('html')
      .evaluate((html) => /\d+/.exec(getComputedStyle(html).backgroundColor)?.[0]);
    expect(Number(brightness) < 128).toBe(colorScheme === 'dark');
    const card = await page.getByRole('main').evaluateHandle((element) => element);
    const before = await page.screenshot();
    const late: string[] = [];
    page.on('request', (request) => {
      if (/\/assets\/(?:actors|pages)-/.test(request.url())) late.push(request.url());
    });
    release();
    await expectHydrated(page);
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
  release();
  await expectState(page, LOGIN);
});

test('the card names the organization of the last session before the product runs, and nothing moves [R1.9, R4.7]', async ({
  page,
}) => {
  await page.goto('/terms.html');
  const name = String.raw`Acme "\a" & <b>Söhne</b>`;
  await page.evaluate(
    (stored) => localStorage.setItem('last_organization', stored),
    `organization-test-1 acme ${name}`,
  );
  await page.addInitScript(watchShifts);
  const release = await holdModules(page);
  await page.goto('/', { waitUntil: 'commit' });
  const way = page.getByRole('button', { name: `Continue to ${name}`, exact: true });
  await expect(way).toBeVisible();
  const before = await page.screenshot();
  release();
  await expectHydrated(page);
  await expect(way).toBeVisible();
  expect(await page.screenshot()).toEqual(before);
  await expectNoShift(page);
});

for (const [name, path, prepare] of [
  ['a callback', '/discovery?token=x&stytch_token_type=discovery_oauth', async () => undefined],
  ['an intermediate session', '/', (page: Page) => plantIntermediateSession(page, ADA)],
  ['a session without its state', '/', (page: Page) => plantSession(page, ADA, 'acme')],
] as const) {
  test(`the document shows the logo and no card for ${name}, and requests the code of the calls after Google [R1.3, R1.9]`, async ({
    page,
  }) => {
    await prepare(page);
    await holdModules(page);
    const requested = page.waitForRequest(/\/assets\/actors-/);
    await page.goto(path, { waitUntil: 'commit' });
    await requested;
    await expect(logo(page)).toBeVisible();
    await expect(loading(page)).toBeVisible();
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
  await plantSession(page, ADA, 'acme');
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
});

test('no page has a layout shift while it loads [R1.9]', async ({ page }) => {
  await page.addInitScript(watchShifts);
  for (const path of ['/', '/github/connected', '/no/such/page']) {
    await page.goto(path);
    await expect(firstPaint(page)).toBeHidden();
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expectNoShift(page);
  }
});

test('the window is never empty between the list and a member page, nor shows the login while one is reloaded [R1.21, R11.14]', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const wrong: string[] = [];
    Reflect.set(window, 'wrong', wrong);
    new MutationObserver(() => {
      const { firstPaint, authState = '' } = document.documentElement.dataset;
      if (firstPaint !== 'app') return;
      const main = document.querySelector('#root main');
      if (main === null) wrong.push(`empty in ${authState}`);
      if (main?.textContent?.includes('Login or Sign up with')) wrong.push(`login in ${authState}`);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  const expectNeverWrong = async () => {
    await expect(page.getByRole('heading', { name: 'Policies', exact: true })).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, 'wrong'))).toEqual([]);
  };
  await openList(page, ADA);
  await organizationRow(page, 'acme').click();
  await expectNeverWrong();
  await page.reload();
  await expectNeverWrong();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a message says that the product needs JavaScript [R1.9]', async ({ page }) => {
    await page.goto('/');
    const sentence = page.locator('noscript');
    await expect(sentence).toBeVisible();
    expect(await sentence.textContent()).toContain('Charter needs JavaScript to sign you in.');
    await expect(loading(page)).toHaveCount(0);
    await expect(logo(page)).toBeVisible();
  });
});

test('scripts and styles are served with Brotli compression [R19.4]', async ({ page }) => {
  const encodings = new Map<string, string | undefined>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/\/(?:react|core|sdk|sign-in)-.*\.(?:js|css)$/.test(pathname)) {
      encodings.set(pathname, response.headers()['content-encoding']);
    }
  });
  await page.goto('/');
  await expectHydrated(page);
  expect(encodings.size).toBeGreaterThan(3);
  expect(new Set(encodings.values())).toEqual(new Set(['br']));
});

test.describe('a script of the document that cannot be loaded', () => {
  test.use({ expectedConsoleErrors: { patterns: [/Failed to load resource/] } });

  // The document's own script decides what is shown: nothing starts without it.
  for (const chunk of ['core', 'start']) {
    test(`leaves a heading and a reload that uses the callback: ${chunk} [R1.6, R1.8]`, async ({
      page,
    }) => {
      const script = new RegExp(`/assets/${chunk}-.*\\.js$`);
      await page.route(script, (route) => route.abort('internetdisconnected'));
      await page.goto('/discovery?error=access_denied');
      await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible();
      await expect(loading(page)).toHaveCount(0);
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
  for (const chunk of ['chart-page', 'react']) {
    await expect
      .poll(() => requests.some((path) => path.startsWith(`/assets/${chunk}-`)))
      .toBe(true);
  }
  expect(requests.filter((path) => /sdk-|bootstrap/.test(path))).toEqual([]);
  release();
  await expect(page.locator('[data-drawing]')).toBeVisible();
  await expect.poll(() => requests.some((path) => path.startsWith('/assets/sdk-'))).toBe(true);
});
