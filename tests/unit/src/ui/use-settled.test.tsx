// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useSettled } from '#src/ui/use-settled.ts';

function Count({ text }: { text: string }) {
  return <p role="status">{useSettled(text)}</p>;
}

const shown = () => screen.getByRole('status').textContent;

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('shows what is there from the start, then only what typing ends with [R1.23]', () => {
  vi.useFakeTimers();
  const { rerender } = render(<Count text="9 organizations" />);
  expect(shown()).toBe('9 organizations');
  for (const text of ['3 organizations', '2 organizations']) {
    rerender(<Count text={text} />);
    act(() => vi.advanceTimersByTime(499));
    expect(shown()).toBe('');
  }
  act(() => vi.advanceTimersByTime(1));
  expect(shown()).toBe('2 organizations');
});
