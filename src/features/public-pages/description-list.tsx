import type { ReactNode } from 'react';
import styles from './description-list.module.css';

/** A list of names and values, one pair per line. What has no value is left out. */
export function DescriptionList({ items }: { items: Readonly<Record<string, ReactNode>> }) {
  const known = Object.entries(items).filter(([, value]) => value !== null);
  return (
    <dl className={styles.list}>
      {known.map(([name, value]) => (
        <div key={name} className={styles.item}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
