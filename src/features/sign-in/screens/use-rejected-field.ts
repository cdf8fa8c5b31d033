import { type RefObject, useEffect, useRef, useState } from 'react';

interface RejectedField {
  /** Whether the text was rejected and has not been edited since. */
  readonly isRejected: boolean;
  /** Call it when the text changes. */
  readonly onEdit: () => void;
}

/**
 * Focuses a field and selects its text on each rejection, so that the next key replaces it (R8.15).
 *
 * @param field the input
 * @param rejections number of rejections so far; each increase is a new one
 */
export function useRejectedField(
  field: RefObject<HTMLInputElement | null>,
  rejections: number,
): RejectedField {
  const selectedFor = useRef(rejections);
  const [editedAfter, setEditedAfter] = useState(rejections);
  useEffect(() => {
    if (rejections === selectedFor.current) return;
    selectedFor.current = rejections;
    field.current?.focus();
    field.current?.select();
  }, [field, rejections]);
  return { isRejected: rejections !== editedAfter, onEdit: () => setEditedAfter(rejections) };
}
