import { type ReactNode, type Ref, type RefObject, useEffect, useRef, useState } from 'react';
import type { StepUpView } from '#machines/auth/auth.view.ts';
import { maskEmail } from '#machines/rules/email.ts';
import { Button } from '#src/ui/controls/button.tsx';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { ProgressStatus } from '#src/ui/feedback/progress-status.tsx';
import { useAnnouncement } from '#src/ui/hooks/use-announcement.ts';
import { Card, LeadParagraph } from '#src/ui/page/card.tsx';
import summary from '#src/ui/styles/summary.module.css';
import { AuthNotice } from '../auth-notice.tsx';
import { sentenceOf } from '../notices.ts';
import { CodeForm } from '../screens/code-form.tsx';
import type { ScreenProps } from '../screens/screen.types.ts';
import { SignInExpiryWarning } from '../screens/sign-in-expiry-warning.tsx';
import { WayBack } from '../screens/way-back.tsx';
import { generalNotice } from '../use-field-error.ts';
import { verificationMessages } from '../verification-messages.ts';
import { MailLink } from './mail-link.tsx';
import { ResendButton, SendButton } from './send-buttons.tsx';
import styles from './step-up-screen.module.css';

const { stepUp } = verificationMessages;

type StepUpProps = ScreenProps<StepUpView>;

/** Verifies the e-mail address by a code, by a link, or by either (R8). What was sent comes first (R8.18). */
export function StepUpScreen({ view, send }: StepUpProps) {
  const allowsCode = view.methods.includes('email_otp');
  const allowsLink = view.methods.includes('magic_link');
  /** Whether this app can verify the address in a way that the organization allows. */
  const isSupported = allowsCode || allowsLink;
  const isSsoOnly = !isSupported && view.connections.length > 0;
  const isAlternative = view.code.sentAt !== null;
  const isLinkFirst = !isAlternative && view.link.sentAt !== null;
  const blocks = [
    allowsCode ? <CodeBlock key="code" view={view} send={send} isFirst={!isLinkFirst} /> : null,
    allowsCode && allowsLink && !isAlternative ? <Or key="or" /> : null,
    allowsLink && !isAlternative ? <LinkBlock key="link" view={view} send={send} /> : null,
  ];
  const ways = (
    <>
      <SignInExpiryWarning
        isShown={view.expiring}
        onContinue={() => send({ type: 'google.start' })}
      />
      {isLinkFirst ? blocks.toReversed() : blocks}
      {allowsLink && isAlternative ? (
        <Alternative isInUse={view.link.status !== 'idle'}>
          <LinkBlock view={view} send={send} />
        </Alternative>
      ) : null}
      {isSupported && view.connections.length > 0 ? <Or /> : null}
      {view.connections.map(({ id, name }) => (
        <Button
          key={id}
          name="sso.start"
          kind={isSsoOnly ? 'primary' : 'secondary'}
          wide
          onClick={() => send({ type: 'sso.start', connectionId: id })}
        >
          <span>
            <Sentence text={stepUp.continueWith} values={{ connection: name }} />
          </span>
        </Button>
      ))}
      {isSupported || isSsoOnly ? null : (
        <p className={styles.unsupported}>{stepUp.otherMethodRequired}</p>
      )}
      <WayBack send={send} />
    </>
  );
  const { explanation: verifying, explanationWithoutMethod, ssoExplanation } = stepUp;
  const explanation = isSupported
    ? verifying
    : isSsoOnly
      ? ssoExplanation
      : explanationWithoutMethod;
  return (
    <Card
      title={isSsoOnly ? stepUp.ssoHeading : stepUp.heading}
      organization={view.organization.name}
    >
      <LeadParagraph>
        <Sentence
          text={explanation}
          values={{ email: maskedEmail(view), organization: view.organization.name }}
        />
      </LeadParagraph>
      <StepUpNotice view={view} send={send} />
      {view.completing ? null : ways}
    </Card>
  );
}

function Or() {
  return <p className={styles.or}>{stepUp.or}</p>;
}

/** While the sign-in is completed, the sentence of R8.12 takes the place of all that is under the explanation. */
function StepUpNotice({ view, send }: StepUpProps) {
  if (!view.completing) {
    const dismiss = () => send({ type: 'notice.dismiss' });
    return <AuthNotice notice={generalNotice(view.notice)} onDismiss={dismiss} />;
  }
  const text = sentenceOf({ code: 'emailVerified' });
  return <Notice notice={{ tone: 'success', text }} />;
}

