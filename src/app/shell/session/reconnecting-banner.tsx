import { Spinner } from '#src/ui/spinner.tsx';
import { messages } from './messages.ts';
import styles from './reconnecting-banner.module.css';
import type { SessionProps } from './session.types.ts';

/** Says quietly that the connection is down, and goes by itself; the person stays on the page. */
export function ReconnectingBanner({ view }: Pick<SessionProps, 'view'>) {
  return (
    <div className={styles.place} role="status">
      {view.reconnecting ? (
        <p className={styles.banner}>
          <Spinner /> {messages.reconnecting}
        </p>
      ) : null}
    </div>
  );
}
