import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { useAuth } from './auth-context.tsx';
import styles from './person-notice.module.css';

/** Says, above every screen, that this tab now shows another person (R22.5). It stays until it is dismissed. */
export function PersonNotice() {
  const { personNotice, send } = useAuth();
  return (
    <div className={personNotice ? styles.place : undefined}>
      <Notice notice={personNotice}>
        {personNotice ? (
          <Button
            kind="secondary"
            name="personNotice.dismiss"
            onClick={() => send({ type: 'personNotice.dismiss' })}
          >
            Dismiss
          </Button>
        ) : null}
      </Notice>
    </div>
  );
}
