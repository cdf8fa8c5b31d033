import styles from './spinner.module.css';

/** A spinner. It is hidden from screen readers, so it needs a text beside it. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
