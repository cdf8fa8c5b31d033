// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProgressStatus } from '#src/ui/feedback/progress-status.tsx';
import { SettledStatus } from '#src/ui/feedback/settled-status.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(cleanup);

it('shows a text at once, and announces it when it has stopped changing [R1.23]', () => {
  const { rerender } = render(<SettledStatus className="count" text="9 organizations" />);
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('9 organizations');
  for (const text of ['3 organizations', '2 organizations']) {
    rerender(<SettledStatus className="count" text={text} />);
    act(() => vi.advanceTimersByTime(499));
    expect(screen.getByText(text).closest('[aria-hidden="true"]')).not.toBeNull();
    expect(status.textContent).toBe('');
  }
  act(() => vi.advanceTimersByTime(1));
  expect(status.textContent).toBe('2 organizations');
  expect(screen.getAllByText('2 organizations')).toHaveLength(1);
});

it('announces what is in progress only when it takes longer than a moment [R1.25]', () => {
  // Its region must be there before its text.
  const { rerender } = render(<ProgressStatus text="Verifying..." />);
  const status = screen.getByRole('status');
  act(() => vi.advanceTimersByTime(400));
  expect(status.textContent).toBe('');
  rerender(<ProgressStatus text={false} />);
  act(() => vi.advanceTimersByTime(1_000));
  rerender(<ProgressStatus text="Verifying..." />);
  expect(status.textContent).toBe('');
  act(() => vi.advanceTimersByTime(600));
  expect(status.textContent).toBe('Verifying...');
  rerender(<ProgressStatus text={false} />);
  expect(status.textContent).toBe('');
});
