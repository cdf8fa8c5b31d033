import { readFileSync } from 'node:fs';
import { continueWithGoogle, expect, organizationRow, test } from '../support/test.ts';
import { changeChartData, openChart, stateOf } from './chart-page.ts';

const ADA = 'ada@acme.example';

test('the messages from a tab to the chart contain no personal value', async ({
  page,
  context,
}) => {
  await page.goto('/health');
  await page.evaluate(() => {
    const messages: unknown[] = [];
    const channel = new BroadcastChannel('charter:chart');
    channel.onmessage = ({ data }) => messages.push(data);
    setInterval(() => channel.postMessage({ kind: 'request' }), 100);
    Object.assign(window, { messages });
  });
  const other = await context.newPage();
  await other.goto('/policies');
  await continueWithGoogle(other, ADA);
  await organizationRow(other, 'acme').click();
  const messages = () => page.evaluate(() => JSON.stringify(Reflect.get(window, 'messages')));
  await expect.poll(messages).toContain('signedIn.authenticated');
  const cookies = await context.cookies();
  // A tab id is random and could contain one of the words by chance.
  const text = (await messages()).replaceAll(/"tab":"[0-9a-f]{8}"/g, '');
  for (const { value } of cookies) expect(text).not.toContain(value);
  expect(text).not.toMatch(/acme|ada|example|@/i);
});

