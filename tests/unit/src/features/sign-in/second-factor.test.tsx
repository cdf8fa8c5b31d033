// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SecondFactorView } from '#machines/auth/auth.view.types.ts';
import { messages } from '#machines/rules/messages.ts';
import { SecondFactorScreen } from '#src/features/sign-in/second-factor/second-factor-screen.tsx';
import { getButton, getField, renderScreen } from '#tests/unit/support/render.tsx';
import { noticeOf, secondFactorView } from '#tests/unit/support/view-fixtures.ts';

const APP_CODE = 'Code from your authenticator app';
const code = secondFactorView({ name: 'code', busy: false, refusals: 0 });
const recovery = secondFactorView({ name: 'recovery', busy: false, refusals: 0 });
const enrolment = {
  secret: 'JBSWY3DPEHPK3PXP',
  qrCode: 'data:image/png;base64,AAAA',
  recoveryCodes: [],
};
const enrolling = secondFactorView({ name: 'enrolling', busy: false, refusals: 0, enrolment });
const saving = secondFactorView({ name: 'savingCodes', recoveryCodes: ['aaaa-1111', 'bbbb-2222'] });
const title = () => screen.getByRole('heading', { level: 1 }).textContent;

describe('every step but the last', () => {
  const steps: [string, SecondFactorView, string][] = [
    ['code', code, 'Confirm it is you'],
    ['recovery', recovery, 'Confirm it is you'],
    ['enrolling', enrolling, 'Set up your authenticator app'],
    [
      'preparing',
      secondFactorView({ name: 'preparing', failed: false }),
      'Set up your authenticator app',
    ],
    [
      'failed',
      secondFactorView({ name: 'preparing', failed: true }),
      'Set up your authenticator app',
    ],
    ['unsupported', secondFactorView({ name: 'unsupported' }), 'Confirm it is you'],
  ];

  it.each(steps)('%s: says why under a true heading, and leads back', async (_, view, heading) => {
    const { sent, user } = renderScreen<SecondFactorView>(SecondFactorScreen, {
      ...view,
      notice: noticeOf('info', messages.mfaRequired),
    });
    expect(title()).toBe(heading);
    expect(screen.getAllByText(messages.mfaRequired)).toHaveLength(1);
    await user.click(getButton('← Choose a different organization'));
    expect(sent).toEqual([{ type: 'organization.chooseDifferent' }]);
  });
});

describe('the code of the app', () => {
  it('has the focus, and sends itself on the sixth digit', async () => {
    const { sent, user } = renderScreen<SecondFactorView>(SecondFactorScreen, code);
    expect(document.activeElement).toBe(getField(APP_CODE));
    await user.keyboard('123456');
    expect(sent).toEqual([{ type: 'factor.verify', code: '123456' }]);
  });

  it('is busy while it is checked, with the focus kept [R1.12]', async () => {
    const { sent, user } = renderScreen<SecondFactorView>(SecondFactorScreen, code, (_, view) => ({
      ...view,
      step: { name: 'code', busy: true, refusals: 0 },
    }));
    await user.keyboard('123456{Enter}');
    expect(getButton('Verifying...').getAttribute('aria-busy')).toBe('true');
    expect(document.activeElement).toBe(getField(APP_CODE));
    await user.click(getButton('Use a recovery code'));
    expect(sent).toHaveLength(1);
  });

  it('shows a refusal, and selects what was refused', async () => {
    const { user, showNext } = renderScreen<SecondFactorView>(SecondFactorScreen, code);
    await user.keyboard('123456');
    showNext((view) => ({
      ...view,
      notice: noticeOf('error', messages.factorCodeWrong),
      step: { name: 'code', busy: false, refusals: 1 },
    }));
    expect(screen.getByRole('alert').textContent).toContain(messages.factorCodeWrong);
    expect(getField(APP_CODE).selectionEnd).toBe(6);
    expect(getField(APP_CODE).selectionStart).toBe(0);
  });
});

