import type { LoginView } from '#machines/auth/auth.view.types.ts';
import type { Organization } from '#machines/rules/organization.ts';
import { PRODUCT_NAME } from '#src/ui/brand.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card, Lead } from '#src/ui/card.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { GoogleMark } from './google-mark.tsx';
import styles from './login-screen.module.css';
import { messages } from './messages.ts';
import type { ScreenProps, Send } from './screen.types.ts';

const { login } = messages;

interface LoginScreenProps extends ScreenProps<LoginView> {
  readonly termsUrl: string;
}

/** The login card in default mode (spec §2). */
export function LoginScreen({ view, send, termsUrl }: LoginScreenProps) {
  return (
    <Card title={PRODUCT_NAME}>
      <Lead>{login.invitation}</Lead>
      <Notice notice={view.notice} onDismiss={() => send({ type: 'notice.dismiss' })} />
      <button
        type="button"
        className={styles.google}
        disabled={view.starting}
        aria-busy={view.starting || undefined}
        onClick={() => send({ type: 'google.start' })}
      >
        <GoogleMark className={styles.mark} />
        {view.starting ? login.starting : login.google}
      </button>
      {view.organization === null ? null : (
        <Remembered organization={view.organization} starting={view.starting} send={send} />
      )}
      <p className={styles.terms}>
        {login.terms[0]}
        <a href={termsUrl}>{login.terms[1]}</a>
      </p>
    </Card>
  );
}

interface RememberedProps {
  readonly organization: Organization;
  readonly starting: boolean;
  readonly send: Send;
}

/** Which organization Google will sign in to, and how not to. */
function Remembered({ organization, starting, send }: RememberedProps) {
  const { name, slug } = organization;
  return (
    <div className={styles.remembered}>
      <p className={styles.organization}>
        <Sentence text={login.organization} values={{ name, slug }} />
      </p>
      <Button kind="link" inactive={starting} onClick={() => send({ type: 'organization.forget' })}>
        {login.forget}
      </Button>
    </div>
  );
}