test('simulate mode previews, takes and undoes steps, overrides guards and shares the steps by link', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openChart(page, '#mode=simulate');
  await page.getByRole('button', { name: 'Overview' }).click();
  const state = page.getByTestId('simulated-state');
  await expect(state).toContainText('signedOut.redeeming');
  const listed = page.getByRole('button', { name: /^result of redeem · listed →/ });
  await listed.hover();
  await expect(stateOf(page, 'signedOut.selecting.browsing')).toHaveClass(/preview/);
  await listed.click();
  await expect(state).toContainText('signedOut.selecting.browsing');
  await page.getByText('Override a guard').click();
  await page.getByLabel('willExchange').selectOption('no');
  await page.getByRole('button', { name: 'organization.choose · listed' }).click();
  await expect(state).toContainText('signedOut.selecting.starting');
  await page.getByRole('button', { name: 'Step back' }).click();
  await expect(state).toContainText('signedOut.selecting.browsing');
  await page.getByRole('button', { name: 'Step forward' }).click();
  await expect(state).toContainText('Step 2 of 2');
  await page.getByRole('button', { name: 'Copy as a test' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("expect(state()).toBe('signedOut.selecting.starting')");
  await page.getByRole('button', { name: 'Copy a link to these steps' }).click();
  await expect(page.getByText('Copied.')).toHaveCount(2);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const opened = await context.newPage();
  await opened.goto(link);
  await expect(opened.getByTestId('simulated-state')).toContainText('Step 2 of 2');
  await expect(opened.getByTestId('steps')).toContainText('with willExchange=no');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(state).toContainText('signedOut.redeeming');
});

test('“How do I get here?” simulates the shortest path to the state', async ({ page }) => {
  await openChart(page, '#state=signedOut.secondFactor.savingCodes');
  await page.getByRole('button', { name: 'How do I get here?', exact: true }).first().click();
  await expect(page.getByTestId('simulated-state')).toContainText(
    'signedOut.secondFactor.savingCodes',
  );
  await expect(stateOf(page, 'signedOut.secondFactor.savingCodes')).toHaveClass(/active/);
});

test('an invalid share link starts a new simulation and shows an error', async ({ page }) => {
  await openChart(page, '#mode=simulate&run=rubbish');
  await expect(page.getByText('The link is not a valid simulation')).toBeVisible();
  await expect(page.getByTestId('simulated-state')).toContainText('signedOut.redeeming');
});

test('the coverage lies over any view, with the number of transitions that the model test took', async ({
  page,
}) => {
  await openChart(page, '#mode=simulate');
  await page.getByRole('button', { name: 'Coverage' }).click();
  await expect(page.getByText(/^\d+ of \d+ transitions taken/)).toBeVisible();
  await expect(page.locator('[data-drawing] path[class*="heat"]').first()).toBeVisible();
  await expect(page.getByTestId('simulated-state')).toBeVisible();
  await page.getByRole('button', { name: 'Coverage' }).click();
  await expect(page.locator('[data-drawing] path[class*="heat"]')).toHaveCount(0);
});

test('the coverage colours a transition that was never taken, and lists it', async ({ page }) => {
  const id = 'signedIn | signOut | 0';
  await changeChartData(page, (text) =>
    text.replace(new RegExp(`("${id.replaceAll('|', '\\|')}":)\\d+`), '$10'),
  );
  await openChart(page, '#coverage=on');
  await expect(page.locator('[data-drawing] path[class*="heat0"]')).toHaveCount(1);
  await page.getByRole('button', { name: id, exact: true }).click();
  await expect(page.getByTestId('state-panel')).toContainText('signedIn');
});

test('a message explains coverage of another machine version and a missing layout', async ({
  page,
}) => {
  await changeChartData(page, (text) =>
    text.replace(/"machine":"[0-9a-f]{8}"/, '"machine":"00000000"'),
  );
  await openChart(page, '#coverage=on');
  await expect(page.getByText('was for another version of the machine')).toBeVisible();
  await page.unrouteAll();
  await changeChartData(page, (text) =>
    text.replace(/"layouts":\{.*?\},"mainPath":/, '"layouts":null,"mainPath":'),
  );
  await page.goto('/chart');
  await page.reload();
  await expect(page.getByText('This build has no layout of the machine')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Every transition of the machine' })).toBeVisible();
});

// Playwright reports no download of a blob over WebDriver BiDi.
const inChromium = { tag: '@chromium' };
test(
  'exports the shown drawing as SVG and PNG, and the machine as Mermaid, XState and SCXML',
  inChromium,
  async ({ page }) => {
    await openChart(page);
    const starts = {
      SVG: '<svg ',
      PNG: '\x89PNG',
      Mermaid: 'stateDiagram-v2',
      XState: 'import { createMachine }',
      SCXML: '<?xml version="1.0"',
    };
    let scxml = '';
    await page.getByText('Export', { exact: true }).click();
    for (const [name, start] of Object.entries(starts)) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name, exact: true }).click();
      const path = await (await download).path();
      const content = readFileSync(path, 'latin1');
      expect(content.startsWith(start), name).toBe(true);
      if (name === 'SCXML') scxml = content;
    }
    // The security policy of the page allows no parser.
    await page.goto('about:blank');
    const root = await page.evaluate(
      (text) => new DOMParser().parseFromString(text, 'application/xml').documentElement.nodeName,
      scxml,
    );
    expect(root).toBe('scxml');
  },
);

test(
  'an exported SVG image has the colours that the page shows, and opens by itself',
  inChromium,
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await openChart(page);
    const active = stateOf(page, 'signedOut.default');
    await expect(active).toHaveClass(/active/);
    const colour = await active.locator('rect').evaluate((rect) => getComputedStyle(rect).fill);
    await page.getByText('Export', { exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'SVG', exact: true }).click();
    const svg = readFileSync(await (await download).path(), 'utf8');
    // Other tools know neither the page's style sheets nor the newer functions of colours.
    expect(svg).not.toMatch(/class=|var\(|color-mix|color\(/);
    expect(svg).toContain(`fill="${colour.replaceAll(' ', '')}"`);
    expect(svg).toContain('>organization.choose</text>');
    await page.goto('about:blank');
    const size = await page.evaluate(async (text) => {
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, svg);
    expect(Math.min(...size)).toBeGreaterThan(500);
  },
);

test('table mode lists every transition and marks the active state', async ({ page }) => {
  await page.goto('/chart#mode=table');
  const table = page.getByRole('table', { name: 'Every transition of the machine' });
  await expect(
    table.getByRole('row', { name: 'signedOut.exchanging result of exchange isMfaRequired' }),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: 'signedOut.default.idle Active now.' })).toBeVisible();
});
