// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StepUpView } from '#machines/auth/auth.view.ts';
import { RESEND_COOLDOWN } from '#machines/rules/limits.ts';
import { sentenceOf } from '#src/features/sign-in/notices.ts';
import {
  describedBy,
  findSettled,
  getButton,
  getField,
  getSentence,
} from '#tests/unit/support/render.tsx';
import { buildNotice, stepUpScreenView } from '#tests/unit/support/view-fixtures.ts';
import { CODE, codeSent, linkSent, show, withCode, withLink } from './support/step-up.tsx';

const CODE_SENT = 'Verification code sent to b***@birch.example.';

/** Whether these elements are in reading order. */
const isInOrder = (...elements: readonly Node[]) =>
  elements.every((element, index) => {
    const next = elements[index + 1] ?? element;
    return next === element || (element.compareDocumentPosition(next) & 4) !== 0;
  });
const heading = () => screen.getByRole('heading', { level: 1 });
const regions = () => screen.getAllByRole('status');
const heard = () => regions().map(({ textContent }) => textContent);

it.each([
  ['ben@birch.example', 'b***@birch.example'],
  [null, 'your email address'],
])(
  'explains to %s why, with the masked address and the organization [R8.1]',
  (emailAddress, shown) => {
    show({ ...stepUpScreenView, emailAddress });
    getSentence(
      `Google could not confirm that you own ${shown}. Verifying it connects you to Birch.`,
    );
    expect(screen.queryByText(/ben@/)).toBeNull();
    expect(document.title).toBe('Verify your email to continue - Birch');
  },
);

it.each(['email_otp', 'magic_link', 'sso', 'nothing'])(
  'shows only what the organization allows: %s [R8.6, R8.7, R9.9]',
  async (method) => {
    const methods = stepUpScreenView.methods.filter((each) => each === method);
    const connections = method === 'sso' ? [{ id: 'connection-1', name: 'Kestrel' }] : [];
    const { sent, user } = show({ ...stepUpScreenView, methods, connections });
    const isShown = (text: string | RegExp) => screen.queryByText(text) !== null;
    expect(isShown(CODE)).toBe(method === 'email_otp');
    expect(isShown('or')).toBe(false);
    expect(isShown(/requires a different verification method/)).toBe(method === 'nothing');
    expect(isShown(/Verifying it connects you to/)).toBe(methods.length > 0);
    if (method !== 'sso') return;
    await user.click(getButton(/Kestrel/));
    expect(sent).toEqual([{ type: 'sso.start', connectionId: 'connection-1' }]);
  },
);

it('offers a code first, a link first once only that was sent, and the field after what was sent [R8.18]', () => {
  const { showNext } = show();
  expect(isInOrder(getButton('Send verification code'), getButton('Send magic link'))).toBe(true);
  showNext(linkSent);
  expect(isInOrder(getButton('Send a new link'), getButton('Send verification code'))).toBe(true);
  expect(screen.getByText(/Keep this tab open/)).toBeTruthy();
  showNext(() => codeSent(stepUpScreenView));
  expect(isInOrder(getSentence(CODE_SENT), getField(CODE), getButton('Send a new code'))).toBe(
    true,
  );
});

it('shows a notice that is not about the code above the blocks [R15.12]', () => {
  const notice = buildNotice('error', sentenceOf({ code: 'unreachable' }));
  show({ ...withCode({ status: 'awaitingCode', rejections: 1 }), notice });
  expect(isInOrder(screen.getByRole('alert'), getField(CODE))).toBe(true);
  expect(document.activeElement).toBe(heading());
  expect(getField(CODE).getAttribute('aria-invalid')).toBeNull();
});

it('announces the sending of a link while it lasts [R1.25]', async () => {
  const { showNext } = show();
  const shown = regions();
  showNext((view) => withLink({ status: 'sending' }, view));
  await findSettled('Sending magic link...');
  expect(regions()).toEqual(shown);
  showNext(() => stepUpScreenView);
  expect(heard()).not.toContain('Sending magic link...');
});

describe('the focus after sending [R1.11, R8.2]', () => {
  it.each([
    ['a code', 'Send verification code', stepUpScreenView, codeSent, () => getField(CODE)],
    [
      'another code',
      'Send a new code',
      codeSent(stepUpScreenView),
      (view: StepUpView) => withCode({ status: 'awaitingCode', sentAt: 2 }, view),
      () => getField(CODE),
    ],
    [
      'a link',
      'Send magic link',
      stepUpScreenView,
      linkSent,
      () => getSentence(/^Magic link sent to b\*\*\*@birch.example\. Open the link/),
    ],
  ] as const)('%s is on what comes next, and sends once', async (_, name, view, next, focused) => {
    const { sent, user, showNext } = show(view);
    await user.dblClick(getButton(name));
    expect(sent).toHaveLength(1);
    expect(document.activeElement).toBe(getButton(/^Sending/));
    showNext(next);
    expect(document.activeElement).toBe(focused());
  });

  it('stays where the person has moved it', async () => {
    const { user, showNext } = show();
    await user.click(getButton('Send verification code'));
    getButton('← Choose a different organization').focus();
    showNext(codeSent);
    expect(document.activeElement).toBe(getButton('← Choose a different organization'));
  });

  it('is on the heading after a reload, and stops with Tab at no sentence', async () => {
    const { user } = show(linkSent(stepUpScreenView));
    expect(document.activeElement).toBe(heading());
    await user.tab();
    expect(document.activeElement?.tagName).toBe('BUTTON');
  });
});

