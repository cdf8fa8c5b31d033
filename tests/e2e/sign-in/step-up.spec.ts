import type { Page } from '@playwright/test';
import type { EmulatorClient } from '#emulator/control/control-client.ts';
import { holdRequests } from '../support/hold-requests.ts';
import {
  continueWithGoogle,
  expect,
  expectState,
  organizationRow,
  test,
} from '../support/product-test.ts';

const BEN = 'ben@birch.example';
const MASKED = 'b***@birch.example';

async function goToStepUp(page: Page, slug: string): Promise<void> {
  await page.goto('/policies?filter=yes');
  await continueWithGoogle(page, BEN);
  await organizationRow(page, slug).click();
  await expectState(page, /^signedOut\.stepUp/);
}

const codeField = (page: Page) => page.getByPlaceholder('Enter 6-digit code');
const sendCode = (page: Page) => page.getByRole('button', { name: 'Send verification code' });
const sendLink = (page: Page) => page.getByRole('button', { name: 'Send magic link' });

async function newestCode(emulator: EmulatorClient): Promise<string> {
  const [mail] = (await emulator.inbox(BEN)).filter(({ kind }) => kind === 'otp');
  return mail?.code ?? '';
}

async function newestLink(emulator: EmulatorClient): Promise<string> {
  await expect
    .poll(
      async () => (await emulator.inbox(BEN)).filter(({ kind }) => kind === 'magic_link').length,
    )
    .toBeGreaterThan(0);
  const [mail] = (await emulator.inbox(BEN)).filter(({ kind }) => kind === 'magic_link');
  return mail?.link ?? '';
}

async function countCalls(emulator: EmulatorClient, path: string): Promise<number> {
  return (await emulator.calls()).filter((call) => call.endsWith(path)).length;
}

