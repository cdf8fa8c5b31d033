// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthEvent } from '#machines/auth/auth.types.ts';
import type { StepUpView } from '#machines/auth/auth.view.types.ts';
import { RESEND_COOLDOWN } from '#machines/rules/limits.ts';
import { messages } from '#machines/rules/messages.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import { StepUpScreen } from '#src/features/sign-in/step-up/step-up-screen.tsx';
import {
  describedBy,
  getButton,
  getField,
  getSentence,
  renderScreen,
} from '#tests/unit/support/render.tsx';
import { buildNotice, stepUpScreenView } from '#tests/unit/support/view-fixtures.ts';

const CODE = 'Verification code';
const withCode = (code: Partial<StepUpView['code']>): StepUpView => ({
  ...stepUpScreenView,
  code: { ...stepUpScreenView.code, ...code },
});
const withLink = (link: Partial<StepUpView['link']>): StepUpView => ({
  ...stepUpScreenView,
  link: { ...stepUpScreenView.link, ...link },
});
/** The views that the machine produces for these events. */
function transition(event: AuthEvent, view: StepUpView): StepUpView {
  if (event.type === 'code.send') return { ...view, code: { ...view.code, status: 'sending' } };
  if (event.type === 'code.verify') return { ...view, code: { ...view.code, status: 'verifying' } };
  if (event.type === 'link.send') return { ...view, link: { ...view.link, status: 'sending' } };
  return view;
}

/** The view when a code has arrived. */
const codeSent = (view: StepUpView): StepUpView => ({
  ...view,
  code: { ...view.code, status: 'awaitingCode', sentAt: 1 },
});