describe('a recovery code', () => {
  it('takes the place of the app, with the focus', async () => {
    const { sent, user, showNext } = renderScreen<SecondFactorView>(SecondFactorScreen, code);
    await user.click(getButton('Use a recovery code'));
    expect(sent).toEqual([{ type: 'factor.useRecoveryCode' }]);
    showNext(() => recovery);
    expect(document.activeElement).toBe(getField('Recovery code'));
    await user.click(getButton('Use your authenticator app'));
    expect(sent.at(-1)).toEqual({ type: 'factor.useCode' });
    showNext(() => code);
    expect(document.activeElement).toBe(getField(APP_CODE));
  });

  it('is sent by Enter, trimmed, once', async () => {
    const { sent, user } = renderScreen<SecondFactorView>(
      SecondFactorScreen,
      recovery,
      (_, view) => ({
        ...view,
        step: { name: 'recovery', busy: true, refusals: 0 },
      }),
    );
    expect(getButton('Continue').disabled).toBe(true);
    await user.keyboard('  aaaa-1111 {Enter}{Enter}x');
    expect(sent).toEqual([{ type: 'factor.recover', recoveryCode: 'aaaa-1111' }]);
    expect(getField('Recovery code').value).toBe('  aaaa-1111 ');
  });

  it('is selected when it was refused', async () => {
    const { user, showNext } = renderScreen<SecondFactorView>(SecondFactorScreen, recovery);
    await user.keyboard('aaaa');
    showNext((view) => ({ ...view, step: { name: 'recovery', busy: false, refusals: 1 } }));
    const input = getField('Recovery code');
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, 4]);
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('setting up an app', () => {
  it('waits, and can be tried again', async () => {
    const { sent, user, showNext } = renderScreen(
      SecondFactorScreen,
      secondFactorView({ name: 'preparing', failed: false }),
    );
    expect(screen.getByText('Preparing…').getAttribute('role')).toBe('status');
    showNext(() => secondFactorView({ name: 'preparing', failed: true }));
    await user.click(getButton('Try again'));
    expect(sent).toEqual([{ type: 'factor.retry' }]);
  });

  it('shows the picture and the key, which can be copied', async () => {
    const { user } = renderScreen<SecondFactorView>(SecondFactorScreen, enrolling);
    const picture = screen.getByRole('img', { name: /QR code/ });
    expect(picture.getAttribute('src')).toBe(enrolment.qrCode);
    expect(screen.getByText(enrolment.secret).tagName).toBe('CODE');
    await user.click(getButton('Copy key'));
    expect(await navigator.clipboard.readText()).toBe(enrolment.secret);
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  });

  it('takes the first code', async () => {
    const { sent, user } = renderScreen<SecondFactorView>(SecondFactorScreen, enrolling);
    await user.type(getField(APP_CODE), '123456');
    expect(sent).toEqual([{ type: 'factor.enrolled', code: '123456' }]);
  });
});

describe('saving the recovery codes', () => {
  it('shows, copies and downloads them, then goes on [R10.4]', async () => {
    const { sent, user } = renderScreen<SecondFactorView>(SecondFactorScreen, saving);
    expect(title()).toBe('Save your recovery codes');
    expect(screen.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      'aaaa-1111',
      'bbbb-2222',
    ]);
    await user.click(getButton('Copy recovery codes'));
    expect(await navigator.clipboard.readText()).toBe('aaaa-1111\nbbbb-2222');
    const download = screen.getByRole('link', { name: 'Download' });
    expect(download.getAttribute('download')).toBe('recovery-codes.txt');
    expect(decodeURIComponent(download.getAttribute('href') ?? '')).toBe(
      'data:text/plain;charset=utf-8,Recovery codes for Acme\n\naaaa-1111\nbbbb-2222\n',
    );
    await user.click(getButton('I have saved them'));
    expect(sent).toEqual([{ type: 'codes.saved' }]);
  });

  it('has no way past them [R10.5]', () => {
    renderScreen<SecondFactorView>(SecondFactorScreen, saving);
    expect(screen.queryByRole('button', { name: /Choose a different/ })).toBeNull();
  });
});

it('says when the organization asks for what is not offered [R10.6]', () => {
  renderScreen<SecondFactorView>(SecondFactorScreen, secondFactorView({ name: 'unsupported' }));
  expect(screen.getByText(messages.secondFactorUnsupported)).toBeTruthy();
});
