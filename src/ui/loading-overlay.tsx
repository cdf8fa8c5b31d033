import { useState } from 'react';
import { Logo } from './brand.tsx';
import styles from './loading-overlay.module.css';
import { messages } from './messages.ts';

/**
 * The full-screen loading overlay with the logo (R1.3). What is over at once never shows it: it appears
 * after a moment only, unless it takes the place of what the document itself showed first.
 */
export function LoadingOverlay({ doing }: { doing: keyof typeof messages.loading }) {
  const [stays] = useState(firstPaintStands);
  return (
    <main className={[styles.overlay, stays ? styles.stays : ''].join(' ').trim()}>
      <Logo className={styles.logo} />
      <p className={styles.text} role="status">
        {messages.loading[doing]}
      </p>
    </main>
  );
}

/** Whether the page still shows what index.html brought, because nothing has been drawn yet. */
function firstPaintStands(): boolean {
  return document.getElementById('root')?.childElementCount === 0;
}
