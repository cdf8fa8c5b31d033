import { Button } from '#src/ui/button.tsx';
import { useMinutesUntil } from '#src/ui/use-time-until.ts';
import styles from './expiry-warning.module.css';
import { messages } from './messages.ts';
import type { SessionProps } from './session.types.ts';

/** Warns before the session ends, and renews it in place, so that nothing typed is lost. */
export function ExpiryWarning({ view, send }: SessionProps) {
  const { renewing } = view;
  const minutes = useMinutesUntil(view.session.expiresAt);
  if (!view.expiring) return <div role="status" />;
  return (
    <div className={styles.warning}>
      <p className={styles.text} role="status">
        {messages.ending(minutes)}
      </p>
      {/* The session of a support person ends when it was meant to (R12.5). */}
      {view.session.impersonated ? null : (
        <Button busy={renewing} onClick={() => send({ type: 'session.extend' })}>
          {renewing ? messages.renewing : messages.stay}
        </Button>
      )}
    </div>
  );
}
