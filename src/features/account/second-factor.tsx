import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { findCode, isWholeCode } from '#machines/rules/code.ts';
import { explain } from '#src/api/api-error.ts';
import { DirectoryError, type Enrolment } from '#src/api/directory.ts';
import { useSession } from '#src/api/session.tsx';
import { EnrolmentSteps } from '#src/ui/authenticator/enrolment-steps.tsx';
import { authenticatorMessages } from '#src/ui/authenticator/messages.ts';
import { RecoveryCodes } from '#src/ui/authenticator/recovery-codes.tsx';
import { Button } from '#src/ui/controls/button.tsx';
import { Dialog, DialogActions } from '#src/ui/controls/dialog.tsx';
import { Form } from '#src/ui/controls/form.tsx';
import { TextField } from '#src/ui/controls/text-field.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import styles from './account.module.css';
import { messages } from './messages.ts';

const texts = messages.secondFactor;

/** What the open dialog is about. Its secrets are nowhere else, and go with it. */
type Step =
  | { readonly name: 'replace' | 'renew' }
  | { readonly name: 'enrol'; readonly enrolment: Enrolment }
  | { readonly name: 'save' | 'show'; readonly codes: readonly string[] };

interface SecondFactorProps {
  readonly hasApp: boolean;
  /** Called when the second factor has changed; resolves when the page shows it. */
  readonly onChanged: () => Promise<void>;
}

/** Sets up or replaces the authenticator app, and shows and renews the recovery codes (R23.8). */
export function SecondFactor({ hasApp, onChanged }: SecondFactorProps) {
  const { directory, can, session } = useSession();
  const [step, setStep] = useState<Step | null>(null);
  const doing = useMutation({
    mutationFn: async (what: 'enrol' | 'replace' | 'renew' | 'show') => {
      const { self } = await directory();
      if (what === 'show') {
        return setStep({ name: 'show', codes: await self.readRecoveryCodes() });
      }
      if (what === 'renew') {
        return setStep({ name: 'save', codes: await self.renewRecoveryCodes() });
      }
      if (what === 'replace') {
        await self.removeAuthenticatorApp();
        await onChanged();
      }
      setStep({ name: 'enrol', enrolment: await self.enrol() });
    },
    // The dialog that asked closes: the page shows the failure.
    onError: () => setStep(null),
  });
  const failure = doing.error && explain(doing.error, messages.problems);
  const ask = (name: 'replace' | 'renew') => () => {
    doing.reset();
    setStep({ name });
  };
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{texts.heading}</h2>
      <p className={styles.text}>{hasApp ? texts.some : texts.none}</p>
      <Notice notice={failure ? { tone: 'error', text: failure } : null} />
      <div className={styles.actions}>
        {hasApp ? (
          <>
            {can('stytch.self', 'update.info.delete.mfa-totp') ? (
              <Button onClick={ask('replace')}>{texts.replace}</Button>
            ) : null}
            <Button busy={doing.isPending} onClick={() => doing.mutate('show')}>
              {texts.show}
            </Button>
            <Button onClick={ask('renew')}>{texts.renew}</Button>
          </>
        ) : (
          <Button busy={doing.isPending} onClick={() => doing.mutate('enrol')}>
            {texts.enrol}
          </Button>
        )}
      </div>
      {step?.name === 'replace' || step?.name === 'renew' ? (
        <Dialog title={texts[step.name]} onClose={() => setStep(null)}>
          <p className={styles.text}>
            {step.name === 'replace' ? texts.replaceQuestion : texts.renewQuestion}
          </p>
          <DialogActions>
            <Button kind="quiet" inactive={doing.isPending} onClick={() => setStep(null)}>
              {messages.cancel}
            </Button>
            <Button kind="primary" busy={doing.isPending} onClick={() => doing.mutate(step.name)}>
              {texts[step.name]}
            </Button>
          </DialogActions>
        </Dialog>
      ) : null}
      {step?.name === 'enrol' ? (
        <EnrolDialog
          enrolment={step.enrolment}
          onVerified={async () => {
            setStep({ name: 'save', codes: step.enrolment.recoveryCodes });
            await onChanged();
          }}
          onClose={() => setStep(null)}
        />
      ) : null}
      {step?.name === 'show' ? (
        <Dialog title={texts.showHeading} onClose={() => setStep(null)}>
          <p className={styles.text}>{step.codes.length > 0 ? texts.left : texts.noneLeft}</p>
          {step.codes.length > 0 ? (
            <RecoveryCodes organization={session.organization.name} codes={step.codes} />
          ) : null}
          <DialogActions>
            <Button onClick={() => setStep(null)}>{texts.close}</Button>
          </DialogActions>
        </Dialog>
      ) : null}
      {step?.name === 'save' ? (
        <SaveDialog codes={step.codes} onSaved={() => setStep(null)} />
      ) : null}
    </section>
  );
}

interface EnrolDialogProps {
  readonly enrolment: Enrolment;
  readonly onVerified: () => Promise<void>;
  readonly onClose: () => void;
}

function EnrolDialog({ enrolment, onVerified, onClose }: EnrolDialogProps) {
  const { directory, session } = useSession();
  const [code, setCode] = useState('');
  const verifying = useMutation({
    mutationFn: async (digits: string) => {
      if (!isWholeCode(digits)) throw new DirectoryError('code', texts.codeTooShort);
      await (await directory()).self.verify(digits);
      await onVerified();
    },
  });
  const { error, isPending } = verifying;
  const isOfCode = error instanceof DirectoryError && error.problem === 'code';
  const text =
    error &&
    (isWholeCode(verifying.variables) ? explain(error, messages.problems) : texts.codeTooShort);
  return (
    <Dialog title={texts.enrolHeading} onClose={onClose}>
      <EnrolmentSteps organization={session.organization.name} enrolment={enrolment} />
      <Form onSubmit={() => isPending || verifying.mutate(code)}>
        <TextField
          code
          label={texts.codeLabel}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={isOfCode ? text : null}
          onText={(typed) => {
            setCode(findCode(typed).digits);
            if (!isPending) verifying.reset();
          }}
        />
        <Notice notice={text && !isOfCode ? { tone: 'error', text } : null} />
        <DialogActions>
          <Button kind="quiet" inactive={isPending} onClick={onClose}>
            {messages.cancel}
          </Button>
          <Button type="submit" kind="primary" busy={isPending}>
            {isPending ? texts.verifying : texts.verify}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

interface SaveDialogProps {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

/** Shows new recovery codes: only their button closes it (R10.5, R10.10). */
function SaveDialog({ codes, onSaved }: SaveDialogProps) {
  const { organization } = useSession().session;
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    <Dialog title={authenticatorMessages.savingHeading} onClose={() => undefined}>
      <p className={styles.text}>{authenticatorMessages.savingNote}</p>
      <RecoveryCodes organization={organization.name} codes={codes} />
      <DialogActions>
        <Button kind="primary" onClick={onSaved}>
          {authenticatorMessages.saved}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
