import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Milliseconds in which a question takes no click: enough to see that it is there. */
const PAUSE = 700;

/**
 * Makes a click on its content deliberate. A question can appear under the pointer or the focus of a person who uses
 * something else: in place of another screen, or behind a window that closes. The content takes no click while
 * it has just appeared, or while its window has just come to the front, and its buttons say so (R22.8).
 */
export function Deliberate({ children }: { readonly children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = content.current;
    let running: Animation | undefined;
    const setDisabled = (isDisabled: boolean) => {
      for (const button of element?.querySelectorAll('button') ?? []) {
        if (isDisabled) button.setAttribute('aria-disabled', 'true');
        else button.removeAttribute('aria-disabled');
      }
    };
    const pause = () => {
      const animation = element?.animate({ pointerEvents: ['none', 'none'] }, PAUSE);
      if (animation === undefined) return;
      running = animation;
      setDisabled(true);
      animation.onfinish = () => {
        if (animation === running) setDisabled(false);
      };
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
