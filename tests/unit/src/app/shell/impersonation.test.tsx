// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { SESSION } from '#machines/auth-cases/fixtures.ts';
import { NEW_TAB, type StartInputData, signedInTab } from '#machines/auth-cases/start-inputs.ts';
import { IMPERSONATION_CHECK_INTERVAL, IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { AuthContext } from '#src/app/shell/auth-context.tsx';
import {
  Impersonation,
  preloadImpersonation,
} from '#src/app/shell/impersonation/impersonation.tsx';
import { START } from '#statechart/explore/stepper.ts';
import { createTestMachine } from '#tests/model/support/test-machine.ts';
import { getSentence } from '#tests/unit/support/render.tsx';

function setCookie(value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the hook reads document.cookie
  document.cookie = `${IMPERSONATION_COOKIE}=${value}; path=/`;
}

beforeAll(() => {
  setCookie('member-1');
  return preloadImpersonation();
});
beforeEach(() => {
  setCookie('');
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
])('shows the member and the %i minutes that are left of the session [R12.2]', (minutes, text) => {
  setCookie('member-1');
  renderIn(signedInTab({ ...SESSION, expiresAt: minutes * 60_000 }));
  expect(getSentence('IMPERSONATING USER: member-1')).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
});

it('reads the cookie every second, also without a session, whose time is not shown [R12.3, R12.6]', () => {
  const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const stop = vi.spyOn(renderIn(NEW_TAB).actor, 'send');
  setCookie('member-1');
  advance(IMPERSONATION_CHECK_INTERVAL - 1);
  expect(banner()).toBeNull();
  advance(1);
  expect(banner()?.textContent).toBe('IMPERSONATING USER: member-1Stop Impersonation');
  screen.getByRole('button').click();
  expect(stop).toHaveBeenCalledExactlyOnceWith({ type: 'impersonation.stop' });
  setCookie('');
  advance(IMPERSONATION_CHECK_INTERVAL);
  expect(banner()).toBeNull();
});

it.each([
  ['member%2D1', 'member-1'],
  ['%E0%A4%A', '%E0%A4%A'],
  ['member%E2%80%AE1', 'member1'],
  ['a=b', 'a=b'],
  ['%20', null],
])('reads of the value %s the member %s', (value, member) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the hook reads document.cookie
  document.cookie = `other_${IMPERSONATION_COOKIE}=another; path=/`;
  setCookie(value);
  renderIn(NEW_TAB);
  if (member === null) expect(banner()).toBeNull();
  else expect(getSentence(`IMPERSONATING USER: ${member}`)).toBeTruthy();
});
