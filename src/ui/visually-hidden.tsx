import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

interface VisuallyHiddenProps {
  /** For a control that the text describes. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** Text for screen readers only. */
export function VisuallyHidden({ id, children }: VisuallyHiddenProps) {
  return (
    <span id={id} className={styles.hidden}>
      {children}
    </span>
  );
}