/** Whether an element comes first in reading order. */
const isBefore = (first: Node, second: Node) =>
  (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

describe('StepUpScreen', () => {
  it('explains why, with the masked address and the organization [R8.1]', () => {
    renderScreen(StepUpScreen, stepUpScreenView);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
      'Verify your email to continue',
    );
    getSentence(
      'Google could not confirm that you own b***@birch.example. Verifying it connects you to Birch.',
    );
    expect(screen.queryByText(/ben@/)).toBeNull();
    expect(document.title).toBe('Verify your email to continue - Birch');
  });

  it('explains why without a known address', () => {
    renderScreen(StepUpScreen, { ...stepUpScreenView, emailAddress: null });
    getSentence(
      'Google could not confirm that you own your email address. Verifying it connects you to Birch.',
    );
  });

  it.each([
    [['email_otp'], true, false],
    [['magic_link'], false, true],
    [['email_otp', 'magic_link'], true, true],
    [[], false, false],
  ] as const)(
    'shows only the allowed methods %j [R8.6, R8.7]',
    (methods, allowsCode, allowsLink) => {
      renderScreen(StepUpScreen, { ...stepUpScreenView, methods });
      expect(screen.queryByRole('button', { name: 'Send verification code' }) !== null).toBe(
        allowsCode,
      );
      expect(screen.queryByLabelText(CODE) !== null).toBe(allowsCode);
      expect(screen.queryByRole('button', { name: 'Send magic link' }) !== null).toBe(allowsLink);
      expect(screen.queryByText('or') !== null).toBe(allowsCode && allowsLink);
      expect(screen.queryByText(/ sent to /)).toBeNull();
      const other =
        'Your organization requires a different verification method. Please contact your administrator for assistance.';
      expect(screen.queryByText(other) !== null).toBe(!allowsCode && !allowsLink);
      expect(screen.queryByText(/Verifying it connects you to/) !== null).toBe(
        allowsCode || allowsLink,
      );
    },
  );

  it('offers a code first [R8.18]', () => {
    renderScreen(StepUpScreen, stepUpScreenView);
    const sendCode = getButton('Send verification code');
    expect(isBefore(sendCode, getButton('Send magic link'))).toBe(true);
  });

  it('returns to the organizations', async () => {
    const { sent, user } = renderScreen(StepUpScreen, stepUpScreenView);
    await user.click(getButton('← Choose a different organization'));
    expect(sent).toEqual([{ type: 'organization.chooseDifferent' }]);
  });

  it('says only that the sign-in is completed while it is [R8.12]', () => {
    const sentCode = withCode({ status: 'awaitingCode', sentAt: 1 });
    const { showNext } = renderScreen(StepUpScreen, sentCode);
    const [status] = screen.getAllByRole('status');
    showNext((view) => ({ ...view, completing: true }));
    expect(status?.textContent).toBe('Email verified! Completing sign-in...');
    expect(screen.getByRole('heading').textContent).toBe('Verify your email to continue');
    expect(screen.queryByLabelText(CODE)).toBeNull();
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});

describe('sending a code', () => {
  it('sends one code, then moves the focus to the field [R8.2]', async () => {
    const { sent, user, showNext } = renderScreen(StepUpScreen, stepUpScreenView, transition);
    await user.dblClick(getButton('Send verification code'));
    expect(sent).toEqual([{ type: 'code.send' }]);
    expect(document.activeElement).toBe(getButton('Sending code...'));
    showNext(codeSent);
    expect(document.activeElement).toBe(getField(CODE));
    expect(getButton('Send a new code')).toBeTruthy();
    expect(getSentence('Verification code sent to b***@birch.example.')).toBeTruthy();
  });

  it('moves the focus to the field also after another code was sent [R8.2, R1.11]', async () => {
    const { user, showNext } = renderScreen(StepUpScreen, codeSent(stepUpScreenView), transition);
    await user.click(getButton('Send a new code'));
    showNext((view) => ({ ...view, code: { ...view.code, status: 'awaitingCode', sentAt: 2 } }));
    expect(document.activeElement).toBe(getField(CODE));
  });

  it('leaves the focus on another element when the person moved it', async () => {
    const { user, showNext } = renderScreen(StepUpScreen, stepUpScreenView, transition);
    await user.click(getButton('Send verification code'));
    getButton('← Choose a different organization').focus();
    showNext(codeSent);
    expect(document.activeElement).toBe(getButton('← Choose a different organization'));
  });
});

describe('after a code was sent', () => {
  const view = codeSent(stepUpScreenView);

  it('says what was sent and where, before the field, also after a reload [R8.10, R8.18]', () => {
    renderScreen(StepUpScreen, view);
    const text = getSentence('Verification code sent to b***@birch.example.');
    expect(text.closest('[role="status"]')).not.toBeNull();
    expect(isBefore(text, getField(CODE))).toBe(true);
    expect(isBefore(getField(CODE), getButton('Send a new code'))).toBe(true);
    expect(screen.queryByText('or')).toBeNull();
  });

  it('stops with Tab at no sentence [R1.11]', async () => {
    const { user } = renderScreen(StepUpScreen, view);
    getField(CODE).focus();
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(document.body);
  });

  it('moves the focus to the heading when the code expires under the button for another one [R1.11, R8.20]', () => {
    const { showNext } = renderScreen(StepUpScreen, view);
    getButton('Send a new code').focus();
    showNext(() => stepUpScreenView);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('announces a second code like the first [R8.10]', () => {
    const { showNext } = renderScreen(StepUpScreen, view);
    const text = getSentence('Verification code sent to b***@birch.example.');
    showNext((current) => ({ ...current, code: { ...current.code, sentAt: 2 } }));
    expect(text.isConnected).toBe(false);
    expect(
      getSentence('Verification code sent to b***@birch.example. Only the newest code works.'),
    ).toBeTruthy();
  });

  it('collapses the link until it is asked for [R8.18]', async () => {
    const { sent, user } = renderScreen(StepUpScreen, view, transition);
    const details = document.querySelector('details');
    expect(details?.open).toBe(false);
    await user.click(screen.getByText('Use a link instead'));
    expect(details?.open).toBe(true);
    await user.click(getButton('Send magic link'));
    expect(sent).toEqual([{ type: 'link.send' }]);
    expect(details?.open).toBe(true);
  });

  it('takes the message about a refused code away when the link is opened [R8.18]', async () => {
    const refused = buildNotice('error', messagesAfterGoogle.codeWrong, { isAboutInput: true });
    const { sent, user } = renderScreen(StepUpScreen, { ...view, notice: refused });
    await user.click(screen.getByText('Use a link instead'));
    expect(sent).toEqual([{ type: 'notice.dismiss' }]);
    await user.click(screen.getByText('Use a link instead'));
    expect(sent).toHaveLength(1);
  });

  it('keeps any other message when the link is opened', async () => {
    const notice = buildNotice('error', messages.unreachable);
    const { sent, user } = renderScreen(StepUpScreen, { ...view, notice });
    await user.click(screen.getByText('Use a link instead'));
    expect(sent).toEqual([]);
  });

  it('does not collapse a link that was sent, and says once what to do without a message [R8.18]', () => {
    const linkSent = withLink({ status: 'awaitingLink', sentAt: 1 });
    const { showNext } = renderScreen(StepUpScreen, codeSent(linkSent));
    expect(document.querySelector('details')?.open).toBe(true);
    expect(screen.getAllByText(/Check your spam folder/)).toHaveLength(1);
    showNext(() => linkSent);
    expect(screen.getAllByText(/Check your spam folder/)).toHaveLength(1);
  });

  it('empties the field of a whole code that expires: it could only be refused [R8.20]', async () => {
    const { user, showNext } = renderScreen(StepUpScreen, view, { ...view, notice: null });
    await user.type(getField(CODE), '123456');
    expect(getField(CODE).value).toBe('123456');
    showNext(() => stepUpScreenView);
    expect(getField(CODE).value).toBe('');
    expect(getButton('Verify code').disabled).toBe(true);
  });

  it('keeps the typed digits when the code expires [R8.18]', async () => {
    const { user, showNext } = renderScreen(StepUpScreen, view, transition);
    await user.type(getField(CODE), '123');
    showNext(() => stepUpScreenView);
    expect(getField(CODE).value).toBe('123');
    expect(document.activeElement).toBe(getField(CODE));
    expect(getButton('Send verification code')).toBeTruthy();
  });

  it.each([
    ['ada@gmail.com', 'Open Gmail (opens in a new tab)', 'https://mail.google.com/'],
    ['ada@GoogleMail.com', 'Open Gmail (opens in a new tab)', 'https://mail.google.com/'],
    ['ada@outlook.com', 'Open Outlook (opens in a new tab)', 'https://outlook.live.com/mail/'],
    ['ada@hotmail.com', 'Open Outlook (opens in a new tab)', 'https://outlook.live.com/mail/'],
    ['ada@live.com', 'Open Outlook (opens in a new tab)', 'https://outlook.live.com/mail/'],
  ])('opens the inbox of %s in a new tab [R8.19]', (emailAddress, name, url) => {
    renderScreen(StepUpScreen, { ...view, emailAddress });
    const link = screen.getByRole('link', { name });
    expect(link.getAttribute('href')).toBe(url);
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  });

  it.each([
    null,
    'ada@gmail.com.evil.example',
    'ada@notgmail.com',
    'gmail.com@evil.example',
    '@gmail.com@evil.example',
  ])('knows no inbox of %s [R8.19]', (emailAddress) => {
    renderScreen(StepUpScreen, { ...view, emailAddress });
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('opens the inbox after a link, too, but not before anything was sent [R8.19]', () => {
    const atGmail: StepUpView = { ...stepUpScreenView, emailAddress: 'ada@gmail.com' };
    const { showNext } = renderScreen(StepUpScreen, atGmail);
    expect(screen.queryByRole('link')).toBeNull();
    const linkSent: StepUpView = withLink({ status: 'awaitingLink', sentAt: 1 });
    showNext((current) => ({ ...current, link: linkSent.link }));
    expect(screen.getAllByRole('link')).toHaveLength(1);
    showNext((current) => codeSent(current));
    expect(screen.getAllByRole('link')).toHaveLength(1);
  });
});

it.each([
  ['Sending code...', stepUpScreenView, withCode({ status: 'sending' })],
  ['Sending magic link...', stepUpScreenView, withLink({ status: 'sending' })],
  [
    'Verifying...',
    codeSent(stepUpScreenView),
    {
      ...codeSent(stepUpScreenView),
      code: { ...codeSent(stepUpScreenView).code, status: 'verifying' },
    },
  ],
] as const)('announces "%s" while it lasts [R1.25]', async (text, before, after) => {
  const { showNext } = renderScreen<StepUpView>(StepUpScreen, before);
  const spoken = () => screen.getAllByRole('status').map((status) => status.textContent);
  const regions = screen.getAllByRole('status');
  showNext(() => after);
  expect(spoken()).not.toContain(text);
  await vi.waitFor(() => expect(spoken()).toContain(text), 3_000);
  expect(screen.getAllByRole('status')).toEqual(regions);
  showNext(() => before);
  expect(spoken()).not.toContain(text);
});

describe('the resend cooldown', () => {
  const NOW = Date.UTC(2030, 0, 1);
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const sentJustNow = withCode({
    status: 'awaitingCode',
    sentAt: NOW,
    resendAt: NOW + RESEND_COOLDOWN,
  });
  const countdown = () => getButton(/^Send a new/).parentElement?.textContent ?? '';

  it('counts down beside the button, whose name stays, then allows a new code [R8.16, R8.18]', async () => {
    const { sent, user } = renderScreen(StepUpScreen, sentJustNow, transition);
    for (const [passed, left] of [
      [0, 'Send a new code in 30 s'],
      [7_000, 'Send a new code in 23 s'],
      [22_999, 'Send a new code in 1 s'],
    ] as const) {
      advance(passed);
      expect(countdown()).toContain(left);
      await user.click(getButton('Send a new code'));
    }
    expect(sent).toEqual([]);
    advance(1 + 250);
    expect(document.querySelector('[data-countdown]')).toBeNull();
    await user.click(getButton('Send a new code'));
    expect(sent).toEqual([{ type: 'code.send' }]);
  });

  it('announces nothing while it counts down [R8.18]', () => {
    renderScreen(StepUpScreen, sentJustNow);
    expect(getButton('Send a new code').closest('[role="status"], [aria-live]')).toBeNull();
    const heard = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    const before = heard();
    expect(before.join('')).not.toContain(' in ');
    advance(7_000);
    expect(heard()).toEqual(before);
  });

  it('says how long it takes when it takes the focus and when it is pressed too early [R8.18]', async () => {
    const { user } = renderScreen(StepUpScreen, sentJustNow, transition);
    const heard = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    advance(3_000);
    act(() => getButton('Send a new code').focus());
    expect(heard()).toContain('Send a new code in 27 s');
    advance(4_000);
    await user.click(getButton('Send a new code'));
    expect(heard()).toContain('Send a new code in 23 s');
    advance(5_000);
    expect(heard()).toContain('Send a new code in 23 s');
    await user.click(getButton('Send a new code'));
    expect(heard()).toContain('Send a new code in 18 s');
    advance(18_250);
    expect(heard()).toContain('You can send a new code now.');
  });

  it('stays in the order of Tab, and announces its end once [R8.18]', async () => {
    const { user, showNext } = renderScreen(StepUpScreen, sentJustNow, transition);
    const end = 'You can send a new code now.';
    expect([getButton('Send a new code').disabled, getButton('Send a new code').tabIndex]).toEqual([
      false,
      0,
    ]);
    const regions = screen.getAllByRole('status');
    advance(RESEND_COOLDOWN - 1);
    expect(screen.queryByText(end)).toBeNull();
    advance(1 + 250);
    const region = screen.getByText(end);
    expect(regions).toContain(region.closest('[role="status"]'));
    // The sentence is for screen readers alone.
    expect(regions).not.toContain(region);
    // A failure to send is no news about the cooldown.
    await user.click(getButton('Send a new code'));
    expect(region.isConnected).toBe(true);
    showNext((view) => ({ ...view, code: { ...view.code, status: 'awaitingCode' } }));
    expect(region.isConnected).toBe(true);
    const sentAt = NOW + RESEND_COOLDOWN + 250;
    const code = { sentAt, resendAt: sentAt + RESEND_COOLDOWN };
    showNext((view) => ({ ...view, code: { ...view.code, ...code } }));
    expect(screen.queryByText(end)).toBeNull();
    advance(RESEND_COOLDOWN + 250);
    expect(screen.getByText(end)).toBeTruthy();
  });

  it('announces nothing when it was over before the screen was shown [R8.18]', () => {
    renderScreen(StepUpScreen, withCode({ status: 'awaitingCode', sentAt: 1, resendAt: null }));
    expect(screen.queryByText('You can send a new code now.')).toBeNull();
  });

  it('empties the field when a new code was sent [R8.18]', async () => {
    const { user, showNext } = renderScreen(StepUpScreen, sentJustNow);
    await user.type(getField(CODE), '12345{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('The code has six digits.');
    showNext((view) => ({ ...view, code: { ...view.code, sentAt: NOW + 1 } }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(getField(CODE).value).toBe('');
    expect(document.activeElement).toBe(getField(CODE));
  });

  it('keeps the focus and allows typing [R8.16]', async () => {
    const { sent, user } = renderScreen(StepUpScreen, sentJustNow, transition);
    getButton('Send a new code').focus();
    advance(1_000);
    expect(document.activeElement).toBe(getButton('Send a new code'));
    await user.type(getField(CODE), '123456');
    expect(sent).toEqual([{ type: 'code.verify', code: '123456' }]);
  });

  it('does not apply after the clock was set back', () => {
    const resendAt = NOW + 2 * RESEND_COOLDOWN;
    renderScreen(StepUpScreen, withCode({ status: 'awaitingCode', sentAt: NOW, resendAt }));
    expect(getButton('Send a new code').getAttribute('aria-disabled')).toBeNull();
  });

  it('delays resending the link too', () => {
    renderScreen(
      StepUpScreen,
      withLink({ status: 'awaitingLink', sentAt: NOW, resendAt: NOW + 12_000 }),
    );
    expect(countdown()).toContain('Send a new link in 12 s');
    expect(getButton('Send a new link').getAttribute('aria-disabled')).toBe('true');
    advance(12_000);
    expect(getButton('Send a new link').getAttribute('aria-disabled')).toBeNull();
    expect(screen.getByText('You can send a new link now.')).toBeTruthy();
  });
});

describe('the warning before the sign-in pauses', () => {
  it('offers to continue with Google, in a region that was there before [R6.17]', async () => {
    const { sent, user, showNext } = renderScreen<StepUpView>(StepUpScreen, stepUpScreenView);
    const regions = screen.getAllByRole('status');
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
    showNext((view) => ({ ...view, expiring: true }));
    const region = screen.getByText(/pauses in less than 2 minutes/).closest('[role="status"]');
    expect(regions).toContain(region);
    await user.click(getButton('Continue with Google'));
    expect(sent).toEqual([{ type: 'google.start' }]);
  });
});

describe('a notice that is not about the code', () => {
  it('stands above the blocks, and the field is not marked [R15.12]', () => {
    const notice = buildNotice('error', messages.unreachable);
    renderScreen(StepUpScreen, {
      ...withCode({ status: 'awaitingCode', sentAt: 1, rejections: 1 }),
      notice,
    });
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toBe(messages.unreachable);
    expect(isBefore(alert, getField(CODE))).toBe(true);
    expect(getField(CODE).getAttribute('aria-invalid')).toBeNull();
  });
});

describe('the code field', () => {
  it('is one input that takes a pasted code [R8.3]', async () => {
    const { user } = renderScreen(StepUpScreen, stepUpScreenView, transition);
    const input = getField(CODE);
    expect(input.placeholder).toBe('Enter 6-digit code');
    expect([input.type, input.inputMode, input.autocomplete, input.maxLength]).toEqual([
      'text',
      'numeric',
      'one-time-code',
      -1,
    ]);
    await user.click(input);
    await user.paste('Code: 123 4');
    expect(input.value).toBe('1234');
  });

  it.each([
    ['Your code for Team 42 is 504181.', '504181', 1],
    ['504181, or call 030 123456', '504181', 0],
    ['4', '124', 0],
  ])(
    'takes the pasted %j in place of what is there as %s, and sends it %i times [R8.14]',
    async (text, code, times) => {
      const { sent, user } = renderScreen(StepUpScreen, stepUpScreenView);
      await user.type(getField(CODE), '12');
      await user.paste(text);
      expect(getField(CODE).value).toBe(code);
      expect(sent).toHaveLength(times);
    },
  );

  it('says before a code is typed that its sixth digit verifies it [R8.14]', () => {
    renderScreen(StepUpScreen, stepUpScreenView, transition);
    expect(describedBy(getField(CODE))).toBe('We check the code when you type its sixth digit.');
  });

  it('disables the button only while the field is empty [R8.4]', async () => {
    const { user } = renderScreen(StepUpScreen, stepUpScreenView, transition);
    expect(getButton('Verify code').disabled).toBe(true);
    await user.type(getField(CODE), 'abc');
    expect(getButton('Verify code').disabled).toBe(true);
    await user.type(getField(CODE), '12');
    expect(getButton('Verify code').disabled).toBe(false);
  });

  it('sends no code with fewer than six digits, and says so at the field [R8.4, R15.12]', async () => {
    const { sent, user } = renderScreen(StepUpScreen, stepUpScreenView, transition);
    await user.type(getField(CODE), '12{Enter}');
    expect(sent).toEqual([]);
    expect(screen.getByRole('alert').textContent).toBe('The code has six digits.');
    await user.type(getField(CODE), '3');
    expect(screen.queryByText('The code has six digits.')).toBeNull();
  });

  it('says at the empty field what Enter needs [R8.4, R15.12]', async () => {
    const { sent, user } = renderScreen(StepUpScreen, stepUpScreenView, transition);
    await user.type(getField(CODE), '{Enter}');
    expect(sent).toEqual([]);
    expect(screen.getByRole('alert').textContent).toBe('The code has six digits.');
    expect(describedBy(getField(CODE))).toBe('The code has six digits.');
    await user.type(getField(CODE), '1');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says nothing about its length when Enter comes to a whole code [R8.4]', async () => {
    const { user } = renderScreen(StepUpScreen, stepUpScreenView);
    const input = getField(CODE);
    await user.type(input, '123456');
    act(() => {
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('sends the code once, on the sixth digit [R8.4, R8.14]', async () => {
    const { sent, user } = renderScreen(StepUpScreen, stepUpScreenView, transition);
    await user.type(getField(CODE), '12345');
    expect(sent).toEqual([]);
    await user.type(getField(CODE), '67');
    expect(sent).toEqual([{ type: 'code.verify', code: '123456' }]);
    expect(getField(CODE).value).toBe('123456');
    expect(document.activeElement).toBe(getField(CODE));
    expect(getButton('Verifying...').getAttribute('aria-busy')).toBe('true');
  });

  it('sends once for a paste followed by Enter', async () => {
    const { sent, user } = renderScreen(StepUpScreen, stepUpScreenView, transition);
    await user.click(getField(CODE));
    await user.paste('Code: 123 456');
    await user.keyboard('{Enter}');
    await user.dblClick(getButton('Verifying...'));
    expect(sent).toEqual([{ type: 'code.verify', code: '123456' }]);
  });

  it('sends once for input and submit in one task, before React renders', () => {
    const { sent } = renderScreen(StepUpScreen, stepUpScreenView);
    const input = getField(CODE);
    act(() => {
      const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      setValue?.call(input, '123456');
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    });
    expect(sent).toEqual([{ type: 'code.verify', code: '123456' }]);
  });

  it('does not send the same six digits again without a click', async () => {
    const { sent, user } = renderScreen(StepUpScreen, stepUpScreenView);
    await user.type(getField(CODE), '123456');
    await user.type(getField(CODE), '9');
    expect(sent).toHaveLength(1);
    await user.click(getButton('Verify code'));
    expect(sent).toHaveLength(2);
  });

  it('keeps the typed digits while a code is being sent', async () => {
    const { sent, user, showNext } = renderScreen(StepUpScreen, stepUpScreenView, transition);
    await user.type(getField(CODE), '123');
    await user.click(getButton('Send verification code'));
    await user.type(getField(CODE), '456');
    showNext((view) => view);
    expect(getField(CODE).value).toBe('123456');
    expect(sent.map((event) => event.type)).toEqual(['code.send', 'code.verify']);
  });

  it('sends nothing while a code is verified', async () => {
    const { sent, user } = renderScreen(StepUpScreen, stepUpScreenView, transition);
    await user.type(getField(CODE), '123456');
    act(() => getField(CODE).form?.requestSubmit());
    expect(sent).toHaveLength(1);
  });

  it('does not take the focus for an earlier rejection', () => {
    renderScreen(StepUpScreen, withCode({ status: 'awaitingCode', rejections: 3 }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(getField(CODE).getAttribute('aria-invalid')).toBeNull();
  });

  it('explains each rejection at the field and selects its text once, until it is edited [R8.15, R15.12]', async () => {
    const { sent, user, showNext } = renderScreen(StepUpScreen, stepUpScreenView, transition);
    await user.type(getField(CODE), '123456');
    const input = getField(CODE);
    getButton('Verifying...').focus();
    const reject = (view: StepUpView): StepUpView => ({
      ...view,
      notice: buildNotice('error', messagesAfterGoogle.codeWrong, { isAboutInput: true }),
      code: {
        ...view.code,
        status: 'awaitingCode',
        sentAt: 1,
        rejections: view.code.rejections + 1,
      },
    });
    showNext(reject);
    expect(screen.getByRole('alert').textContent).toBe(messagesAfterGoogle.codeWrong);
    expect(describedBy(input)).toBe(messagesAfterGoogle.codeWrong);
    expect(document.activeElement).toBe(input);
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, 6]);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    input.setSelectionRange(6, 6);
    showNext((view) => ({ ...view, notice: null }));
    expect(input.selectionStart).toBe(6);
    input.setSelectionRange(0, 6);
    showNext(reject);
    await user.keyboard('6');
    expect(input.getAttribute('aria-invalid')).toBeNull();
    expect(describedBy(input)).toBe(
      'A code works for 10 minutes. We check the code when you type its sixth digit.',
    );
    expect(screen.queryByRole('alert')).toBeNull();
    await user.keyboard('54321');
    expect(sent.at(-1)).toEqual({ type: 'code.verify', code: '654321' });
  });
});

describe('the link block', () => {
  it('sends the link once [R8.5]', async () => {
    const { sent, user } = renderScreen(StepUpScreen, stepUpScreenView, transition);
    await user.dblClick(getButton('Send magic link'));
    expect(sent).toEqual([{ type: 'link.send' }]);
    expect(getButton('Sending magic link...').getAttribute('aria-busy')).toBe('true');
  });

  it('moves the focus to what was sent and where [R1.11]', async () => {
    const { user, showNext } = renderScreen(StepUpScreen, stepUpScreenView, transition);
    await user.click(getButton('Send magic link'));
    showNext((view) => ({ ...view, link: { ...view.link, status: 'awaitingLink', sentAt: 1 } }));
    expect(document.activeElement?.textContent).toBe(
      'Magic link sent to b***@birch.example. Open the link in your inbox to continue.',
    );
  });

  it('leaves the focus at the heading when the link was sent before [R1.11]', () => {
    renderScreen(StepUpScreen, withLink({ status: 'awaitingLink', sentAt: 1 }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('stands before the code once only a link was sent [R8.18]', () => {
    renderScreen(StepUpScreen, withLink({ status: 'awaitingLink', sentAt: 1 }));
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names.indexOf('Send a new link')).toBeLessThan(names.indexOf('Send verification code'));
  });

  it('says what was sent and where, shows the note, and can send the link again [R8.5, R8.11]', async () => {
    const { sent, user } = renderScreen(
      StepUpScreen,
      withLink({ status: 'awaitingLink', sentAt: 1 }),
    );
    expect(
      getSentence(
        'Magic link sent to b***@birch.example. Open the link in your inbox to continue.',
      ),
    ).toBeTruthy();
    expect(screen.getByText(/Keep this tab open/)).toBeTruthy();
    await user.click(getButton('Send a new link'));
    expect(sent).toEqual([{ type: 'link.send' }]);
  });
});
