import type { SecondFactorView } from '#machines/auth/second-factor/second-factor.view.ts';
import { EnrolmentSteps } from '#src/ui/authenticator/enrolment-steps.tsx';
import { authenticatorMessages } from '#src/ui/authenticator/messages.ts';
import { RecoveryCodes } from '#src/ui/authenticator/recovery-codes.tsx';
import { Button } from '#src/ui/controls/button.tsx';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import { Card, LeadParagraph } from '#src/ui/page/card.tsx';
import { AuthNotice } from '../auth-notice.tsx';
import { sentenceOf } from '../notices.ts';
import { CodeForm } from '../screens/code-form.tsx';
import type { ScreenProps } from '../screens/screen.types.ts';
import { SignInExpiryWarning } from '../screens/sign-in-expiry-warning.tsx';
import { WayBack } from '../screens/way-back.tsx';
import { generalNotice } from '../use-field-error.ts';
import { secondFactorMessages as texts } from './messages.ts';
import styles from './second-factor-screen.module.css';

/** The id of the sentence that names the organization. A field that takes the focus at once is described by it. */
const ORGANIZATION_ID = 'second-factor-organization';

type Step = SecondFactorView['step'];
type StepProps = ScreenProps<SecondFactorView>;

const headings: Readonly<Record<Step['name'], string>> = {
  code: texts.heading,
  recovery: texts.recoveryHeading,
  preparing: texts.enrolHeading,
  enrolling: texts.enrolHeading,
  savingCodes: authenticatorMessages.savingHeading,
  unsupported: texts.unsupportedHeading,
};

/** The steps of the second factor (R10). Each is a new screen, with the reason for it and the way back to the organizations. */
export function SecondFactorScreen({ view, send }: StepProps) {
  const { step, organization } = view;
  const values = { organization: organization.name };
  const isSaving = step.name === 'savingCodes';
  return (
    <Card key={step.name} title={headings[step.name]} organization={organization.name}>
      {isSaving || step.name === 'unsupported' ? null : (
        <LeadParagraph id={ORGANIZATION_ID}>
          <Sentence text={texts.organization} values={values} />
        </LeadParagraph>
      )}
      <LeadParagraph>
        {isSaving ? authenticatorMessages.savingNote : sentenceOf({ code: 'mfaRequired' })}
      </LeadParagraph>
      <AuthNotice
        // The sentence under the heading is not repeated as a notice.
        notice={view.notice?.code === 'mfaRequired' ? null : generalNotice(view.notice)}
        onDismiss={() => send({ type: 'notice.dismiss' })}
      />
      {isSaving ? null : (
        <SignInExpiryWarning
          isShown={view.expiring}
          text={step.name === 'enrolling' ? texts.enrolmentEnds : undefined}
          onContinue={() => send({ type: 'google.start' })}
        />
      )}
      <StepContent view={view} send={send} />
      {/* The codes are shown only now (R10.5). */}
      {isSaving ? null : <WayBack send={send} />}
    </Card>
  );
}

function StepContent({ view, send }: StepProps) {
  const { step, organization } = view;
  switch (step.name) {
    case 'code':
    case 'recovery':
      return <CodeEntry step={step} view={view} send={send} />;
    case 'preparing':
      return step.failed ? (
        <Button
          kind="primary"
          wide
          name="factor.retry"
          onClick={() => send({ type: 'factor.retry' })}
        >
          {texts.retry}
        </Button>
      ) : (
        <div className={styles.preparing}>
          <span className={styles.placeholder} aria-hidden="true" />
          <p className={styles.note} role="status">
            {texts.preparing}
          </p>
        </div>
      );
    case 'enrolling':
      return (
        <>
          <EnrolmentSteps organization={organization.name} enrolment={step.enrolment} />
          <CodeForm
            kind="digits"
            label={texts.codeLabel}
            buttonLabels={texts}
            isVerifying={step.busy}
            rejections={step.rejections}
            notice={view.notice}
            onCode={(code) => send({ type: 'factor.enrolled', code })}
          />
        </>
      );
    case 'savingCodes':
      return (
        <>
          <RecoveryCodes organization={organization.name} codes={step.recoveryCodes} />
          <Button
            kind="primary"
            wide
            name="codes.saved"
            onClick={() => send({ type: 'codes.saved' })}
          >
            {authenticatorMessages.saved}
          </Button>
        </>
      );
    case 'unsupported':
      return (
        <p className={styles.unsupported}>
          <Sentence text={texts.unsupported} values={{ organization: organization.name }} />
        </p>
      );
  }
}

interface CodeEntryProps extends StepProps {
  readonly step: Extract<Step, { readonly name: 'code' | 'recovery' }>;
}

/** Takes the code of the authenticator app, or a recovery code in its place. */
function CodeEntry({ step, view, send }: CodeEntryProps) {
  const isRecovery = step.name === 'recovery';
  const other = isRecovery ? 'factor.useCode' : 'factor.useRecoveryCode';
  return (
    <>
      <CodeForm
        kind={isRecovery ? 'recovery' : 'digits'}
        label={isRecovery ? texts.recoveryLabel : texts.codeLabel}
        hint={isRecovery ? texts.recoveryNote : null}
        buttonLabels={isRecovery ? { ...texts, verify: texts.recover } : texts}
        isVerifying={step.busy}
        rejections={step.rejections}
        notice={view.notice}
        takesFocus
        describedBy={ORGANIZATION_ID}
        onCode={(code) => send({ type: isRecovery ? 'factor.recover' : 'factor.verify', code })}
      />
      <Button kind="link" inactive={step.busy} name={other} onClick={() => send({ type: other })}>
        {isRecovery ? texts.useCode : texts.useRecoveryCode}
      </Button>
    </>
  );
}
