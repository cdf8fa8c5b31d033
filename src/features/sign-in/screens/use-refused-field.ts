import { type RefObject, useEffect, useRef, useState } from 'react';

interface RejectedField {
  /** Whether what stands in the field was refused and has not been touched since. */
  readonly refused: boolean;
  /** To be called when the text changes. */
  readonly touched: () => void;
}

/**
 * A field whose text may be refused: each refusal brings the focus back and selects the text once, so that
 * the next key replaces it.
 *
 * @param field the input
 * @param refusals grows by one with each refusal
 */
export function useRejectedField(
  field: RefObject<HTMLInputElement | null>,
  refusals: number,
): RejectedField {
  const answered = useRef(refusals);
  const [seen, setSeen] = useState(refusals);
  useEffect(() => {
    if (refusals === answered.current) return;
    answered.current = refusals;
    field.current?.focus();
    field.current?.select();
  }, [field, refusals]);
  return { refused: refusals !== seen, touched: () => setSeen(refusals) };
}
