import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './panels.module.css';

interface PanelHeadingProps {
  /** Changes with each request to focus the heading; 0 for none. */
  readonly focus: number;
  readonly children: ReactNode;
}

/** The heading of a panel. What was chosen elsewhere moves the focus here, and the answer into view. */
export function PanelHeading({ focus, children }: PanelHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (focus === 0) return;
    const { current } = heading;
    current?.focus();
    // The answer is below the heading, which in a narrow window is below the drawing.
    const { top = 0 } = current?.getBoundingClientRect() ?? {};
    if (top > window.innerHeight / 3) current?.scrollIntoView({ block: 'start' });
  }, [focus]);
  return (
    <h2 ref={heading} className={styles.state} tabIndex={-1}>
      {children}
    </h2>
  );
}
