import { Button } from '#src/ui/controls/button.tsx';
import { useMinutesUntil } from '#src/ui/hooks/use-minutes-until.ts';
import { messages } from './messages.ts';
import type { SessionProps } from './session.types.ts';
import styles from './session-expiry-warning.module.css';

/** Warns before the session ends, and extends it in place, so that the person loses no input (R11.11). */
export function SessionExpiryWarning({ view, send }: SessionProps) {
  const { expiring, extending, switching } = view;
  const minutes = useMinutesUntil(view.session.expiresAt);
  return (
    <div className={expiring ? styles.warning : undefined} data-empty={!expiring || undefined}>
      {/* Always rendered: a region that appears together with its text is often not announced. */}
      <p className={styles.text} role="status">
        {expiring ? messages.endsIn(minutes) : null}
      </p>
      {/* An impersonated session cannot be extended (R12.5). */}
      {!expiring || view.session.impersonated ? null : (
        <Button
          busy={extending}
          inactive={switching}
          name="session.extend"
          onClick={() => send({ type: 'session.extend' })}
        >
          {extending ? messages.extending : messages.stay}
        </Button>
      )}
    </div>
  );
}
