import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses the heading of the page when a change of this component has removed the focused element (R1.11): a screen reader
 * then announces it. Effects of its children run first and can focus something better. Only a new screen scrolls to
 * its heading, because the one before may have been scrolled; a later change leaves the page where it is.
 *
 * @param dialog takes the focus in place of the heading, which is behind it; like the heading, it needs `tabIndex={-1}`
 */
export function useLostFocus(dialog?: RefObject<HTMLElement | null>): void {
  const isNew = useRef(true);
  useEffect(() => {
    const preventScroll = !isNew.current;
    isNew.current = false;
    if (document.activeElement !== document.body) return;
    const target = dialog ? dialog.current : document.querySelector<HTMLElement>('h1');
    target?.focus({ preventScroll });
  });
}
