import styles from './spinner.module.css';

/** A turning ring beside a text that says what is going on; it says nothing itself. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
