import styles from './organization-skeleton.module.css';

/** About as many rows as most lists have, so that little moves when the list is loaded. */
const ROWS = ['first', 'second', 'third'] as const;

/** Placeholder rows while the organizations are loaded. */
export function OrganizationSkeleton() {
  return (
    <div className={styles.rows} aria-hidden="true">
      {ROWS.map((row) => (
        <div key={row} className={styles.row}>
          <span className={styles.initial} />
          <span className={styles.text}>
            <span className={styles.name} />
            <span className={styles.slug} />
          </span>
        </div>
      ))}
    </div>
  );
}
