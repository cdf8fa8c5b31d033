import styles from './chart-view.module.css';
import { messages } from './messages.ts';

/** What `/chart` says in a build that was made without it. */
export function ChartDisabled() {
  return (
    <main className={styles.page}>
      <title>{messages.tabTitle}</title>
      <h1>{messages.title}</h1>
      <p>{messages.leftOut}</p>
      <p>
        <a href="/">{messages.home}</a>
      </p>
    </main>
  );
}