test.describe('verifying the e-mail by a code', () => {
  test('names the masked address and the organization, and completes the sign-in [R8.1, R8.4, R8.10, R8.12, R8.13]', {
    tag: '@smoke',
  }, async ({ page, emulator }) => {
    await goToStepUp(page, 'birch');
    await expect(
      page.getByRole('heading', { name: 'Verify your email to continue' }),
    ).toBeVisible();
    await expect(page.getByText(MASKED).first()).toBeVisible();
    await expect(page.getByText('Birch Labs').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Verify code' })).toBeDisabled();
    expect(await page.content()).not.toContain(BEN);

    await sendCode(page).click();
    await expect(page.getByText(`Verification code sent to ${MASKED}.`)).toBeVisible();
    await codeField(page).fill(await newestCode(emulator));
    await expectState(page, 'signedIn.authenticated');
    await expect(page).toHaveURL(/\/policies\?filter=yes$/);
    expect(await countCalls(emulator, '/otps/email/discovery/authenticate')).toBe(1);
  });

  test('shows a text for each pending request, and a message of success [R8.2, R8.4, R8.12]', async ({
    page,
    emulator,
  }) => {
    await goToStepUp(page, 'birch');
    const send = await holdRequests(page, '**/b2b/otps/email/discovery/send');
    const verify = await holdRequests(page, '**/b2b/otps/email/discovery/authenticate');
    const exchange = await holdRequests(page, '**/intermediate_sessions/exchange');
    await sendCode(page).click();
    await expect(page.getByRole('button', { name: 'Sending code...' })).toBeVisible();
    send();
    await expectState(page, /awaitingCode/);
    await codeField(page).fill(await newestCode(emulator));
    await expect(page.getByRole('button', { name: 'Verifying...' })).toBeVisible();
    verify();
    await expect(page.getByText('Email verified! Completing sign-in...')).toBeVisible();
    exchange();
    await expectState(page, 'signedIn.authenticated');
  });

  test('finds the code in a pasted sentence and submits it once [R8.14]', async ({
    page,
    emulator,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await goToStepUp(page, 'cedar');
    await sendCode(page).click();
    await expectState(page, /awaitingCode/);
    const code = await newestCode(emulator);
    const pasted = `Code: ${code.slice(0, 3)} ${code.slice(3)}`;
    await codeField(page).focus();
    await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
    await page.keyboard.press('Control+V');
    await page.keyboard.press('Enter');
    await expectState(page, 'signedIn.authenticated');
    expect(await countCalls(emulator, '/otps/email/discovery/authenticate')).toBe(1);
  });

  test('a double click sends one request, and none of a code with too few digits [R8.4]', async ({
    page,
    emulator,
  }) => {
    await goToStepUp(page, 'cedar');
    await sendCode(page).dblclick();
    await expectState(page, /awaitingCode/);
    expect(await countCalls(emulator, '/otps/email/discovery/send')).toBe(1);
    await codeField(page).fill('12345');
    await page.getByRole('button', { name: 'Verify code' }).dblclick();
    await expect(page.getByText('The code has six digits.')).toBeVisible();
    expect(await countCalls(emulator, '/otps/email/discovery/authenticate')).toBe(0);
  });

  test('a wrong code is explained at the field, keeps the focus and selects the text [R8.15, R15.12]', async ({
    page,
    emulator,
  }) => {
    await goToStepUp(page, 'cedar');
    await sendCode(page).click();
    await expectState(page, /awaitingCode/);
    const right = await newestCode(emulator);
    const wrong = right === '000000' ? '000001' : '000000';
    await codeField(page).fill(wrong);
    await expect(page.getByRole('alert')).toContainText('That code is wrong');
    await expect(codeField(page)).toHaveAccessibleDescription(/^That code is wrong/);
    await expect(codeField(page)).toBeFocused();
    const selected = await codeField(page).evaluate((field) =>
      field instanceof HTMLInputElement
        ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
        : '',
    );
    expect(selected).toBe(wrong);
    await page.keyboard.type(right);
    await expectState(page, 'signedIn.authenticated');
  });

  test('five wrong codes make the right one invalid, too [R8.15]', async ({ page, emulator }) => {
    await goToStepUp(page, 'cedar');
    await sendCode(page).click();
    await expectState(page, /awaitingCode/);
    const right = await newestCode(emulator);
    for (const digit of ['1', '2', '3', '4', '5']) {
      const wrong = digit.repeat(6) === right ? '678901' : digit.repeat(6);
      await codeField(page).fill(wrong);
      await expect(page.getByRole('alert')).toBeVisible();
      await expectState(page, /awaitingCode/);
    }
    await codeField(page).fill(right);
    await expect(page.getByRole('alert')).toBeVisible();
    await expectState(page, /^signedOut\.stepUp/);
  });

  test('the cooldown is shown, also after a reload, and does not block the code field [R8.16, R8.18]', async ({
    page,
    emulator,
  }) => {
    await goToStepUp(page, 'cedar');
    await sendCode(page).click();
    const resend = page.getByRole('button', { name: 'Send a new code', exact: true });
    const countdown = page.getByText(/Send a new code in \d+ s/);
    await expect(countdown).toBeVisible();
    await page.reload();
    await expect(countdown).toBeVisible();
    await expect(page.getByText(`Verification code sent to ${MASKED}.`)).toBeVisible();
    await resend.click({ force: true });
    expect(await countCalls(emulator, '/otps/email/discovery/send')).toBe(1);
    await codeField(page).fill(await newestCode(emulator));
    await expectState(page, 'signedIn.authenticated');
  });

  test('a link can be requested while a code is awaited [R8.6, R8.18]', async ({
    page,
    emulator,
  }) => {
    await goToStepUp(page, 'birch');
    await sendCode(page).click();
    await expectState(page, /awaitingCode/);
    await expect(sendLink(page)).toBeHidden();
    await page.getByText('Use a link instead').click();
    await sendLink(page).click();
    await page.goto(await newestLink(emulator));
    await expectState(page, 'signedIn.authenticated');
  });

  test('“Choose a different organization” returns to the list [R8.8]', async ({ page }) => {
    await goToStepUp(page, 'birch');
    await page.getByRole('button', { name: '← Choose a different organization' }).click();
    await expect(organizationRow(page, 'cedar')).toBeVisible();
    const stored = await page.evaluate(() => sessionStorage.getItem('stytch_step_up'));
    expect(stored).toBeNull();
  });

  test('a missing e-mail address shows an error when a code is requested [R8.9]', async ({
    page,
  }) => {
    await goToStepUp(page, 'birch');
    await page.evaluate(() => {
      sessionStorage.removeItem('discovery_email_address');
      const step = JSON.parse(sessionStorage.getItem('stytch_step_up') ?? '{}');
      sessionStorage.setItem('stytch_step_up', JSON.stringify({ ...step, emailAddress: null }));
    });
    await page.reload();
    await sendCode(page).click();
    await expect(
      page.getByText(
        'We were unable to determine your email address. Please restart the login flow.',
      ),
    ).toBeVisible();
  });
});

test.describe('verifying the e-mail by a link', () => {
  test('opened in a second tab, it completes the sign-in of the waiting tab, and both are signed in [R3.6, R8.11, R9.1]', async ({
    page,
    context,
    emulator,
  }) => {
    await goToStepUp(page, 'dune');
    await expect(sendCode(page)).toHaveCount(0);
    await sendLink(page).click();
    await expect(
      page.getByText(`Magic link sent to ${MASKED}. Open the link in your inbox to continue.`),
    ).toBeVisible();
    const opened = await context.newPage();
    await opened.goto(await newestLink(emulator));
    await expectState(page, 'signedIn.authenticated');
    await expect(page).toHaveURL(/\/policies\?filter=yes$/);
    await expectState(opened, /^signedIn/);
    await expect(opened).toHaveURL(/\/policies$/);
    expect(opened.url()).not.toContain('token');
  });

  test('opened in a browser that did not request it, it needs a confirmation [R9.2]', async ({
    page,
    browser,
    emulator,
  }) => {
    await goToStepUp(page, 'birch');
    await sendLink(page).click();
    await emulator.clearRequests();
    const other = await (await browser.newContext()).newPage();
    await other.goto(await newestLink(emulator));
    await expect(other.getByRole('heading', { name: 'Open your sign-in link' })).toBeVisible();
    expect(await emulator.calls()).toEqual([]);
    await other.getByRole('button', { name: 'Open the link' }).click();
    await other.getByRole('button', { name: 'Continue as b***@birch.example' }).click();
    await organizationRow(other, 'birch').click();
    await expectState(other, 'signedIn.authenticated');
    await other.context().close();
  });

  test('opened in the waiting tab, it completes the sign-in there [R2.2, R8.12]', async ({
    page,
    emulator,
  }) => {
    await goToStepUp(page, 'dune');
    await sendLink(page).click();
    await page.goto(await newestLink(emulator));
    await expectState(page, 'signedIn.authenticated');
  });

  test('opened a second time, it shows a message on the working login screen [R9.3]', async ({
    page,
    context,
    emulator,
  }) => {
    await goToStepUp(page, 'dune');
    await sendLink(page).click();
    const link = await newestLink(emulator);
    await page.goto(link);
    await expectState(page, 'signedIn.authenticated');
    await context.clearCookies();
    await page.evaluate(() => localStorage.clear());
    const again = await context.newPage();
    await again.goto(link);
    await again.getByRole('button', { name: 'Open the link' }).click();
    await expect(again.getByRole('alert')).toContainText('already used or has expired');
    await expect(again.getByRole('button', { name: 'Google' })).toBeEnabled();
  });

  test('opened after it has expired, it shows a message [R9.3]', async ({
    page,
    context,
    emulator,
  }) => {
    await goToStepUp(page, 'dune');
    await sendLink(page).click();
    const link = await newestLink(emulator);
    await emulator.advanceClock(2 * 60 * 60 * 1_000);
    const opened = await context.newPage();
    await opened.goto(link);
    await expect(opened.getByRole('alert')).toContainText('already used or has expired');
  });

  test('still works after a mail scanner has fetched it', async ({ page, emulator, request }) => {
    await goToStepUp(page, 'dune');
    await sendLink(page).click();
    const link = await newestLink(emulator);
    await request.get(link);
    await page.goto(link);
    await expectState(page, 'signedIn.authenticated');
  });

  test('opened in another browser although the project requires PKCE, it shows where to open it [R9.4]', async ({
    page,
    browser,
    emulator,
  }) => {
    await emulator.updateProject({ pkce_required_for_email_magic_links: true });
    await goToStepUp(page, 'dune');
    await sendLink(page).click();
    const link = await newestLink(emulator);
    const other = await (await browser.newContext()).newPage();
    await other.goto(link);
    await other.getByRole('button', { name: 'Open the link' }).click();
    await expect(
      other.getByText(
        'This link cannot be used in this browser. Open it in the one where you asked for it.',
      ),
    ).toBeVisible();
    await other.context().close();
    await page.goto(link);
    await expectState(page, 'signedIn.authenticated');
  });
});

test.describe('an organization', () => {
  test('that allows only codes offers no link [R8.6]', async ({ page }) => {
    await goToStepUp(page, 'cedar');
    await expect(sendCode(page)).toBeVisible();
    await expect(sendLink(page)).toHaveCount(0);
  });

  test('that allows neither codes nor links shows a message and a button back to the list [R8.7]', async ({
    page,
  }) => {
    await goToStepUp(page, 'ember');
    await expect(
      page.getByText(
        'Your organization requires a different verification method. Please contact your administrator for assistance.',
      ),
    ).toBeVisible();
    await expect(sendCode(page)).toHaveCount(0);
    await expect(sendLink(page)).toHaveCount(0);
    await page.getByRole('button', { name: '← Choose a different organization' }).click();
    await expect(organizationRow(page, 'birch')).toBeVisible();
  });
});

test('a link that is opened after its tab was closed goes on with the organization of that tab [R9.6, R8.12]', async ({
  page,
  context,
  emulator,
}) => {
  await goToStepUp(page, 'birch');
  await sendLink(page).click();
  const link = await newestLink(emulator);
  const opened = await context.newPage();
  await page.close();
  const release = await holdRequests(opened, /intermediate_sessions\/exchange/);
  await opened.goto(link);
  await expect(opened.getByText('Email verified! Completing sign-in...')).toBeVisible();
  await expectState(opened, 'signedOut.exchanging');
  release();
  await expectState(opened, 'signedIn.authenticated');
  await expect(opened.getByRole('button', { name: /Birch Labs/ }).first()).toBeVisible();
});

test('a new tab during a step-up shows the selection', async ({ page, context }) => {
  await goToStepUp(page, 'birch');
  const other = await context.newPage();
  await other.goto('/');
  await expect(organizationRow(other, 'birch')).toBeVisible();
});
