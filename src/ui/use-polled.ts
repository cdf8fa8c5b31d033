import { useCallback, useSyncExternalStore } from 'react';

/**
 * Something that changes without saying so (the time, a cookie), read again and again.
 *
 * @param read gives the value now; the same value must be identical, so a primitive
 * @param interval milliseconds between two looks
 * @returns the value as last read; the component renders again only when it changed
 */
export function usePolled<Value extends string | number | null>(
  read: () => Value,
  interval: number,
): Value {
  const subscribe = useCallback(
    (look: () => void) => {
      const timer = setInterval(look, interval);
      return () => clearInterval(timer);
    },
    [interval],
  );
  return useSyncExternalStore(subscribe, read);
}
