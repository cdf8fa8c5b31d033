import styles from './chart-view.module.css';
import { messages } from './messages.ts';

/** The page at `/chart` in a build without the chart. */
export function ChartDisabled() {
  return (
    <main className={styles.page}>
      <title>{messages.tabTitle}</title>
      <h1>{messages.title}</h1>
      <p>{messages.disabled}</p>
      <p>
        <a href="/">{messages.home}</a>
      </p>
    </main>
  );
}
