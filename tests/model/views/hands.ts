import { fireEvent } from '@testing-library/react';
import { flushSync } from 'react-dom';
import type { BoundGesture } from '../gestures.ts';

/** The control of a gesture as it is rendered; `null` while it is missing, disabled or busy. */
function controlOf({ css, heading }: BoundGesture): HTMLElement | null {
  const shown = document.getElementsByTagName('h1')[0]?.textContent?.trim();
  if (heading !== null && shown !== heading) return null;
  return active(document.querySelector(css));
}

/**
 * Opens what hides the control of a gesture, and returns the control; `null` while it is missing, disabled or busy.
 * What opens is rendered at once: a walk renders a step only when it has ended.
 */
export function openedControlOf(gesture: BoundGesture): HTMLElement | null {
  for (const _ of gesture.openers) {
    const openers = gesture.openers.flatMap((css) => active(document.querySelector(css)) ?? []);
    const opener = openers.at(-1);
    if (controlOf(gesture) === null && opener) flushSync(() => fireEvent.click(opener));
  }
  return controlOf(gesture);
}

/**
 * Performs a gesture.
 *
 * @throws when its control is missing
 */
export function makeGesture(gesture: BoundGesture): void {
  const control = openedControlOf(gesture);
  if (control === null) throw new Error(`No control of ${JSON.stringify(gesture)} on this screen.`);
  if (gesture.text !== null) type(control, gesture.text);
  else {
    // The first press closes an open menu; the next one opens it, and reads the list again.
    if (control.getAttribute('aria-expanded') === 'true') flushSync(() => fireEvent.click(control));
    fireEvent.click(control);
  }
}

/** The sixth digit submits a code; the same code again is submitted by Enter, and so is every other text. */
function type(field: HTMLElement, text: string): void {
  const isCode = field.getAttribute('autocomplete') === 'one-time-code';
  const isSame = field instanceof HTMLInputElement && field.value === text.trim();
  if (!isSame) fireEvent.change(field, { target: { value: text } });
  const form = field.closest('form');
  if (form !== null && (isSame || !isCode)) fireEvent.submit(form);
}

/** A control unless it is disabled, or its form is busy. An empty field disables the button of its form, and not the field. */
function active(control: Element | null): HTMLElement | null {
  if (!(control instanceof HTMLElement)) return null;
  const submit =
    control instanceof HTMLInputElement ? control.form?.querySelector('[type="submit"]') : null;
  const isBusy = [control, submit].some((each) => each?.getAttribute('aria-disabled') === 'true');
  return isBusy || control.hasAttribute('disabled') ? null : control;
}
