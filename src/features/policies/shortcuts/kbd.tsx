import styles from './kbd.module.css';

/** A key, as it is printed on the keyboard; beside words that say the same to a screen reader. */
export function Kbd({ children }: { children: string }) {
  return (
    <span className={styles.place} aria-hidden="true">
      <kbd className={styles.key}>{children}</kbd>
    </span>
  );
}
