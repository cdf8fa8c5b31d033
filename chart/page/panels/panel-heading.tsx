import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './panels.module.css';

const GESTURES = ['wheel', 'pointerdown', 'keydown'] as const;

interface PanelHeadingProps {
  /** Changes with each request to focus the heading; 0 for none. */
  readonly focus: number;
  readonly children: ReactNode;
}

/** The heading of a panel. What was chosen elsewhere moves the focus here, and the answer into view. */
export function PanelHeading({ focus, children }: PanelHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const { current } = heading;
    if (focus === 0 || current === null) return;
    const show = () => {
      // The answer is below the heading, which in a narrow window is below the drawing.
      const { top } = current.getBoundingClientRect();
      if (top > window.innerHeight / 3) current.scrollIntoView({ block: 'start' });
    };
    current.focus();
    show();
    // The drawing above can grow when its texts arrive. A gesture of the person ends this, so that no scroll is undone.
    const layout = new ResizeObserver(show);
    layout.observe(document.body);
    const stop = () => layout.disconnect();
    // In the capture phase, which the event that has led here has passed.
    for (const type of GESTURES) window.addEventListener(type, stop, true);
    return () => {
      stop();
      for (const type of GESTURES) window.removeEventListener(type, stop, true);
    };
  }, [focus]);
  return (
    <h2 ref={heading} className={styles.state} tabIndex={-1}>
      {children}
    </h2>
  );
}
