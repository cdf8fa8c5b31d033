import { Logo } from './brand.tsx';
import styles from './loading-overlay.module.css';
import { messages } from './messages.ts';

/**
 * The full-screen loading overlay with the logo (spec §2). What is over at once never shows it: it appears
 * after a moment only.
 */
export function LoadingOverlay({ doing }: { doing: keyof typeof messages.loading }) {
  return (
    <main className={styles.overlay}>
      <Logo className={styles.logo} />
      <p className={styles.text} role="status">
        {messages.loading[doing]}
      </p>
    </main>
  );
}
