import { act, cleanup, configure, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type FunctionComponent, useState } from 'react';
import { afterEach } from 'vitest';
import type { AuthEvent } from '#machines/auth/auth.events.ts';

// A wait ends when what it waits for is there: a busy machine only makes it longer.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
});

interface ScreenProps<View> {
  readonly view: View;
  readonly send: (event: AuthEvent) => void;
}

/** Returns the view after an event, in place of the machine. */
type Transition<View> = (event: AuthEvent, view: View) => View;

/**
 * Renders a screen with a view, and renders it again with the view that follows each event it sends.
 *
 * @param Screen the component
 * @param initialView the first view
 * @param transition returns the next view, or the properties that every event sets; by default the
 *   view stays the same
 * @returns `sent`: the events in order; `user`: simulates input; `showNext`: replaces the view
 */
export function renderScreen<View extends object>(
  Screen: FunctionComponent<ScreenProps<View>>,
  initialView: View,
  transition: Transition<View> | Partial<View> = {},
) {
  const nextView: Transition<View> =
    typeof transition === 'function' ? transition : (_, view) => ({ ...view, ...transition });
  const sent: AuthEvent[] = [];
  let update: (next: (view: View) => View) => void = () => undefined;
  function Harness() {
    const [view, setView] = useState(initialView);
    update = setView;
    const send = (event: AuthEvent) => {
      sent.push(event);
      setView((current) => nextView(event, current));
    };
    return <Screen view={view} send={send} />;
  }
  const { container } = render(<Harness />);
  return {
    sent,
    container,
    user: userEvent.setup(),
    showNext: (next: (view: View) => View) => act(() => update(next)),
  };
}

/** Returns the button with this accessible name. */
export function getButton(name: string | RegExp): HTMLButtonElement {
  return screen.getByRole('button', { name });
}

/** Returns the text field with this label. */
export function getField(name: string): HTMLInputElement {
  return screen.getByLabelText(name);
}

/** Waits for the region that announces a text when typing pauses (R1.23). */
export function findSettled(text: string): Promise<HTMLElement> {
  const isSettled = (element: Element | null) =>
    element?.getAttribute('role') === 'status' && normalizeSpace(element.textContent) === text;
  return screen.findByText((_, element) => isSettled(element));
}

/** What a screen reader adds to the name of a field. */
export function describedBy(field: HTMLElement): string {
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ');
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

/** Returns the innermost element with this text, also when inserted values split it into several elements. */
export function getSentence(text: string | RegExp): HTMLElement {
  const hasText = (element: Element | null) => {
    const found = normalizeSpace(element?.textContent);
    return typeof text === 'string' ? found === text : text.test(found);
  };
  return screen.getByText(
    (_, element) => hasText(element) && ![...(element?.children ?? [])].some(hasText),
  );
}

function normalizeSpace(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}
