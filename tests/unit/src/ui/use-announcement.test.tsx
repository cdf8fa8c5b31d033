// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAnnouncement } from '#src/ui/hooks/use-announcement.ts';

function Region({ text, isFocusable = false }: { text: string; isFocusable?: boolean }) {
  const region = useRef<HTMLDivElement>(null);
  useAnnouncement(region, text);
  return (
    <div role="status" ref={region}>
      {text === '' ? null : (
        <p key={text} tabIndex={isFocusable ? -1 : undefined}>
          {text}
        </p>
      )}
    </div>
  );
}

const region = () => document.querySelector<HTMLElement>('[role="status"]');
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

/** Records the texts that come into the region while it is not off. */
function recordTexts(): string[] {
  const texts: string[] = [];
  const element = region();
  if (element === null) throw new Error('The region is missing.');
  const replace = element.replaceChildren.bind(element);
  element.replaceChildren = (...nodes) => {
    replace(...nodes);
    if (element.getAttribute('aria-live') !== 'off') texts.push(element.textContent ?? '');
  };
  return texts;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(cleanup);

it('announces the newest text once, a moment after it is shown [R1.24]', () => {
  const { rerender } = render(<Region text="" />);
  const texts = recordTexts();
  rerender(<Region text="Saved." />);
  expect(region()?.getAttribute('aria-live')).toBe('off');
  pass(100);
  rerender(<Region text="Deleted." />);
  pass(199);
  expect(texts).toEqual([]);
  pass(1_000);
  expect(texts).toEqual(['Deleted.']);
});

it('waits until the focus has not moved for a moment [R1.24]', () => {
  render(<Region text="Signed in." />);
  const texts = recordTexts();
  const focus = () => document.body.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  pass(150);
  focus();
  pass(150);
  expect(texts).toEqual([]);
  pass(50);
  expect(texts).toEqual(['Signed in.']);
  focus();
  pass(1_000);
  expect(texts).toEqual(['Signed in.']);
});

it('does not repeat a text that has the focus, and keeps the focus there [R1.11, R1.24]', () => {
  render(<Region text="Sent." isFocusable />);
  const texts = recordTexts();
  document.querySelector('p')?.focus();
  pass(200);
  expect(texts).toEqual([]);
  expect(document.activeElement?.textContent).toBe('Sent.');
});
