import { AuthNotice } from '#src/features/sign-in/auth-notice.tsx';
import { Button } from '#src/ui/controls/button.tsx';
import { messages } from '#src/ui/messages.ts';
import { useAuth } from './auth-context.tsx';
import styles from './person-notice.module.css';

/** Says, above every screen, that this tab now shows another person (R22.5). It stays until it is dismissed. */
export function PersonNotice() {
  const { personNotice, send } = useAuth();
  return (
    <div className={personNotice ? styles.place : undefined}>
      <AuthNotice notice={personNotice}>
        {personNotice ? (
          <Button
            kind="secondary"
            name="personNotice.dismiss"
            onClick={() => send({ type: 'personNotice.dismiss' })}
          >
            {messages.dismiss}
          </Button>
        ) : null}
      </AuthNotice>
    </div>
  );
}
