import { useEffect, useState } from 'react';

/** Milliseconds without a change after which a text is shown. */
const PAUSE = 500;

/**
 * Delays a status text until it has stopped changing, so that a screen reader does not read a number for each key
 * (R1.23), nor a state that is over soon.
 *
 * @param shown the text that is shown at once: the first one, unless its region must be there before it is announced
 * @returns the text when it has stayed the same for a moment; empty until then
 */
export function useSettled(text: string, shown = text): string {
  const [settled, setSettled] = useState(shown);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return text === settled ? text : '';
}
