import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { messages } from './messages.ts';
import styles from './policies-page.module.css';

/** Where members land after sign-in (spec §2): the organization they are in, and their policies. */
export function PoliciesPage({ session }: { session: SignedInSession }) {
  return (
    <main className={styles.page}>
      <title>{`${messages.heading} · Charter`}</title>
      <h1 className={styles.heading}>{messages.heading}</h1>
      <div className={styles.empty}>
        <p className={styles.lead}>{messages.empty}</p>
        <p dir="auto">{messages.emptyHint(session.organization.name)}</p>
      </div>
    </main>
  );
}
