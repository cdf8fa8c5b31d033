// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { SecondFactorView } from '#machines/auth/second-factor/second-factor.view.ts';
import { PRODUCT_NAME } from '#src/brand/brand.ts';
import { sentenceOf } from '#src/features/sign-in/notices.ts';
import { SecondFactorScreen } from '#src/features/sign-in/second-factor/second-factor-screen.tsx';
import {
  describedBy,
  findSettled,
  getButton,
  getField,
  renderScreen,
} from '#tests/unit/support/render.tsx';
import { buildSecondFactorView, recoveryView } from '#tests/unit/support/second-factor-views.ts';
import { buildNotice } from '#tests/unit/support/view-fixtures.ts';

const APP_CODE = 'Code from your authenticator app';
const enrolment = {
  secret: 'JBSWY3DPEHPK3PXP',
  qrCode: 'data:image/png;base64,AAAA',
  recoveryCodes: [],
};
const entry = { busy: false, rejections: 0 };
const codeView = buildSecondFactorView({ name: 'code', ...entry });
const enrollingView = buildSecondFactorView({ name: 'enrolling', ...entry, enrolment });
const preparingView = buildSecondFactorView({ name: 'preparing', failed: false });
const unsupportedView = buildSecondFactorView({ name: 'unsupported' });
const show = (view: SecondFactorView, afterEvent: Partial<SecondFactorView> = {}) =>
  renderScreen<SecondFactorView>(SecondFactorScreen, view, afterEvent);
const headingText = () => screen.getByRole('heading', { level: 1 }).textContent;

it.each([
  ['Enter your authenticator code', codeView],
  ['Enter a recovery code', recoveryView],
  ['Set up your authenticator app', enrollingView],
  ['Set up your authenticator app', preparingView],
  ["This organization's second factor is not available here", unsupportedView],
])('"%s" says once why [R10.6]', (heading, view) => {
  show({
    ...view,
    notice: buildNotice('info', '', { code: 'mfaRequired' }),
  });
  expect(headingText()).toBe(heading);
  expect(screen.getAllByText(sentenceOf({ code: 'mfaRequired' }))).toHaveLength(1);
  const isUnsupported = view === unsupportedView;
  expect(screen.queryByText(/You are signing in to/) === null).toBe(isUnsupported);
  expect(screen.queryByText(/asks for a code by text message/) !== null).toBe(isUnsupported);
});

it('warns before the sign-in expires, in a region that was there before [R6.17]', () => {
  const { showNext } = show(codeView);
  const regions = screen.getAllByRole('status');
  const warning = () => screen.getByText(/expires in less than 2 minutes/);
  showNext((view) => ({ ...view, expiring: true }));
  expect(warning().textContent).toContain('start again with Google.');
  expect(regions).toContain(warning().closest('[role="status"]'));
  showNext(() => ({ ...enrollingView, expiring: true }));
  expect(warning().textContent).toMatch(
    /Enter the code before then, or sign in again and scan a new QR code\.$/,
  );
});

describe('the authenticator code', () => {
  it('has the focus, names the organization, and sends the code on the sixth digit', async () => {
    const { sent, user } = show(codeView);
    expect(document.title).toBe('Enter your authenticator code - Acme');
    expect(document.activeElement).toBe(getField(APP_CODE));
    expect(describedBy(getField(APP_CODE))).toBe(
      'We check the code when you type its sixth digit. You are signing in to Acme.',
    );
    await user.keyboard('123456');
    expect(sent).toEqual([{ type: 'factor.verify', code: '123456' }]);
  });

  it('takes the focus without scrolling further than it must [R1.11]', () => {
    const focus = vi.spyOn(HTMLElement.prototype, 'focus');
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    show(codeView);
    expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
    // A step before may have been scrolled.
    expect(scroll.mock.calls.slice(-2)).toEqual([[], [{ block: 'nearest' }]]);
    expect(scroll.mock.contexts.at(-2)).toBe(screen.getByRole('main'));
  });
});

