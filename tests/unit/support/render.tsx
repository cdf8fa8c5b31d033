import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type FunctionComponent, useState } from 'react';
import { afterEach } from 'vitest';
import type { AuthEvent } from '#machines/auth/auth.types.ts';

afterEach(() => {
  cleanup();
});

interface ScreenProps<View> {
  readonly view: View;
  readonly send: (event: AuthEvent) => void;
}

/** What the machine would make of an event; a view that stays the same when left out. */
type Answer<View> = (event: AuthEvent, view: View) => View;

/**
 * Shows a screen the way the app does: it gets a view, and each event it sends may lead to the next.
 *
 * @returns the events sent so far, a person at the keyboard, and the way to show another view
 */
export function renderScreen<View>(
  Screen: FunctionComponent<ScreenProps<View>>,
  first: View,
  answer: Answer<View> = (_, view) => view,
) {
  const sent: AuthEvent[] = [];
  let change: (next: (view: View) => View) => void = () => undefined;
  function Stage() {
    const [view, setView] = useState(first);
    change = setView;
    const send = (event: AuthEvent) => {
      sent.push(event);
      setView((current) => answer(event, current));
    };
    return <Screen view={view} send={send} />;
  }
  const { container } = render(<Stage />);
  return {
    sent,
    container,
    user: userEvent.setup(),
    showNext: (next: (view: View) => View) => act(() => change(next)),
  };
}

/** A button by the whole of its name. */
export function getButton(name: string | RegExp): HTMLButtonElement {
  return screen.getByRole('button', { name });
}

/** A text field by the whole of its label. */
export function getField(name: string): HTMLInputElement {
  return screen.getByLabelText(name);
}

/** The smallest element that holds a sentence, also one with other people's words in it. */
export function getSentence(text: string): HTMLElement {
  const holds = (element: Element | null) => squeezed(element?.textContent) === text;
  return screen.getByText(
    (_, element) => holds(element) && ![...(element?.children ?? [])].some(holds),
  );
}

function squeezed(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}
