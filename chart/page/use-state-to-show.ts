import { useCallback, useEffect, useRef, useState } from 'react';
import type { StateToShow } from './canvas/use-camera.ts';

/**
 * The state to bring into view when a link or the list of states selects it. A state that is clicked in the
 * drawing is in view already.
 *
 * @param selected the selected state
 * @returns the state to show, and a function to call before a click selects a state
 */
export function useStateToShow(selected: string | null) {
  const [stateToShow, setStateToShow] = useState<StateToShow>({ state: selected, request: 0 });
  const handled = useRef(selected);
  useEffect(() => {
    if (selected === handled.current) return;
    handled.current = selected;
    if (selected !== null)
      setStateToShow(({ request }) => ({ state: selected, request: request + 1 }));
  }, [selected]);
  const markAsShown = useCallback((state: string) => {
    handled.current = state;
  }, []);
  return { stateToShow, markAsShown };
}
