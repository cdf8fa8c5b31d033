import { openVerification } from '../support/plant.ts';
import { BEN, back, expect, expectState, LIST, organizationRow, test } from '../support/test.ts';

test('Back on a verification leads to the list, after a reload too [R2.13]', {
  tag: '@smoke',
}, async ({ page }) => {
  await openVerification(page, BEN, 'birch');
  await back(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectState(page, LIST);
  await organizationRow(page, 'dune').click();
  await expectState(page, /^signedOut\.stepUp/);
  await page.reload();
  await expectState(page, /^signedOut\.stepUp/);
  await back(page);
  await expectState(page, LIST);
});
