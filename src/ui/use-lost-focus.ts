import { type RefObject, useEffect } from 'react';

/**
 * Focuses a heading when a change of this component has removed the focused element (R1.11): a screen reader then
 * announces the screen. Effects of its children run first and can focus something better.
 *
 * @param heading needs `tabIndex={-1}`
 */
export function useLostFocus(heading: RefObject<HTMLHeadingElement | null>): void {
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  });
}
