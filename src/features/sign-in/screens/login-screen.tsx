import { useEffect, useRef } from 'react';
import type { LoginView } from '#machines/auth/auth.view.types.ts';
import type { Organization } from '#machines/rules/organization.ts';
import { PRODUCT_NAME } from '#src/ui/brand.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card, Lead } from '#src/ui/card.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { messages } from '../messages.ts';
import { GoogleMark } from './google-mark.tsx';
import styles from './login-screen.module.css';
import type { ScreenProps, Send } from './screen.types.ts';

const { login } = messages;

interface LoginScreenProps extends ScreenProps<LoginView> {
  readonly termsUrl: string;
}

/** The login card in default mode (R4.1). */
export function LoginScreen({ view, send, termsUrl }: LoginScreenProps) {
  return (
    <Card title={PRODUCT_NAME}>
      <Lead>{login.invitation}</Lead>
      <Notice notice={view.notice} onDismiss={() => send({ type: 'notice.dismiss' })} />
      <GoogleButton
        starting={view.starting}
        remembered={view.organization !== null}
        onStart={() => send({ type: 'google.start' })}
      />
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

interface GoogleButtonProps {
  readonly starting: boolean;
  readonly remembered: boolean;
  readonly onStart: () => void;
}

/** Disabled while starting (R4.2), which drops the focus: it comes back here, and when nothing else has it. */
function GoogleButton({ starting, remembered, onStart }: GoogleButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef({ starting, remembered });

  useEffect(() => {
    const released = before.current.starting && !starting;
    const forgotten = before.current.remembered && !remembered;
    before.current = { starting, remembered };
    const focusIsLost = document.activeElement === document.body;
    if ((released || forgotten) && focusIsLost) button.current?.focus();
  }, [starting, remembered]);

  return (
    <button
      ref={button}
      type="button"
      className={styles.google}
      disabled={starting}
      aria-busy={starting || undefined}
      onClick={onStart}
    >
      <GoogleMark className={styles.mark} />
      {starting ? login.starting : login.google}
    </button>
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
