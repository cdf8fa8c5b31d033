import { type RefObject, useEffect } from 'react';

/**
 * Focuses the field of a new screen. The page begins at its top, and scrolls no further than the field needs, so that
 * the heading stays in view where both fit: a browser that focuses a field can scroll it to the middle.
 *
 * @param field the input; its parent holds its label and hint
 * @param takesFocus whether it takes the focus at all
 */
export function useArrivalFocus(
  field: RefObject<HTMLInputElement | null>,
  takesFocus = true,
): void {
  useEffect(() => {
    if (!takesFocus) return;
    field.current?.focus({ preventScroll: true });
    field.current?.closest('main')?.scrollIntoView();
    field.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, [field, takesFocus]);
}
