import { type ReactNode, useEffect, useRef } from 'react';
import type { LoginEvent } from '#machines/auth/auth.types.ts';
import type { LoginView } from '#machines/auth/auth.view.types.ts';
import { PRODUCT_NAME } from '#src/ui/brand.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card, LeadParagraph } from '#src/ui/card.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { messages } from '../messages.ts';
import styles from './login-screen.module.css';
import type { ScreenProps } from './screen.types.ts';

const { login } = messages;

interface LoginScreenProps extends ScreenProps<LoginView> {
  readonly termsUrl: string;
}

/** Signs in with Google (R4). */
export function LoginScreen({ view, send, termsUrl }: LoginScreenProps) {
  const { organization, lastOrganization } = view;
  const link = (type: LinkEvent, label: string) => (
    <Button kind="link" name={type} inactive={isBusy(view)} onClick={() => send({ type })}>
      {label}
    </Button>
  );
  return (
    <Card title={PRODUCT_NAME}>
      <Notice notice={view.notice} onDismiss={() => send({ type: 'notice.dismiss' })} />
      {lastOrganization && (
        <div className={styles.last} data-last-organization="">
          <StartButton
            event="organization.continue"
            isStarting={view.continuing}
            view={view}
            send={send}
          >
            <Sentence text={login.continue} values={{ ...lastOrganization }} />
          </StartButton>
          {link('google.chooseAccount', login.chooseAccount)}
          {link('organization.forgetLast', login.forgetLast)}
        </div>
      )}
      <LeadParagraph>{login.invitation}</LeadParagraph>
      <StartButton event="google.start" isStarting={view.starting} view={view} send={send}>
        {login.google}
      </StartButton>
      {organization && (
        <div className={styles.remembered}>
          <p className={styles.organization}>
            <Sentence text={login.organization} values={{ ...organization }} />
          </p>
          {link('organization.forget', login.forget)}
        </div>
      )}
      <p className={styles.terms}>
        {login.terms[0]}
        <a href={termsUrl}>{login.terms[1]}</a>
      </p>
    </Card>
  );
}

type LinkEvent = LoginEvent['type'] | 'organization.forget';

/** Whether Google is being started. */
function isBusy({ starting, continuing }: LoginView): boolean {
  return starting || continuing;
}

interface StartButtonProps extends ScreenProps<LoginView> {
  /** The event that the button stands for, also for the document, which records early clicks (R1.18). */
  readonly event: LoginEvent['type'];
  /** Whether this button starts Google, and not another one. */
  readonly isStarting: boolean;
  readonly children: ReactNode;
}

/**
 * Starts Google, and is disabled meanwhile (R4.2). It takes the focus back when it is enabled again. The last of these
 * buttons takes it when the control that had it is removed with its organization.
 */
function StartButton({ event, isStarting, view, send, children }: StartButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const hasOrganization = (view.lastOrganization ?? view.organization) !== null;
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
      name={event}
      className={styles.google}
      disabled={isBusy(view)}
      aria-busy={isStarting || undefined}
      onClick={() => send({ type: event })}
    >
      <span>{isStarting ? login.starting : children}</span>
    </button>
  );
}
