import { displayName } from '#machines/rules/display-text.ts';
import { IMPERSONATION_CHECK_INTERVAL, IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { Sentence } from '#src/ui/sentence.tsx';
import { useMinutesUntil } from '#src/ui/use-minutes-until.ts';
import { usePolled } from '#src/ui/use-polled.ts';
import { useAuth } from '../auth-context.tsx';
import styles from './impersonation.module.css';
import { messages } from './messages.ts';

/**
 * Shows on every screen who is impersonated, and for how long, while the impersonation cookie is not empty (R12.2). It is
 * sticky: always in view, and covers nothing. Its code is not loaded late: without it, nothing says that somebody is
 * impersonated, and nothing ends it.
 */
export function Impersonation() {
  const { view, send } = useAuth();
  const memberId = usePolled(readMemberId, IMPERSONATION_CHECK_INTERVAL);
  const session = view.screen === 'app' ? view.session : null;
  const minutes = useMinutesUntil(session?.expiresAt ?? 0);
  if (memberId === '') return null;
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

/** The id of the impersonated member; empty while the cookie is missing or empty (R12.3). */
function readMemberId(): string {
  const prefix = `${IMPERSONATION_COOKIE}=`;
  const cookie = document.cookie.split('; ').find((each) => each.startsWith(prefix));
  return displayName(decodeOrKeep(cookie?.slice(prefix.length) ?? ''));
}

/** Returns a value unchanged that is not valid URI encoding, which another script may have written. */
function decodeOrKeep(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
