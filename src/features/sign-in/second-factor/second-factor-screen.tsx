import { createElement, type FunctionComponent } from 'react';
import type { SecondFactorView } from '#machines/auth/auth.view.types.ts';
import { messages as said } from '#machines/rules/messages.ts';
import { Button } from '#src/ui/button.tsx';
import { Card, CardFooter, Lead } from '#src/ui/card.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { messages } from '../messages.ts';
import { CodeForm } from '../screens/code-form.tsx';
import type { ScreenProps, Send } from '../screens/screen.types.ts';
import { EnrolmentSteps } from './enrolment-steps.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RecoveryForm } from './recovery-form.tsx';
import styles from './second-factor-screen.module.css';

const { secondFactor } = messages;

type Step = SecondFactorView['step'];
type StepByName = { [Each in Step as Each['name']]: Each };
type Name = keyof StepByName;
type Named<Which extends Name> = {
  [Each in Which]: StepByName[Each] & { readonly name: Each };
}[Which];

interface StepProps<Which extends Name> {
  readonly step: Named<Which>;
  readonly view: SecondFactorView;
  readonly send: Send;
}

type Steps = { readonly [Which in Name]: FunctionComponent<StepProps<Which>> };

/** One component for each step: one that is missing does not compile. */
const steps: Steps = {
  code: ({ step, view, send }) => (
    <Card title={secondFactor.heading}>
      <Lead>{said.mfaRequired}</Lead>
      <StepNotice view={view} send={send} />
      <CodeForm
        label={secondFactor.codeLabel}
        words={secondFactor}
        checking={step.busy}
        refusals={step.refusals}
        autoFocus
        onCode={(code) => send({ type: 'factor.verify', code })}
      />
      <Button
        kind="quiet"
        wide
        inactive={step.busy}
        onClick={() => send({ type: 'factor.useRecoveryCode' })}
      >
        {secondFactor.useRecoveryCode}
      </Button>
      <ChooseDifferent send={send} />
    </Card>
  ),
  recovery: ({ step, view, send }) => (
    <Card title={secondFactor.heading}>
      <Lead>{said.mfaRequired}</Lead>
      <StepNotice view={view} send={send} />
      <RecoveryForm
        checking={step.busy}
        refusals={step.refusals}
        onRecoveryCode={(recoveryCode) => send({ type: 'factor.recover', recoveryCode })}
      />
      <Button
        kind="quiet"
        wide
        inactive={step.busy}
        onClick={() => send({ type: 'factor.useCode' })}
      >
        {secondFactor.useCode}
      </Button>
      <ChooseDifferent send={send} />
    </Card>
  ),
  preparing: ({ step, view, send }) => (
    <Card title={secondFactor.enrolHeading}>
      <Lead>{said.mfaRequired}</Lead>
      <StepNotice view={view} send={send} />
      <Preparing failed={step.failed} send={send} />
      <ChooseDifferent send={send} />
    </Card>
  ),
  enrolling: ({ step, view, send }) => (
    <Card title={secondFactor.enrolHeading}>
      <Lead>{said.mfaRequired}</Lead>
      <StepNotice view={view} send={send} />
      <EnrolmentSteps enrolment={step.enrolment} />
      <CodeForm
        label={secondFactor.codeLabel}
        words={secondFactor}
        checking={step.busy}
        refusals={step.refusals}
        onCode={(code) => send({ type: 'factor.enrolled', code })}
      />
      <ChooseDifferent send={send} />
    </Card>
  ),
  savingCodes: ({ step, view, send }) => (
    <Card title={secondFactor.savingHeading}>
      <Lead>{secondFactor.savingNote}</Lead>
      <StepNotice view={view} send={send} />
      <RecoveryCodes organization={view.organization.name} codes={step.recoveryCodes} />
      <Button kind="primary" wide onClick={() => send({ type: 'codes.saved' })}>
        {secondFactor.saved}
      </Button>
    </Card>
  ),
  unsupported: ({ view, send }) => (
    <Card title={secondFactor.heading}>
      <Lead>{said.mfaRequired}</Lead>
      <StepNotice view={view} send={send} />
      <p className={styles.unsupported}>{said.secondFactorUnsupported}</p>
      <ChooseDifferent send={send} />
    </Card>
  ),
};

/** The second factor (R10.1): a code, a recovery code, an enrolment, or the codes to keep. */
export function SecondFactorScreen({ view, send }: ScreenProps<SecondFactorView>) {
  return stepElement({ step: view.step, view, send });
}

function stepElement<Which extends Name>(props: StepProps<Which>) {
  return createElement<StepProps<Which>>(steps[props.step.name], props);
}

/** What already stands under the heading is not said twice. */
function StepNotice({ view, send }: { view: SecondFactorView; send: Send }) {
  const notice = view.notice?.text === said.mfaRequired ? null : view.notice;
  return <Notice notice={notice} onDismiss={() => send({ type: 'notice.dismiss' })} />;
}

function Preparing({ failed, send }: { failed: boolean; send: Send }) {
  if (failed) {
    return (
      <Button kind="primary" wide onClick={() => send({ type: 'factor.retry' })}>
        {secondFactor.retry}
      </Button>
    );
  }
  return (
    <div className={styles.preparing}>
      <span className={styles.placeholder} aria-hidden="true" />
      <p className={styles.note} role="status">
        {secondFactor.preparing}
      </p>
    </div>
  );
}

function ChooseDifferent({ send }: { send: Send }) {
  return (
    <CardFooter>
      <Button kind="link" onClick={() => send({ type: 'organization.chooseDifferent' })}>
        {messages.chooseDifferent}
      </Button>
    </CardFooter>
  );
}