it('announces a second code like the first [R8.10]', () => {
  const { showNext } = show(codeSent(stepUpScreenView));
  const text = getSentence(CODE_SENT);
  showNext((current) => withCode({ sentAt: 2 }, current));
  expect(text.isConnected).toBe(false);
  expect(getSentence(`${CODE_SENT} Only the newest code works.`)).toBeTruthy();
});

describe('the link beside a code [R8.18]', () => {
  it('is collapsed until it is asked for', async () => {
    const { user } = show(codeSent(stepUpScreenView));
    const details = document.querySelector('details');
    expect(details?.open).toBe(false);
    await user.click(screen.getByText('Use a link instead'));
    await user.click(getButton('Send magic link'));
    expect(details?.open).toBe(true);
  });

  it('is open when it was sent, and says once what to do without a message', () => {
    const { showNext } = show(codeSent(linkSent(stepUpScreenView)));
    expect(document.querySelector('details')?.open).toBe(true);
    expect(screen.getAllByText(/Check your spam folder/)).toHaveLength(1);
    showNext(() => linkSent(stepUpScreenView));
    expect(screen.getAllByText(/Check your spam folder/)).toHaveLength(1);
  });
});

it.each([
  ['123', '123', () => getField(CODE)],
  // Whole, it could only be refused.
  ['123456', '', () => getField(CODE)],
  ['12{Tab}', '12', heading],
])(
  'turns the typed %s into %j when the code expires, and keeps the focus [R1.11, R8.18, R8.20]',
  async (typed, kept, focused) => {
    const { user, showNext } = show(codeSent(stepUpScreenView));
    await user.type(getField(CODE), typed);
    if (typed.endsWith('{Tab}')) getButton('Send a new code').focus();
    showNext(() => stepUpScreenView);
    expect(getField(CODE).value).toBe(kept);
    expect(document.activeElement).toBe(focused());
  },
);

describe('the inbox [R8.19]', () => {
  it.each([
    ['ada@GoogleMail.com', 'Gmail'],
    ['ada@hotmail.com', 'Outlook'],
    [null, undefined],
    ['ada@gmail.com.evil.example', undefined],
    ['ada@notgmail.com', undefined],
    ['@gmail.com@evil.example', undefined],
  ])('of %s is at %s', (emailAddress, name) => {
    show(linkSent({ ...stepUpScreenView, emailAddress }));
    const shown = name && `Open ${name}(opens in a new tab)↗`;
    expect(screen.queryByRole('link')?.textContent).toBe(shown);
  });

  it('opens in a new tab once a code or a link was sent', () => {
    const view = { ...stepUpScreenView, emailAddress: 'ada@gmail.com' };
    const { showNext } = show(view);
    expect(screen.queryByRole('link')).toBeNull();
    showNext(linkSent);
    expect(screen.getAllByRole('link')).toHaveLength(1);
    showNext(codeSent);
    const expected = {
      href: 'https://mail.google.com/',
      target: '_blank',
      rel: 'noopener noreferrer',
    };
    const link = screen.getByRole('link', { name: 'Open Gmail (opens in a new tab)' });
    expect(link).toMatchObject(expected);
  });
});

describe('the resend cooldown [R8.16, R8.18]', () => {
  const NOW = Date.UTC(2030, 0, 1);
  const END = 'You can send a new code now.';
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] });
  });
  const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const sentAt = (at: number) => ({ sentAt: at, resendAt: at + RESEND_COOLDOWN });
  const sentJustNow = withCode({ status: 'awaitingCode', ...sentAt(NOW) });
  const resend = () => getButton('Send a new code');

  it('counts down beside the button, which it describes without an announcement, then allows a new code', async () => {
    const { sent, user } = show(sentJustNow);
    expect([resend().disabled, resend().tabIndex]).toEqual([false, 0]);
    const before = heard();
    advance(7_000);
    expect(resend().parentElement?.textContent).toContain('Send a new code in 23 s');
    expect(heard()).toEqual(before);
    await user.click(resend());
    expect(describedBy(resend())).toBe(' in 23 s');
    advance(22_999);
    expect(describedBy(resend())).toBe(' in 1 s');
    expect(sent).toEqual([]);
    expect(document.activeElement).toBe(resend());
    advance(1 + 250);
    expect(describedBy(resend())).toBe('');
    await user.click(resend());
    expect(sent).toEqual([{ type: 'code.send' }]);
  });

  it('announces its end once, in a region that was there before', async () => {
    const { user, showNext } = show(sentJustNow);
    const shown = regions();
    advance(RESEND_COOLDOWN + 250);
    const end = screen.getByText(END);
    expect(shown).toContain(end.closest('[role="status"]'));
    // A failure to send is no news about the cooldown.
    await user.click(resend());
    showNext((view) => withCode({ status: 'awaitingCode' }, view));
    expect(end.isConnected).toBe(true);
    showNext((view) => withCode(sentAt(NOW + RESEND_COOLDOWN + 250), view));
    expect(screen.queryByText(END)).toBeNull();
  });

  it.each([
    ['it was over before the screen was shown', null],
    ['the clock was set back', NOW + 2 * RESEND_COOLDOWN],
  ])('does not apply when %s', (_, resendAt) => {
    show(withCode({ status: 'awaitingCode', sentAt: NOW, resendAt }));
    expect(screen.queryByText(END)).toBeNull();
    expect(resend().getAttribute('aria-disabled')).toBeNull();
    cleanup();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('empties the field when a new code was sent', async () => {
    const { user, showNext } = show(sentJustNow);
    await user.type(getField(CODE), '12345{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('The code has six digits.');
    showNext((view) => withCode({ sentAt: NOW + 1 }, view));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(getField(CODE).value).toBe('');
  });
});
