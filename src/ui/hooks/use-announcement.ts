import { type RefObject, useLayoutEffect } from 'react';

/** Milliseconds after which screen readers know a region that arrived with a screen, and have said the last new focus. */
const ANNOUNCED_AFTER = 200;

/**
 * Announces the text of a live region a moment after it is shown. Screen readers drop a status that comes together with a
 * move of the focus, and one that comes together with its region. They are told that the region is off; then it is
 * polite, and the text comes into it a second time. A text that has the focus itself is not repeated.
 *
 * @param region has the role `status` and is always rendered
 * @param announcement identifies the announcement: its text, or a number that changes with it; `null` or empty without
 *   one
 */
export function useAnnouncement(
  region: RefObject<HTMLElement | null>,
  announcement: string | number | null | undefined,
): void {
  // A layout effect, because the text must not be announced before.
  useLayoutEffect(() => {
    const { current: element } = region;
    if (element === null || !announcement) return;
    element.setAttribute('aria-live', 'off');
    let timer: ReturnType<typeof setTimeout>;
    const stop = () => {
      clearTimeout(timer);
      removeEventListener('focusin', wait);
    };
    const say = () => {
      stop();
      element.setAttribute('aria-live', 'polite');
      if (!element.contains(document.activeElement)) {
        element.replaceChildren(...element.childNodes);
      }
    };
    // A slow page moves the focus long after it has shown the text.
    const wait = () => {
      stop();
      timer = setTimeout(say, ANNOUNCED_AFTER);
      addEventListener('focusin', wait);
    };
    wait();
    return stop;
  }, [region, announcement]);
}
