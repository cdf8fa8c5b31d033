import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses a field and selects its text on each rejection, so that the next key replaces it (R8.15).
 *
 * @param field the input
 * @param rejections number of rejections so far; each increase is a new one
 */
export function useSelectedAfterRejection(
  field: RefObject<HTMLInputElement | null>,
  rejections: number,
): void {
  const selectedFor = useRef(rejections);
  useEffect(() => {
    if (rejections === selectedFor.current) return;
    selectedFor.current = rejections;
    field.current?.focus();
    field.current?.select();
    // The sentence under the field, and the button, are part of what to do now.
    field.current?.form?.scrollIntoView({ block: 'nearest' });
  }, [field, rejections]);
}
