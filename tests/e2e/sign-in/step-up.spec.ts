import type { Page } from '@playwright/test';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { openVerification } from '../support/plant.ts';
import {
  BEN,
  button,
  codeField,
  expect,
  expectState,
  SIGNED_IN,
  shownText,
  test,
  waitForMail,
} from '../support/test.ts';

const MASKED = 'b***@birch.example';

const goToStepUp = (page: Page, slug: string) =>
  openVerification(page, BEN, slug, `${FIRST_PAGE}?filter=yes`);
const sendCode = (page: Page) => button(page, 'Send verification code');
const sendLink = (page: Page) => button(page, 'Send magic link');

test('a code completes the sign-in, and only the masked address is on the page [R8.1, R8.4, R8.10, R8.12, R8.13]', {
  tag: '@smoke',
}, async ({ page, emulator }) => {
  await goToStepUp(page, 'birch');
  await expect(page.getByRole('heading', { name: 'Verify your email to continue' })).toBeVisible();
  await expect(shownText(page, MASKED).first()).toBeVisible();
  await expect(shownText(page, 'Birch Labs').first()).toBeVisible();
  await expect(button(page, 'Verify code')).toBeDisabled();
  expect(await page.content()).not.toContain(BEN);
  await sendCode(page).click();
  await expect(shownText(page, `Verification code sent to ${MASKED}.`)).toBeVisible();
  await codeField(page).fill(await waitForMail(emulator, BEN, 'otp'));
  await expectState(page, SIGNED_IN);
  await expect(page).toHaveURL(`${FIRST_PAGE}?filter=yes`);
});

test('a link opened in a second tab signs in there, and the tab that waits follows [R3.6, R8.11, R9.1]', {
  tag: '@smoke',
}, async ({ page, context, emulator }) => {
  await goToStepUp(page, 'dune');
  await expect(sendCode(page)).toHaveCount(0);
  await sendLink(page).click();
  await expect(
    shownText(page, `Magic link sent to ${MASKED}. Open the link in your inbox to continue.`),
  ).toBeVisible();
  const opened = await context.newPage();
  await opened.goto(await waitForMail(emulator, BEN, 'magic_link'));
  await expectState(opened, SIGNED_IN);
  await expect(opened).toHaveURL(`${FIRST_PAGE}?filter=yes`);
  await expectState(page, /^signedIn/);
  await expect(page).toHaveURL(`${FIRST_PAGE}?filter=yes`);
});

test('a code that an input method composes in full-width digits is sent once, when it is whole [R1.15, R8.3]', {
  tag: '@chromium',
}, async ({ page, emulator }) => {
  await goToStepUp(page, 'birch');
  await sendCode(page).click();
  await expectState(page, /otp\.awaitingCode/);
  const code = await waitForMail(emulator, BEN, 'otp');
  const fullWidth = code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  await codeField(page).focus();
  // Only Chromium lets a test compose a text.
  const session = await page.context().newCDPSession(page);
  for (let length = 1; length <= fullWidth.length; length += 1) {
    const text = fullWidth.slice(0, length);
    const caret = { selectionStart: length, selectionEnd: length };
    await session.send('Input.imeSetComposition', { text, ...caret });
    await expect(codeField(page)).toHaveValue(text);
  }
  await session.send('Input.insertText', { text: fullWidth });
  await expectState(page, SIGNED_IN);
  const sent = (await emulator.requests()).filter(({ path }) =>
    path.endsWith('/otps/email/discovery/authenticate'),
  );
  expect(sent.map(({ body }) => body)).toMatchObject([{ code }]);
});
