import styles from './initial-mark.module.css';

/** The mark of an organization or a person: the first letter of the name, which is beside it or in a label. */
export function InitialMark({ name }: { name: string }) {
  const [first] = name.trim();
  return (
    <span className={styles.mark} aria-hidden="true" translate="no">
      {first?.toLocaleUpperCase()}
    </span>
  );
}
