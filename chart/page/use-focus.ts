import { useCallback, useEffect, useRef, useState } from 'react';
import type { Focus } from './canvas/use-camera.ts';

/**
 * The state to bring into view when a link or the list of states selects it. A state that is clicked in the
 * drawing is in view already.
 *
 * @param selected the selected state
 * @returns the focus, and a function to call before a click selects a state
 */
export function useFocus(selected: string | null) {
  const [focus, setFocus] = useState<Focus>({ state: selected, request: 0 });
  const handled = useRef(selected);
  useEffect(() => {
    if (selected === handled.current) return;
    handled.current = selected;
    if (selected !== null) setFocus(({ request }) => ({ state: selected, request: request + 1 }));
  }, [selected]);
  const skipFocus = useCallback((state: string) => {
    handled.current = state;
  }, []);
  return { focus, skipFocus };
}
