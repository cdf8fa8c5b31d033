// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IMPERSONATION_CHECK_INTERVAL, IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { ImpersonationBanner } from '#src/app/shell/impersonation/impersonation-banner.tsx';
import { useImpersonatedMember } from '#src/app/shell/impersonation/use-impersonated-member.ts';
import { getButton } from '#tests/unit/support/render.tsx';

function Probe() {
  return <output>{useImpersonatedMember() ?? 'nobody'}</output>;
}

describe('the impersonation banner', () => {
  it.each([
    [42, '42 minutes left'],
    [1, '1 minute left'],
    [0, '0 minutes left'],
  ])('says who, and for how long: %i [R12.2]', (minutesLeft, text) => {
    render(<ImpersonationBanner memberId="member-1" minutesLeft={minutesLeft} onStop={vi.fn()} />);
    expect(screen.getByText('IMPERSONATING USER: member-1')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('says nothing of a time it does not know', () => {
    render(<ImpersonationBanner memberId="member-1" minutesLeft={null} onStop={vi.fn()} />);
    expect(screen.queryByText(/left/)).toBeNull();
  });

  it('stops', async () => {
    const stop = vi.fn();
    render(<ImpersonationBanner memberId="member-1" minutesLeft={1} onStop={stop} />);
    await userEvent.click(getButton('Stop Impersonation'));
    expect(stop).toHaveBeenCalledOnce();
  });
});

describe('who is impersonated', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    write('');
  });
  afterEach(() => {
    vi.useRealTimers();
    write('');
  });
  const write = (value: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: it is read the same way
    document.cookie = `${IMPERSONATION_COOKIE}=${value}; path=/`;
  };
  const seen = () => screen.getByRole('status').textContent;
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

  it('is looked up every second, from one to the next [R12.3]', () => {
    render(<Probe />);
    expect(seen()).toBe('nobody');
    write('member-1');
    pass(IMPERSONATION_CHECK_INTERVAL - 1);
    expect(seen()).toBe('nobody');
    pass(1);
    expect(seen()).toBe('member-1');
    write('');
    pass(IMPERSONATION_CHECK_INTERVAL);
    expect(seen()).toBe('nobody');
  });

  it.each([
    ['member%2D1', 'member-1'],
    ['%E0%A4%A', '%E0%A4%A'],
    ['%20', 'nobody'],
    ['a=b', 'a=b'],
  ])('reads %s as %s', (value, member) => {
    write(value);
    render(<Probe />);
    expect(seen()).toBe(member);
  });

  it('is not taken for another cookie', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: it is read the same way
    document.cookie = `${IMPERSONATION_COOKIE}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`;
    // biome-ignore lint/suspicious/noDocumentCookie: it is read the same way
    document.cookie = `other_${IMPERSONATION_COOKIE}=member-2; path=/`;
    expect(document.cookie).toBe(`other_${IMPERSONATION_COOKIE}=member-2`);
    render(<Probe />);
    expect(seen()).toBe('nobody');
  });
});
