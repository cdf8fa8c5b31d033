// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SESSION } from '#machines/auth-cases/fixtures.ts';
import { NEW_TAB, type StartInputData, signedInTab } from '#machines/auth-cases/start-inputs.ts';
import { IMPERSONATION_CHECK_INTERVAL, IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { AuthContext } from '#src/app/shell/auth-context.tsx';
import { Impersonation } from '#src/app/shell/impersonation/impersonation.tsx';
import { START } from '#statechart/explore/stepper.ts';
import { createTestMachine } from '#tests/model/support/test-machine.ts';
import { getButton, getSentence } from '#tests/unit/support/render.tsx';

function setCookie(value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the hook reads document.cookie
  document.cookie = `${IMPERSONATION_COOKIE}=${value}; path=/`;
}

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  setCookie('');
});

function renderIn(input: StartInputData) {
  const run = createTestMachine().start(input);
  render(
    <AuthContext value={{ actor: run.actor }}>
      <Impersonation />
    </AuthContext>,
  );
  return run;
}

const banner = () => screen.queryByRole('complementary');

it.each([
  [42, '42 minutes left'],
  [1, '1 minute left'],
  [0, '0 minutes left'],
])('shows the member and the %i minutes that are left of the session [R12.2]', (minutes, text) => {
  setCookie('member-1');
  renderIn(signedInTab({ ...SESSION, expiresAt: minutes * 60_000 }));
  expect(getSentence('IMPERSONATING USER: member-1')).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
});

it('shows the member, but no time, without a session, and ends the impersonation [R12.6]', async () => {
  setCookie('member-1');
  const { actor } = renderIn(NEW_TAB);
  expect(getSentence('IMPERSONATING USER: member-1')).toBeTruthy();
  expect(screen.queryByText(/left/)).toBeNull();
  await userEvent.click(getButton('Stop Impersonation'));
  expect(actor.getSnapshot().matches('signingOut')).toBe(true);
});

it('reads the cookie every second [R12.3]', () => {
  const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  renderIn(signedInTab(SESSION));
  expect(banner()).toBeNull();
  setCookie('member-1');
  advance(IMPERSONATION_CHECK_INTERVAL - 1);
  expect(banner()).toBeNull();
  advance(1);
  expect(banner()).not.toBeNull();
  setCookie('');
  advance(IMPERSONATION_CHECK_INTERVAL);
  expect(banner()).toBeNull();
});

it.each([
  ['member%2D1', 'member-1'],
  ['%E0%A4%A', '%E0%A4%A'],
  ['member%E2%80%AE1', 'member1'],
  ['a=b', 'a=b'],
])('reads the value %s as %s', (value, member) => {
  setCookie(value);
  renderIn(NEW_TAB);
  expect(getSentence(`IMPERSONATING USER: ${member}`)).toBeTruthy();
});

it.each([`${IMPERSONATION_COOKIE}=%20`, `other_${IMPERSONATION_COOKIE}=member-2`])(
  'ignores the cookie %s, which names nobody or only ends the same',
  (cookie) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the hook reads document.cookie
    document.cookie = `${cookie}; path=/`;
    renderIn(NEW_TAB);
    expect(banner()).toBeNull();
  },
);
