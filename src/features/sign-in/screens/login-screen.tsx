import { useEffect, useRef } from 'react';
import type { LoginView } from '#machines/auth/auth.view.types.ts';
import type { Organization } from '#machines/rules/organization.ts';
import { PRODUCT_NAME } from '#src/ui/brand.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card, LeadParagraph } from '#src/ui/card.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { messages } from '../messages.ts';
import { GoogleMark } from './google-mark.tsx';
import styles from './login-screen.module.css';
import type { ScreenProps, SendEvent } from './screen.types.ts';

const { login } = messages;

interface LoginScreenProps extends ScreenProps<LoginView> {
  readonly termsUrl: string;
}

/** Signs in with Google (R4). */
export function LoginScreen({ view, send, termsUrl }: LoginScreenProps) {
  return (
    <Card title={PRODUCT_NAME}>
      <LeadParagraph>{login.invitation}</LeadParagraph>
      <Notice notice={view.notice} onDismiss={() => send({ type: 'notice.dismiss' })} />
      <GoogleButton
        isStarting={view.starting}
        hasOrganization={view.organization !== null}
        onStart={() => send({ type: 'google.start' })}
      />
      {view.organization === null ? null : (
        <RememberedOrganization
          organization={view.organization}
          isStarting={view.starting}
          send={send}
        />
      )}
      <p className={styles.terms}>
        {login.terms[0]}
        <a href={termsUrl}>{login.terms[1]}</a>
      </p>
    </Card>
  );
}

interface GoogleButtonProps {
  readonly isStarting: boolean;
  readonly hasOrganization: boolean;
  readonly onStart: () => void;
}

/**
 * Disabled while Google is started (R4.2). It takes the focus back when it is enabled again, and when the button that
 * had the focus is removed.
 */
function GoogleButton({ isStarting, hasOrganization, onStart }: GoogleButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const previous = useRef({ isStarting, hasOrganization });

  useEffect(() => {
    const wasEnabled = previous.current.isStarting && !isStarting;
    const wasForgotten = previous.current.hasOrganization && !hasOrganization;
    previous.current = { isStarting, hasOrganization };
    const isFocusLost = document.activeElement === document.body;
    if ((wasEnabled || wasForgotten) && isFocusLost) button.current?.focus();
  }, [isStarting, hasOrganization]);

  return (
    <button
      ref={button}
      type="button"
      className={styles.google}
      disabled={isStarting}
      aria-busy={isStarting || undefined}
      onClick={onStart}
    >
      <GoogleMark className={styles.mark} />
      {isStarting ? login.starting : login.google}
    </button>
  );
}

interface RememberedOrganizationProps {
  readonly organization: Organization;
  readonly isStarting: boolean;
  readonly send: SendEvent;
}

/** Names the organization that Google will sign in to, and offers to forget it (R4.4). */
function RememberedOrganization({ organization, isStarting, send }: RememberedOrganizationProps) {
  const { name, slug } = organization;
  return (
    <div className={styles.remembered}>
      <p className={styles.organization}>
        <Sentence text={login.organization} values={{ name, slug }} />
      </p>
      <Button
        kind="link"
        inactive={isStarting}
        onClick={() => send({ type: 'organization.forget' })}
      >
        {login.forget}
      </Button>
    </div>
  );
}
