import { Logo } from '#src/brand/logo.tsx';
import { PAGES } from '#src/pages/pages.ts';
import { messages } from '#src/ui/messages.ts';
import styles from './member-frame.module.css';

/** What a reload by a signed-in member shows until the member pages are loaded: their header, and room for a page. */
export function MemberFrame() {
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <Logo className={styles.logo} />
        {PAGES.length < 2 ? null : <div className={styles.navigation} />}
      </header>
      <p className={styles.text}>{messages.loading.restoring}</p>
    </div>
  );
}
