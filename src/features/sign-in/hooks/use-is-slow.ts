import { useEffect, useState } from 'react';

/** Milliseconds after which something in progress takes longer than usual. */
const USUAL = 5_000;

/**
 * Tells when what is in progress takes longer than usual (R1.25).
 *
 * @param isBusy whether something is in progress
 */
export function useIsSlow(isBusy: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setIsSlow(true), USUAL);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isBusy]);
  return isSlow;
}
