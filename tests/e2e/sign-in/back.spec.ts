import { BEN, LIST } from '../support/app.ts';
import { expect, test } from '../support/test.ts';

test('Back on a verification leads to the list, after a reload too [R2.13]', {
  tag: '@smoke',
}, async ({ page, app }) => {
  // The router is part of the pages. On a slow phone they come after the verification.
  const release = await app.holdRequests(/\/assets\/pages-/);
  await app.openVerification(BEN, 'birch');
  await app.back();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await app.expectState(LIST);
  await app.organizationRow('dune').click();
  await app.expectState(/^signedOut\.stepUp/);
  release();
  await expect.poll(() => page.evaluate(() => window.history.state)).toHaveProperty('key');
  await page.reload();
  await app.expectState(/^signedOut\.stepUp/);
  await app.back();
  await app.expectState(LIST);
});
