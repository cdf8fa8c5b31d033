import { useCallback, useSyncExternalStore } from 'react';

/**
 * Reads a value at an interval, for values without a change event (the time, a cookie).
 *
 * @param read returns the current value
 * @param interval milliseconds between two reads
 * @returns the latest value; the component renders again only when it changes
 */
export function usePolled<Value extends string | number | null>(
  read: () => Value,
  interval: number,
): Value {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const timer = setInterval(onChange, interval);
      return () => clearInterval(timer);
    },
    [interval],
  );
  return useSyncExternalStore(subscribe, read);
}
