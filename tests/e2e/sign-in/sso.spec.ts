import { expectNoViolations } from '../support/axe.ts';
import { openList, openVerification } from '../support/plant.ts';
import {
  button,
  chooseAccount,
  expect,
  expectState,
  organizationRow,
  SIGNED_IN,
  shownText,
  test,
} from '../support/test.ts';

const KIM = 'kim@kestrel.example';

test('a member of an organization that allows single sign-on only signs in [R9.9]', {
  tag: '@smoke',
}, async ({ page }) => {
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

test('single sign-on that is cancelled or cannot start says so, and leaves the list [R4.5, R9.9]', async ({
  page,
  context,
}) => {
  await openVerification(page, KIM, 'kestrel');
  await context.setOffline(true);
  await button(page, 'Continue with Kestrel ID').click();
  await expect(shownText(page, /^We could not reach the sign-in service/)).toBeVisible();
  await context.setOffline(false);
  await organizationRow(page, 'kestrel').click();
  await button(page, 'Continue with Kestrel ID').click();
  await button(page, 'Cancel').click();
  await expect(shownText(page, 'Sign-in was cancelled. You were not signed in.')).toBeVisible();
  await expect(organizationRow(page, 'kestrel')).toBeVisible();
});

test('a sign-in that the identity provider starts is confirmed first [R9.10]', async ({
  page,
  site,
}) => {
  const query = new URLSearchParams({
    connection_id: 'oidc-connection-test-kestrel',
    app: site.origin,
  });
  await page.goto(`/_emulator/identity-provider?${query}`);
  await chooseAccount(page, KIM);
  await button(page, 'Continue').click();
  await expectState(page, SIGNED_IN);
});
