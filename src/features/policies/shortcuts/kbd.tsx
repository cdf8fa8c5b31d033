import styles from './kbd.module.css';

/** A key cap. Hidden from screen readers, because the surrounding control has `aria-keyshortcuts`. */
export function Kbd({ children }: { children: string }) {
  return (
    <span className={styles.container} aria-hidden="true">
      <kbd className={styles.key}>{children}</kbd>
    </span>
  );
}
