import type { ReactNode } from 'react';
import styles from './description-list.module.css';

/** Names and values, one pair per line. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface DescriptionItemProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** One of the pairs. */
export function DescriptionItem({ name, children }: DescriptionItemProps) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
