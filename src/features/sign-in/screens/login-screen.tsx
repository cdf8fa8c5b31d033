import { type ReactNode, type Ref, useRef, useSyncExternalStore } from 'react';
import type { LoginEventType } from '#machines/auth/auth.events.ts';
import type { LoginView } from '#machines/auth/auth.view.ts';
import { PRODUCT_NAME, TERMS_URL } from '#src/brand/brand.ts';
import { Button } from '#src/ui/controls/button.tsx';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import { lazyComponent } from '#src/ui/hooks/lazy-component.ts';
import { Card, LeadParagraph } from '#src/ui/page/card.tsx';
import { AuthNotice } from '../auth-notice.tsx';
import { messages } from '../messages.ts';
import { ChooseAccount } from './choose-account.tsx';
import { GoogleMark } from './google-mark.tsx';
import styles from './login-screen.module.css';
import type { ScreenProps } from './screen.types.ts';

const { login } = messages;

/** The browsers inside of apps, which Google refuses. Android's web views say `wv`. */
const IN_APP = /Instagram|FBA[NV]|LinkedInApp|; wv\)/;

const InAppBrowser = lazyComponent(
  async () => (await import('./in-app-browser.tsx')).InAppBrowser,
  null,
);

const neverChanges = () => () => undefined;
const isInApp = () => IN_APP.test(navigator.userAgent);
const isNotInDocument = () => false;

/** Signs in with Google (R4). */
export function LoginScreen({ view, send }: ScreenProps<LoginView>) {
  const { organization, lastOrganization } = view;
  const isInactive = view.starting || view.continuing;
  const google = useRef<HTMLButtonElement>(null);
  // The card of the document is the same for every browser.
  const showsInApp = useSyncExternalStore(neverChanges, isInApp, isNotInDocument);
  const forget = (type: 'organization.forget' | 'organization.forgetLast', label: string) => (
    <Button
      kind="link"
      name={type}
      inactive={isInactive}
      onClick={() => {
        send({ type });
        // This link disappears together with its organization.
        google.current?.focus();
      }}
    >
      {label}
    </Button>
  );
  return (
    <Card title={PRODUCT_NAME}>
      {/* It ends with the next action: a button that only dismisses it would be in the way to that. */}
      <AuthNotice notice={view.notice}>
        {view.notice?.remedy === 'account' && <ChooseAccount kind="primary" send={send} />}
      </AuthNotice>
      {showsInApp && <InAppBrowser />}
      {lastOrganization && (
        <div className={styles.last} data-last-organization="">
          <StartButton
            event="organization.continue"
            isStarting={view.continuing}
            isInactive={isInactive}
            send={send}
          >
            <Sentence text={login.continue} values={{ ...lastOrganization }} />
          </StartButton>
          <ChooseAccount kind="link" isInactive={isInactive} send={send} />
          {forget('organization.forgetLast', login.forgetLast)}
        </div>
      )}
      <LeadParagraph>{login.invitation}</LeadParagraph>
      <StartButton
        ref={google}
        event="google.start"
        isStarting={view.starting}
        isInactive={isInactive}
        send={send}
      >
        {login.google}
      </StartButton>
      {organization && (
        <div className={styles.remembered}>
          <p className={styles.organization}>
            <Sentence text={login.organization} values={{ ...organization }} />
          </p>
          {forget('organization.forget', login.forget)}
        </div>
      )}
      <p className={styles.terms}>
        <Sentence text={login.terms[0]} />
        <a href={TERMS_URL}>
          <Sentence text={login.terms[1]} />
        </a>
      </p>
    </Card>
  );
}

interface StartButtonProps extends Pick<ScreenProps<LoginView>, 'send'> {
  /** The event that the button stands for, also for the document, which records early clicks (R1.18). */
  readonly event: LoginEventType;
  /** Whether this button starts Google, and not another one. */
  readonly isStarting: boolean;
  /** Whether any of them does. */
  readonly isInactive: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

/** Starts Google. Meanwhile it is disabled, keeps the focus, and says what it does (R4.2). */
function StartButton(props: StartButtonProps) {
  const { event, isStarting, isInactive, ref, send, children } = props;
  return (
    <button
      ref={ref}
      type="button"
      name={event}
      title={login.google}
      className={styles.google}
      aria-disabled={isInactive || undefined}
      aria-busy={isStarting || undefined}
      onClick={() => isInactive || send({ type: event })}
    >
      <GoogleMark className={styles.mark} />
      <span aria-live="polite" suppressHydrationWarning>
        {isStarting ? login.starting : children}
      </span>
    </button>
  );
}
