import styles from './impersonation-banner.module.css';
import { messages } from './messages.ts';

interface ImpersonationBannerProps {
  /** The id of the impersonated member. */
  readonly memberId: string;
  /** Whole minutes until the session ends; `null` while that is not known. */
  readonly minutesLeft: number | null;
  readonly onStop: () => void;
}

/** Says, always in sight and covering nothing, that a support person acts as somebody (R12.2). */
export function ImpersonationBanner({ memberId, minutesLeft, onStop }: ImpersonationBannerProps) {
  return (
    <aside className={styles.banner} aria-label={messages.impersonating(memberId)}>
      <p className={styles.text}>
        <strong className={styles.who}>{messages.impersonating(memberId)}</strong>
        {minutesLeft === null ? null : (
          <span className={styles.left}>{messages.minutesLeft(minutesLeft)}</span>
        )}
      </p>
      <button type="button" className={styles.stop} onClick={onStop}>
        {messages.stop}
      </button>
    </aside>
  );
}
