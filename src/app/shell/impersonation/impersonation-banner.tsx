import { Sentence } from '#src/ui/elements/sentence.tsx';
import { useMinutesUntil } from '#src/ui/hooks/use-minutes-until.ts';
import { useAuth } from '../auth-context.tsx';
import styles from './impersonation-banner.module.css';
import { messages } from './messages.ts';

/** Says who is impersonated, and for how long. It is sticky: always in view, and covers nothing. */
export function ImpersonationBanner({ memberId }: { readonly memberId: string }) {
  const { view, send } = useAuth();
  const session = view.screen === 'app' ? view.session : null;
  const minutes = useMinutesUntil(session?.expiresAt ?? 0);
  return (
    <aside className={styles.banner} aria-label={messages.label}>
      <p className={styles.text}>
        <strong className={styles.member}>
          <Sentence text={messages.impersonating} values={{ memberId }} />
        </strong>
        {session === null ? null : (
          <span className={styles.remaining}>{messages.minutesLeft(minutes)}</span>
        )}
      </p>
      <button
        type="button"
        name="impersonation.stop"
        className={styles.stop}
        onClick={() => send({ type: 'impersonation.stop' })}
      >
        {messages.stop}
      </button>
    </aside>
  );
}
