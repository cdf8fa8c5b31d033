import { createElement, type FunctionComponent, type ReactNode } from 'react';
import type { SecondFactorView } from '#machines/auth/second-factor/second-factor.view.ts';
import { EnrolmentSteps } from '#src/ui/authenticator/enrolment-steps.tsx';
import { authenticatorMessages } from '#src/ui/authenticator/messages.ts';
import { RecoveryCodes } from '#src/ui/authenticator/recovery-codes.tsx';
import { Button } from '#src/ui/controls/button.tsx';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import { Card, LeadParagraph } from '#src/ui/page/card.tsx';
import { AuthNotice } from '../auth-notice.tsx';
import { generalNotice } from '../hooks/use-field-error.ts';
import { sentenceOf } from '../notices.ts';
import { CodeForm } from '../screens/code-form.tsx';
import { ExpiryWarning } from '../screens/expiry-warning.tsx';
import type { ScreenProps } from '../screens/screen.types.ts';
import { WayBack } from '../screens/way-back.tsx';
import { secondFactorMessages } from './messages.ts';
import { RecoveryForm } from './recovery-form.tsx';
import styles from './second-factor-screen.module.css';

type StepByName = { [Step in SecondFactorView['step'] as Step['name']]: Step };
type StepName = keyof StepByName;

/** Keeps a step and its name correlated, so that TypeScript accepts the lookup in `stepComponents`. */
type NamedStep<Name extends StepName> = {
  [Key in Name]: StepByName[Key] & { readonly name: Key };
}[Name];

interface StepProps<Name extends StepName> extends ScreenProps<SecondFactorView> {
  readonly step: NamedStep<Name>;
}

type StepComponents = { readonly [Name in StepName]: FunctionComponent<StepProps<Name>> };

/** The id of the sentence that names the organization. A field that takes the focus at once is described by it. */
const ORGANIZATION_ID = 'second-factor-organization';

/** The component of each step. A missing one does not compile. */
const stepComponents: StepComponents = {
  code: ({ step, view, send }) => (
    <StepCard title={secondFactorMessages.heading} view={view} send={send}>
      <CodeForm
        label={secondFactorMessages.codeLabel}
        buttonLabels={secondFactorMessages}
        isVerifying={step.busy}
        rejections={step.rejections}
        notice={view.notice}
        takesFocus
        describedBy={ORGANIZATION_ID}
        onCode={(code) => send({ type: 'factor.verify', code })}
      />
      <Button
        kind="link"
        inactive={step.busy}
        name="factor.useRecoveryCode"
        onClick={() => send({ type: 'factor.useRecoveryCode' })}
      >
        {secondFactorMessages.useRecoveryCode}
      </Button>
    </StepCard>
  ),
  recovery: ({ step, view, send }) => (
    <StepCard title={secondFactorMessages.recoveryHeading} view={view} send={send}>
      <RecoveryForm
        isVerifying={step.busy}
        rejections={step.rejections}
        notice={view.notice}
        describedBy={ORGANIZATION_ID}
        onRecoveryCode={(code) => send({ type: 'factor.recover', code })}
      />
      <Button
        kind="link"
        inactive={step.busy}
        name="factor.useCode"
        onClick={() => send({ type: 'factor.useCode' })}
      >
        {secondFactorMessages.useCode}
      </Button>
    </StepCard>
  ),
  preparing: ({ step, view, send }) => (
    <StepCard title={secondFactorMessages.enrolHeading} view={view} send={send}>
      {step.failed ? (
        <Button
          kind="primary"
          wide
          name="factor.retry"
          onClick={() => send({ type: 'factor.retry' })}
        >
          {secondFactorMessages.retry}
        </Button>
      ) : (
        <div className={styles.preparing}>
          <span className={styles.placeholder} aria-hidden="true" />
          <p className={styles.note} role="status">
            {secondFactorMessages.preparing}
          </p>
        </div>
      )}
    </StepCard>
  ),
  enrolling: ({ step, view, send }) => (
    <StepCard
      title={secondFactorMessages.enrolHeading}
      expiryWarning={secondFactorMessages.enrolmentEnds}
      view={view}
      send={send}
    >
      <EnrolmentSteps organization={view.organization.name} enrolment={step.enrolment} />
      <CodeForm
        label={secondFactorMessages.codeLabel}
        buttonLabels={secondFactorMessages}
        isVerifying={step.busy}
        rejections={step.rejections}
        notice={view.notice}
        onCode={(code) => send({ type: 'factor.enrolled', code })}
      />
    </StepCard>
  ),
  // Without a way back, because the codes are shown only now (R10.5).
  savingCodes: ({ step, view, send }) => (
    <Card title={authenticatorMessages.savingHeading} organization={view.organization.name}>
      <LeadParagraph>{authenticatorMessages.savingNote}</LeadParagraph>
      <StepNotice view={view} send={send} />
      <RecoveryCodes organization={view.organization.name} codes={step.recoveryCodes} />
      <Button kind="primary" wide name="codes.saved" onClick={() => send({ type: 'codes.saved' })}>
        {authenticatorMessages.saved}
      </Button>
    </Card>
  ),
  unsupported: ({ view, send }) => (
    <StepCard title={secondFactorMessages.unsupportedHeading} view={view} send={send}>
      <p className={styles.unsupported}>
        <Sentence
          text={secondFactorMessages.unsupported}
          values={{ organization: view.organization.name }}
        />
      </p>
    </StepCard>
  ),
};

/** The steps of the second factor (R10). */
export function SecondFactorScreen({ view, send }: ScreenProps<SecondFactorView>) {
  return stepElement({ step: view.step, view, send });
}

function stepElement<Name extends StepName>(props: StepProps<Name>) {
  return createElement<StepProps<Name>>(stepComponents[props.step.name], props);
}

interface StepCardProps extends ScreenProps<SecondFactorView> {
  readonly title: string;
  /** What to say before the sign-in expires, if signing in again changes more than the time. */
  readonly expiryWarning?: string;
  readonly children: ReactNode;
}

/** The parts that all steps show: the reason, the notice, the end of the time and the way back to the organizations. */
function StepCard({ title, expiryWarning, view, send, children }: StepCardProps) {
  return (
    <Card title={title} organization={view.organization.name}>
      {view.step.name === 'unsupported' ? null : (
        <LeadParagraph id={ORGANIZATION_ID}>
          <Sentence
            text={secondFactorMessages.organization}
            values={{ organization: view.organization.name }}
          />
        </LeadParagraph>
      )}
      <LeadParagraph>{sentenceOf({ code: 'mfaRequired' })}</LeadParagraph>
      <StepNotice view={view} send={send} />
      <ExpiryWarning
        isShown={view.expiring}
        text={expiryWarning}
        onContinue={() => send({ type: 'google.start' })}
      />
      {children}
      <WayBack send={send} />
    </Card>
  );
}

/** The sentence under the heading is not repeated as a notice. */
function StepNotice({ view, send }: ScreenProps<SecondFactorView>) {
  const notice = view.notice?.code === 'mfaRequired' ? null : generalNotice(view.notice);
  return <AuthNotice notice={notice} onDismiss={() => send({ type: 'notice.dismiss' })} />;
}
