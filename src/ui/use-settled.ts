import { useEffect, useState } from 'react';

/** Milliseconds without a change after which somebody has probably finished typing, or waits. */
const PAUSE = 500;

/**
 * Holds back what changes with each key, such as the number of matches: a screen reader would read every number, and
 * all but the last one would be outdated (R1.23). Also what is soon over.
 *
 * @returns the text when it has stayed the same for a moment; empty until then
 */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return text === settled ? text : '';
}