describe('the recovery code', () => {
  it('replaces the authenticator code, with the focus in its empty field', async () => {
    const { user, showNext } = show(codeView);
    await user.keyboard('12');
    showNext(() => recoveryView);
    expect(document.activeElement).toBe(getField('Recovery code'));
    expect(getField('Recovery code').value).toBe('');
    expect(describedBy(getField('Recovery code'))).toBe(
      'Each recovery code works once. You are signing in to Acme.',
    );
    showNext(() => codeView);
    expect(document.activeElement).toBe(getField(APP_CODE));
  });

  it('is sent once by Enter, without spaces and not blank, which is announced while it lasts [R1.25, R10.3]', async () => {
    const { sent, user } = show(recoveryView, {
      step: { name: 'recovery', busy: true, rejections: 0 },
    });
    await user.keyboard('  {Enter}');
    expect(getButton('Continue').disabled).toBe(true);
    await user.keyboard('aaaa 111111{Enter}{Enter}x');
    expect(getButton('Verifying...').getAttribute('aria-busy')).toBe('true');
    expect(sent).toEqual([{ type: 'factor.recover', code: 'aaaa111111' }]);
    expect(getField('Recovery code').value).toBe('aaaa111111');
    await findSettled('Verifying...');
  });

  it('is selected and explained at the field after a rejection [R15.12]', async () => {
    const { user, showNext } = show(recoveryView);
    await user.keyboard('aaaa');
    showNext((view) => ({
      ...view,
      notice: buildNotice('error', sentenceOf({ code: 'secondFactorRecoveryWrong' }), {
        isAboutInput: true,
      }),
      step: { name: 'recovery', busy: false, rejections: 1 },
    }));
    const input = getField('Recovery code');
    expect(screen.getByRole('alert').textContent).toBe(
      sentenceOf({ code: 'secondFactorRecoveryWrong' }),
    );
    expect(describedBy(input)).toBe(
      `${sentenceOf({ code: 'secondFactorRecoveryWrong' })} You are signing in to Acme.`,
    );
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, 4]);
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the enrolment', () => {
  it('shows the QR code, the key in groups of four, and a link that opens an app [R1.11, R10.4]', async () => {
    const organization = { ...enrollingView.organization, name: 'Acme & Co' };
    const { user } = show({ ...enrollingView, organization });
    // The code comes after the other steps.
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    const qrCode = screen.getByRole('img', { name: /QR code/ });
    expect(qrCode.getAttribute('src')).toBe(enrolment.qrCode);
    const groups = screen.getByRole('code').children;
    expect([...groups].map((group) => group.textContent)).toEqual(['JBSW', 'Y3DP', 'EHPK', '3PXP']);
    expect(screen.getByRole('code').textContent).toBe(enrolment.secret);
    const open = screen.getByRole('link', { name: 'Open an authenticator app on this device' });
    expect(open.getAttribute('href')).toBe(
      `otpauth://totp/${PRODUCT_NAME}:Acme%20%26%20Co?secret=${enrolment.secret}&issuer=${PRODUCT_NAME}`,
    );
    await user.click(getButton('Copy key'));
    expect(await navigator.clipboard.readText()).toBe(enrolment.secret);
    const copied = await screen.findByText('Copied.');
    expect(copied.closest('[role="status"]')).not.toBeNull();
    // A name that changes would be read beside the announcement.
    expect(screen.getByRole('button', { name: 'Copy key' }).textContent).toBe('Copy');
    await user.click(getButton('Copy key'));
    await waitFor(() => expect(screen.getByText('Copied.')).not.toBe(copied));
  });

  it.each([
    ['opens', 'a mouse', false],
    ['collapses', 'a finger', true],
  ])('%s the QR code for %s: a phone cannot scan its own screen [R10.4]', (_, __, matches) => {
    const query = window.matchMedia('(pointer: coarse)');
    vi.spyOn(query, 'matches', 'get').mockReturnValue(matches);
    vi.spyOn(window, 'matchMedia').mockReturnValue(query);
    show(enrollingView);
    expect(document.querySelector('details')?.open).toBe(!matches);
  });
});

it('shows, copies and downloads the recovery codes, then continues [R10.4]', async () => {
  const recoveryCodes = ['aaaa-1111', 'bbbb-2222'];
  const { sent, user } = show(buildSecondFactorView({ name: 'savingCodes', recoveryCodes }));
  expect(headingText()).toBe('Save your recovery codes');
  // Nothing skips it (R10.5).
  expect(screen.queryByRole('button', { name: /Choose a different/ })).toBeNull();
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items).toEqual(recoveryCodes);
  await user.click(getButton('Copy recovery codes'));
  expect(await navigator.clipboard.readText()).toBe('aaaa-1111\nbbbb-2222');
  const download = screen.getByRole('link', { name: 'Download recovery codes' });
  expect(download.getAttribute('download')).toBe('recovery-codes.txt');
  expect(download.getAttribute('href')).toBe(
    `data:text/plain;charset=utf-8,${encodeURIComponent('Recovery codes for Acme\n\naaaa-1111\nbbbb-2222\n')}`,
  );
  await user.click(getButton('I have saved them'));
  expect(sent).toEqual([{ type: 'codes.saved' }]);
});
