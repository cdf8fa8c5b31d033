import { useRef } from 'react';

/**
 * The same act at most once in one turn of the event loop: a paste and the Enter that follows it, or two
 * clicks before anything could be drawn, are one wish.
 *
 * @param act what is done
 * @returns the act; it does nothing while a turn in which it was done is not over
 */
export function useOncePerTick<Argument>(
  act: (argument: Argument) => void,
): (argument: Argument) => void {
  const done = useRef(false);
  return (argument) => {
    if (done.current) return;
    done.current = true;
    queueMicrotask(() => {
      done.current = false;
    });
    act(argument);
  };
}
