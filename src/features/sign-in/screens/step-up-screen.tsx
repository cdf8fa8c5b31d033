import { type RefObject, useRef } from 'react';
import type { StepUpView } from '#machines/auth/auth.view.types.ts';
import { maskEmail } from '#machines/rules/email.ts';
import { messages as said } from '#machines/rules/messages.ts';
import { Button } from '#src/ui/button.tsx';
import { Card, CardFooter, Lead } from '#src/ui/card.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { messages } from '../messages.ts';
import { CodeForm } from './code-form.tsx';
import type { ScreenProps, Send } from './screen.types.ts';
import { SendButton } from './send-button.tsx';
import styles from './step-up-screen.module.css';

const { stepUp } = messages;

/** The login card in step-up mode (R8.1): the e-mail is verified by a code, by a link, or by either. */
export function StepUpScreen({ view, send }: ScreenProps<StepUpView>) {
  const byCode = view.methods.includes('email_otp');
  const byLink = view.methods.includes('magic_link');
  return (
    <Card title={stepUp.heading}>
      <Explanation view={view} />
      <StepUpNotice view={view} send={send} />
      {byCode ? <CodeBlock view={view} send={send} /> : null}
      {byCode && byLink ? <p className={styles.or}>{stepUp.or}</p> : null}
      {byLink ? <LinkBlock view={view} send={send} /> : null}
      {byCode || byLink ? null : <p className={styles.other}>{said.otherMethodRequired}</p>}
      <CardFooter>
        <Button
          kind="link"
          inactive={view.completing}
          onClick={() => send({ type: 'organization.chooseDifferent' })}
        >
          {messages.chooseDifferent}
        </Button>
      </CardFooter>
    </Card>
  );
}

function Explanation({ view }: { view: StepUpView }) {
  const email = view.emailAddress === null ? stepUp.someEmail : maskEmail(view.emailAddress);
  const values = { email, organization: view.organization.name };
  return (
    <Lead>
      <Sentence text={stepUp.explanation} values={values} />
    </Lead>
  );
}

/** While the session is being exchanged there is one thing to say, whatever was said before. */
function StepUpNotice({ view, send }: ScreenProps<StepUpView>) {
  if (!view.completing) {
    return <Notice notice={view.notice} onDismiss={() => send({ type: 'notice.dismiss' })} />;
  }
  const text = said.emailVerified;
  return <Notice notice={{ tone: 'success', text, requestId: null, remedy: null }} />;
}

interface BlockProps {
  readonly view: StepUpView;
  readonly send: Send;
}

function CodeBlock({ view, send }: BlockProps) {
  const { code, completing } = view;
  const input = useRef<HTMLInputElement>(null);
  const words = {
    send: stepUp.sendCode,
    sending: stepUp.sendingCode,
    resend: stepUp.resendCode,
    resendIn: stepUp.resendCodeIn,
  };
  return (
    <section className={styles.block} aria-label={stepUp.codeHeading}>
      <SendButton
        words={words}
        first
        sending={code.status === 'sending'}
        sent={code.status === 'awaitingCode' || code.status === 'verifying'}
        resendAt={code.resendAt}
        resting={completing || code.status === 'verifying'}
        onSend={() => send({ type: 'code.send' })}
        onSent={() => focus(input)}
      />
      <CodeForm
        label={stepUp.codeLabel}
        words={stepUp}
        checking={code.status === 'verifying'}
        resting={completing}
        refusals={code.refusals}
        inputRef={input}
        onCode={(typed) => send({ type: 'code.verify', code: typed })}
      />
    </section>
  );
}

function LinkBlock({ view, send }: BlockProps) {
  const { link, completing } = view;
  const sent = link.status === 'awaitingLink';
  const words = {
    send: stepUp.sendLink,
    sending: stepUp.sendingLink,
    resend: stepUp.resendLink,
    resendIn: stepUp.resendLinkIn,
  };
  return (
    <section className={styles.block} aria-label={stepUp.linkHeading}>
      {sent ? <p className={styles.note}>{stepUp.linkNote}</p> : null}
      <SendButton
        words={words}
        first={!view.methods.includes('email_otp')}
        sending={link.status === 'sending'}
        sent={sent}
        resendAt={link.resendAt}
        resting={completing}
        onSend={() => send({ type: 'link.send' })}
      />
    </section>
  );
}

function focus(input: RefObject<HTMLInputElement | null>): void {
  input.current?.focus();
}
