import { useCallback, useEffect, useRef, useState } from 'react';
import type { Focus } from './canvas/use-camera.ts';

/**
 * What a link or the list of states brings into view. What is pressed in the drawing is in view already.
 *
 * @param selected the state that is selected
 * @returns the state to show, and what to call before one is selected by a press
 */
export function useFocus(selected: string | null) {
  const [focus, setFocus] = useState<Focus>({ state: selected, request: 0 });
  const shown = useRef(selected);
  useEffect(() => {
    if (selected === shown.current) return;
    shown.current = selected;
    if (selected !== null) setFocus(({ request }) => ({ state: selected, request: request + 1 }));
  }, [selected]);
  const pressed = useCallback((state: string) => {
    shown.current = state;
  }, []);
  return { focus, pressed };
}
