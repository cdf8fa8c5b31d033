import { FIRST_PAGE } from '#src/pages/pages.ts';
import { openChart } from '../chart/chart-page.ts';
import { signIn } from '../support/plant.ts';
import { ADA, expect, SIGNED_IN, test } from '../support/test.ts';
import { errorReports } from './telemetry.ts';

test.use({ telemetry: true, expectedConsoleErrors: { patterns: [/^an incident$/] } });

test('an error report is pasted into the chart and becomes its steps, a link and a test', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, ADA, 'acme', FIRST_PAGE);
  await page.evaluate(() => setTimeout(() => window.reportError(new Error('an incident'))));
  const find = async () =>
    (await errorReports(site.origin)).find(
      ({ exception }) => exception.values[0]?.value === 'an incident',
    );
  await expect.poll(find).toBeDefined();
  await openChart(page, '#mode=simulate');
  await page.getByText('Paste a report').click();
  await page.getByLabel(/^Error report, saved log/).fill(JSON.stringify(await find()));
  await page.getByRole('button', { name: 'Simulate its steps' }).click();
  await expect(page.getByTestId('simulated-state')).toContainText('signedIn.session.authenticated');
  await expect(page.getByTestId('steps')).toContainText('resume done');
  await page.getByRole('button', { name: 'Copy as a test' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(SIGNED_IN);
});
