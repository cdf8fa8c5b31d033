import { Sentence } from '#src/ui/sentence.tsx';
import styles from './impersonation-banner.module.css';
import { messages } from './messages.ts';

interface ImpersonationBannerProps {
  readonly memberId: string;
  /** Whole minutes until the session ends; `null` while that is not known. */
  readonly minutesLeft: number | null;
  readonly onStop: () => void;
}

/** Shows who is impersonated, and for how long (R12.2). It is sticky: always in view, and covers nothing. */
export function ImpersonationBanner({ memberId, minutesLeft, onStop }: ImpersonationBannerProps) {
  return (
    <aside className={styles.banner} aria-label={messages.label}>
      <p className={styles.text}>
        <strong className={styles.member}>
          <Sentence text={messages.impersonating} values={{ memberId }} />
        </strong>
        {minutesLeft === null ? null : (
          <span className={styles.remaining}>{messages.minutesLeft(minutesLeft)}</span>
        )}
      </p>
      <button type="button" name="impersonation.stop" className={styles.stop} onClick={onStop}>
        {messages.stop}
      </button>
    </aside>
  );
}
