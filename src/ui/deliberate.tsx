import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Milliseconds in which a question takes no click: enough to see that it is there. */
const PAUSE = 700;

/**
 * Makes a click on its content deliberate. A question can appear under the pointer or the focus of a person who uses
 * something else: in place of another screen, or behind a window that closes. The content takes no click while
 * it has just appeared, or while its window has just come to the front (R22.8).
 */
export function Deliberate({ children }: { readonly children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = content.current;
    let running: Animation | undefined;
    const pause = () => {
      running = element?.animate({ pointerEvents: ['none', 'none'] }, PAUSE);
    };
    // The keyboard and assistive technology click without the pointer.
    const hold = (event: Event) => {
      if (running?.playState !== 'running') return;
      event.preventDefault();
      event.stopPropagation();
    };
    pause();
    element?.addEventListener('click', hold, { capture: true });
    window.addEventListener('focus', pause);
    document.addEventListener('visibilitychange', pause);
    return () => {
      element?.removeEventListener('click', hold, { capture: true });
      window.removeEventListener('focus', pause);
      document.removeEventListener('visibilitychange', pause);
    };
  }, []);
  return <div ref={content}>{children}</div>;
}
