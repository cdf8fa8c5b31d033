// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SettledStatus } from '#src/ui/settled-status.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('shows a text at once, and announces it when it has stopped changing [R1.23]', () => {
  const { rerender } = render(<SettledStatus className="count" text="" />);
  const status = screen.getByRole('status');
  rerender(<SettledStatus className="count" text="2 organizations" />);
  expect(screen.getByText('2 organizations').getAttribute('aria-hidden')).toBe('true');
  expect(status.textContent).toBe('');
  act(() => vi.advanceTimersByTime(1_000));
  expect(screen.getAllByText('2 organizations')).toEqual([status]);
});

it('announces what takes the place of the text at once [R1.23]', () => {
  const { rerender } = render(<SettledStatus className="count" text="" />);
  rerender(
    <SettledStatus className="count" text="2 organizations">
      Signing in…
    </SettledStatus>,
  );
  expect(screen.getByRole('status').textContent).toBe('Signing in…');
  expect(screen.queryByText('2 organizations')).toBeNull();
});
