import { readFileSync } from 'node:fs';
import {
  expect,
  googleButton,
  organizationRow,
  test,
  throughGoogle,
} from '../support/product-test.ts';
import { openChart, stateOf, withData } from './chart-page.ts';

const ADA = 'ada@acme.example';

test('shows another tab live, with guard verdicts and without a single value', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto('/policies');
  await expect(googleButton(other)).toBeVisible();
  await openChart(page);
  await expect(page.getByTestId('live-state')).toContainText('signedOut.default.idle');
  const tab = await other.locator('html').getAttribute('data-chart-tab');
  await page.getByLabel(/^Tab/).selectOption(tab);
  await throughGoogle(other, ADA);
  await expect(organizationRow(other, 'acme')).toBeVisible();
  // The tab went to Google and came back: it is a new page.
  const back = await other.locator('html').getAttribute('data-chart-tab');
  await page.getByLabel(/^Tab/).selectOption(back);
  await expect(page.getByTestId('live-state')).toContainText('signedOut.selecting.browsing');
  await organizationRow(other, 'acme').click();
  await expect(page.getByTestId('live-state')).toContainText('signedIn.authenticated');
  const log = page.getByTestId('live-log');
  await expect(log).toContainText('organization.choose organization: record');
  await expect(log).toContainText('isAuthenticated: yes');
  await expect(log).toContainText('signedOut.exchanging → signedIn.authenticated');
  await expect(stateOf(page, 'signedIn.authenticated')).toHaveClass(/active/);
  await page.getByLabel('Go to a state').selectOption('signedIn.authenticated');
  // Two delays run while somebody is signed in: the next refresh and the warning.
  await expect(
    page.locator('[data-transition^="signedIn.authenticated"] circle title'),
  ).toHaveCount(2);
  const shown = await page.content();
  for (const value of [ADA, 'Ada', 'Acme', 'session-', 'organization-test', 'member-test']) {
    expect(shown).not.toContain(value);
  }
});

test('nothing that leaves a tab for the chart holds a value', async ({ page, context }) => {
  await page.goto('/health');
  await page.evaluate(() => {
    const heard: unknown[] = [];
    const channel = new BroadcastChannel('charter:chart');
    channel.onmessage = ({ data }) => heard.push(data);
    setInterval(() => channel.postMessage({ kind: 'request' }), 100);
    Object.assign(window, { heard });
  });
  const other = await context.newPage();
  await other.goto('/policies');
  await throughGoogle(other, ADA);
  await organizationRow(other, 'acme').click();
  const heard = () => page.evaluate(() => JSON.stringify(Reflect.get(window, 'heard')));
  await expect.poll(heard).toContain('signedIn.authenticated');
  const cookies = await context.cookies();
  // The name of a tab is random, and may spell anything.
  const said = (await heard()).replaceAll(/"tab":"[0-9a-f]{8}"/g, '');
  for (const { value } of cookies) expect(said).not.toContain(value);
  expect(said).not.toMatch(/acme|ada|example|@/i);
});

test('simulates: preview, steps, back, guards by hand, and a link that brings it all back', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openChart(page, '#mode=simulate');
  const state = page.getByTestId('simulated-state');
  await expect(state).toContainText('signedOut.redeeming');
  const listed = page.getByRole('button', { name: 'result of redeem · listed' });
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

test('plays the shortest way to a state', async ({ page }) => {
  await openChart(page, '#state=signedOut.secondFactor.savingCodes');
  await page.getByRole('button', { name: 'How do I get here?', exact: true }).first().click();
  await expect(page.getByTestId('simulated-state')).toContainText(
    'signedOut.secondFactor.savingCodes',
  );
  await expect(stateOf(page, 'signedOut.secondFactor.savingCodes')).toHaveClass(/active/);
});

test('a broken share link is the start, and says so', async ({ page }) => {
  await openChart(page, '#mode=simulate&run=rubbish');
  await expect(page.getByText('The link is not a valid simulation')).toBeVisible();
  await expect(page.getByTestId('simulated-state')).toContainText('signedOut.redeeming');
});

test('shows the coverage of the last run, or of the kept one', async ({ page }) => {
  await openChart(page, '#mode=coverage');
  await expect(page.getByText(/^\d+ of \d+ transitions taken/)).toBeVisible();
  await expect(page.locator('[data-drawing] path[class*="heat"]').first()).toBeVisible();
});

test('what was never taken is red, and in a list', async ({ page }) => {
  const id = 'signedIn | signOut | 0';
  await withData(page, (text) =>
    text.replace(new RegExp(`("${id.replaceAll('|', '\\|')}":)\\d+`), '$10'),
  );
  await openChart(page, '#mode=coverage');
  await expect(page.locator('[data-drawing] path[class*="heat0"]')).toHaveCount(1);
  await page.getByRole('button', { name: id, exact: true }).click();
  await expect(page.getByTestId('state-panel')).toContainText('signedIn');
});

test('coverage of another machine, and a machine without a layout, each get one sentence', async ({
  page,
}) => {
  await withData(page, (text) => text.replace(/"machine":"[0-9a-f]{8}"/, '"machine":"00000000"'));
  await openChart(page, '#mode=coverage');
  await expect(page.getByText('was for another version of the machine')).toBeVisible();
  await page.unrouteAll();
  await withData(page, (text) =>
    text.replace(/"layouts":\{.*?\},"shortestPaths":/, '"layouts":null,"shortestPaths":'),
  );
  await page.goto('/chart');
  await page.reload();
  await expect(page.getByText('This build has no layout of the machine')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Every transition of the machine' })).toBeVisible();
});

test('exports the machine as SVG, Mermaid and JSON', async ({ page }) => {
  await openChart(page);
  const starts = { SVG: '<svg ', Mermaid: 'stateDiagram-v2', JSON: '{\n  "states"' };
  await page.getByText('Export', { exact: true }).click();
  for (const [name, start] of Object.entries(starts)) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    const path = await (await download).path();
    expect(readFileSync(path, 'utf8').startsWith(start), name).toBe(true);
  }
});

test('the table holds the same facts, and says what is active', async ({ page }) => {
  await page.goto('/chart#mode=table');
  const table = page.getByRole('table', { name: 'Every transition of the machine' });
  await expect(
    table.getByRole('row', { name: 'signedOut.exchanging result of exchange isMfaRequired' }),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: 'signedOut.default.idle Active now.' })).toBeVisible();
});
