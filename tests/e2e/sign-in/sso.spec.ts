import { expectNoViolations } from '../support/axe.ts';
import { openList } from '../support/plant.ts';
import {
  button,
  chooseAccount,
  expect,
  expectState,
  organizationRow,
  SIGNED_IN,
  test,
} from '../support/test.ts';

const KIM = 'kim@kestrel.example';

test('a member of an organization that allows single sign-on only signs in [R9.9]', async ({
  page,
}) => {
  await openList(page, KIM);
  await expect(organizationRow(page, 'kestrel')).toContainText('Uses single sign-on');
  await expectNoViolations(page, 'list with single sign-on');
  await organizationRow(page, 'kestrel').click();
  await expect(button(page, 'Continue with Kestrel ID')).toBeVisible();
  await expectNoViolations(page, 'single sign-on');
  await button(page, 'Continue with Kestrel ID').click();
  await chooseAccount(page, KIM);
  await expectState(page, SIGNED_IN);
  await expect(button(page, /^Organization: Kestrel/)).toBeVisible();
});