/** Before a code is sent, sending one comes first; afterwards what was sent and its field do (R8.18). */
function CodeBlock({ view, send, isFirst }: StepUpProps & { readonly isFirst: boolean }) {
  const { code } = view;
  const input = useRef<HTMLInputElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  const isVerifying = code.status === 'verifying';
  const isSent = code.sentAt !== null;
  const [wasSent] = useState(isSent);

  useFocusWhenSent(code.sentAt, sendButton, input);

  const sending = {
    labels: stepUp.code,
    isSending: code.status === 'sending',
    isInactive: isVerifying,
    event: 'code.send' as const,
    send,
    ref: sendButton,
  };
  return (
    <section className={styles.block} aria-label={stepUp.code.heading}>
      <SentStatus
        sentAt={code.sentAt}
        email={maskedEmail(view)}
        text={stepUp.code.sent}
        textAgain={stepUp.code.sentAgain}
      />
      <ProgressStatus text={sending.isSending && stepUp.code.sending} />
      {isSent ? null : <SendButton {...sending} isPrimary={isFirst} />}
      <CodeForm
        kind="digits"
        sentAt={code.sentAt}
        label={stepUp.code.label}
        hint={isSent ? stepUp.code.hint : null}
        buttonLabels={stepUp.code}
        isVerifying={isVerifying}
        takesFocus={wasSent}
        rejections={code.rejections}
        notice={view.notice}
        inputRef={input}
        onCode={(digits) => send({ type: 'code.verify', code: digits })}
      />
      {isSent ? <MailLink emailAddress={view.emailAddress} /> : null}
      {isSent ? <ResendButton {...sending} resendAt={code.resendAt} /> : null}
    </section>
  );
}

function LinkBlock({ view, send }: StepUpProps) {
  const { link, code } = view;
  const sendButton = useRef<HTMLButtonElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const isSent = link.sentAt !== null;

  useFocusWhenSent(link.sentAt, sendButton, status);

  const sending = {
    // The code says it already.
    labels: code.sentAt === null ? stepUp.link : { ...stepUp.link, notReceived: '' },
    isSending: link.status === 'sending',
    event: 'link.send' as const,
    send,
    ref: sendButton,
  };
  return (
    <section className={styles.block} aria-label={stepUp.link.heading}>
      <SentStatus
        sentAt={link.sentAt}
        email={maskedEmail(view)}
        text={stepUp.link.sent}
        ref={status}
      />
      <ProgressStatus text={sending.isSending && stepUp.link.sending} />
      {isSent ? <p className={styles.note}>{stepUp.link.note}</p> : null}
      {isSent && code.sentAt === null ? <MailLink emailAddress={view.emailAddress} /> : null}
      {isSent ? (
        <ResendButton {...sending} resendAt={link.resendAt} />
      ) : (
        <SendButton {...sending} isPrimary={!view.methods.includes('email_otp')} />
      )}
    </section>
  );
}

/** Moves the focus when sending has succeeded, unless the person has left the button (R1.11). */
function useFocusWhenSent(
  sentAt: number | null,
  button: RefObject<HTMLElement | null>,
  next: RefObject<HTMLElement | null>,
): void {
  const previous = useRef(sentAt);
  useEffect(() => {
    const isNew = sentAt !== null && sentAt !== previous.current;
    previous.current = sentAt;
    const { activeElement, body } = document;
    // The button of the first one is replaced by the button of another one.
    if (isNew && (activeElement === body || activeElement === button.current)) {
      next.current?.focus();
    }
  }, [sentAt, button, next]);
}

interface AlternativeProps {
  /** The link is being sent, or was sent. */
  readonly isInUse: boolean;
  readonly children: ReactNode;
}

/** Keeps the link out of the way of a person who types a code (R8.18). */
function Alternative({ isInUse, children }: AlternativeProps) {
  const [startsOpen] = useState(isInUse);
  return (
    <details className={styles.alternative} open={startsOpen}>
      <summary className={summary.summary}>{stepUp.link.instead}</summary>
      {children}
    </details>
  );
}

interface SentStatusProps {
  readonly sentAt: number | null;
  /** The masked address. */
  readonly email: string;
  readonly text: string;
  /** The text after another one was sent from this screen. */
  readonly textAgain?: string;
  /** Lets the screen focus the text. */
  readonly ref?: Ref<HTMLParagraphElement>;
}

/**
 * What was sent and where, also after a reload (R8.10, R8.11, R8.18). The region is always rendered, because one that
 * appears together with its text is often not announced. The key announces the same sentence again.
 */
function SentStatus({ sentAt, email, text, textAgain = text, ref }: SentStatusProps) {
  const [firstSentAt, setFirstSentAt] = useState(sentAt);
  if (firstSentAt === null && sentAt !== null) setFirstSentAt(sentAt);
  const region = useRef<HTMLDivElement>(null);
  useAnnouncement(region, sentAt);
  return (
    <div ref={region} role="status" className={sentAt === null ? undefined : styles.sent}>
      {sentAt === null ? null : (
        <p key={sentAt} ref={ref} tabIndex={-1}>
          <Sentence text={sentAt === firstSentAt ? text : textAgain} values={{ email }} />
        </p>
      )}
    </div>
  );
}

function maskedEmail({ emailAddress }: StepUpView): string {
  return emailAddress === null ? stepUp.unknownEmail : maskEmail(emailAddress);
}
