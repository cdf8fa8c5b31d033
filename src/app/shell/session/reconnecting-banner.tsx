import { Spinner } from '#src/ui/elements/spinner.tsx';
import { messages } from './messages.ts';
import styles from './reconnecting-banner.module.css';
import type { SessionProps } from './session.types.ts';

/** Shows that the connection is lost while the session is being refreshed again (R11.6). */
export function ReconnectingBanner({ view }: Pick<SessionProps, 'view'>) {
  return (
    <div className={styles.container} role="status">
      {view.reconnecting ? (
        <p className={styles.banner}>
          <Spinner />
          <span>{messages.reconnecting}</span>
        </p>
      ) : null}
    </div>
  );
}
