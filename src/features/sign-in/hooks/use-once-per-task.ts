import { useRef } from 'react';

/**
 * Wraps a callback so that it runs at most once per task of the event loop. Two events can arrive before React renders
 * the result of the first, for example a paste that completes the code and the Enter that follows it.
 *
 * @param callback runs on the first call
 * @returns the wrapped callback; further calls in the same task do nothing
 */
export function useOncePerTask<Argument>(
  callback: (argument: Argument) => void,
): (argument: Argument) => void {
  const hasRun = useRef(false);
  return (argument) => {
    if (hasRun.current) return;
    hasRun.current = true;
    queueMicrotask(() => {
      hasRun.current = false;
    });
    callback(argument);
  };
}
