import type { ReactNode } from 'react';
import styles from './description-list.module.css';

/** A list of names and values, one pair per line. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className={styles.list}>{children}</dl>;
}

interface DescriptionItemProps {
  readonly name: string;
  readonly children: ReactNode;
}

export function DescriptionItem({ name, children }: DescriptionItemProps) {
  return (
    <div className={styles.item}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
