import styles from './organization-skeleton.module.css';

/** As many as most people have, so that little moves when the list comes. */
const ROWS = ['first', 'second', 'third'] as const;

/** Rows of the list's own size, while it is being read. */
export function OrganizationSkeleton() {
  return (
    <div className={styles.rows} aria-hidden="true">
      {ROWS.map((row) => (
        <div key={row} className={styles.row}>
          <span className={styles.initial} />
          <span className={styles.words}>
            <span className={styles.name} />
            <span className={styles.slug} />
          </span>
        </div>
      ))}
    </div>
  );
}
