import { useRef } from 'react';
import type { StepUpView } from '#machines/auth/auth.view.types.ts';
import { maskEmail } from '#machines/rules/email.ts';
import { messages as authMessages } from '#machines/rules/messages.ts';
import { Button } from '#src/ui/button.tsx';
import { Card, CardFooter, LeadParagraph } from '#src/ui/card.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { lateMessages } from '../late-messages.ts';
import { CodeForm } from './code-form.tsx';
import type { ScreenProps } from './screen.types.ts';
import { SendCodeOrLinkButton } from './send-code-or-link-button.tsx';
import styles from './step-up-screen.module.css';

const { stepUp } = lateMessages;

type StepUpProps = ScreenProps<StepUpView>;

/** Verifies the e-mail address by a code, by a link, or by either (R8). */
export function StepUpScreen({ view, send }: StepUpProps) {
  const allowsCode = view.methods.includes('email_otp');
  const allowsLink = view.methods.includes('magic_link');
  return (
    <Card title={stepUp.heading}>
      <Explanation view={view} />
      <StepUpNotice view={view} send={send} />
      {allowsCode ? <CodeBlock view={view} send={send} /> : null}
      {allowsCode && allowsLink ? <p className={styles.or}>{stepUp.or}</p> : null}
      {allowsLink ? <LinkBlock view={view} send={send} /> : null}
      {allowsCode || allowsLink ? null : (
        <p className={styles.unsupported}>{authMessages.otherMethodRequired}</p>
      )}
      <CardFooter>
        <Button
          kind="link"
          inactive={view.completing}
          onClick={() => send({ type: 'organization.chooseDifferent' })}
        >
          {lateMessages.chooseDifferent}
        </Button>
      </CardFooter>
    </Card>
  );
}

function Explanation({ view }: Pick<StepUpProps, 'view'>) {
  const email = view.emailAddress === null ? stepUp.unknownEmail : maskEmail(view.emailAddress);
  const values = { email, organization: view.organization.name };
  return (
    <LeadParagraph>
      <Sentence text={stepUp.explanation} values={values} />
    </LeadParagraph>
  );
}

/** While the sign-in is completed, R8.12 takes the place of any other notice. */
function StepUpNotice({ view, send }: StepUpProps) {
  if (!view.completing) {
    return <Notice notice={view.notice} onDismiss={() => send({ type: 'notice.dismiss' })} />;
  }
  const text = authMessages.emailVerified;
  return <Notice notice={{ tone: 'success', text, requestId: null, remedy: null }} />;
}

function CodeBlock({ view, send }: StepUpProps) {
  const { code, completing } = view;
  const input = useRef<HTMLInputElement>(null);
  const isVerifying = code.status === 'verifying';
  return (
    <section className={styles.block} aria-label={stepUp.code.heading}>
      <SendCodeOrLinkButton
        labels={stepUp.code}
        isPrimary
        isSending={code.status === 'sending'}
        isSent={code.status === 'awaitingCode' || isVerifying}
        resendAt={code.resendAt}
        isInactive={completing || isVerifying}
        onSend={() => send({ type: 'code.send' })}
        onSent={() => input.current?.focus()}
      />
      <CodeForm
        label={stepUp.code.label}
        buttonLabels={stepUp.code}
        isVerifying={isVerifying}
        isInactive={completing}
        rejections={code.rejections}
        inputRef={input}
        onCode={(digits) => send({ type: 'code.verify', code: digits })}
      />
    </section>
  );
}

function LinkBlock({ view, send }: StepUpProps) {
  const { link, completing } = view;
  const isSent = link.status === 'awaitingLink';
  return (
    <section className={styles.block} aria-label={stepUp.link.heading}>
      {isSent ? <p className={styles.note}>{stepUp.link.note}</p> : null}
      <SendCodeOrLinkButton
        labels={stepUp.link}
        isPrimary={!view.methods.includes('email_otp')}
        isSending={link.status === 'sending'}
        isSent={isSent}
        resendAt={link.resendAt}
        isInactive={completing}
        onSend={() => send({ type: 'link.send' })}
      />
    </section>
  );
}
