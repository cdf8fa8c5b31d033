import type { ReactNode } from 'react';
import { messages } from './messages.ts';
import styles from './public-page.module.css';

/** A page that needs no session (spec §2): a heading, what it has to say, and the way to the product. */
export function PublicPage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <title>{`${heading} · Charter`}</title>
      <h1 className={styles.heading}>{heading}</h1>
      {children}
      <p>
        <a href="/">{messages.home}</a>
      </p>
    </main>
  );
}
