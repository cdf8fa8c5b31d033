import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { messages } from '../messages.ts';
import { useOncePerTick } from '../screens/use-once-per-turn.ts';
import { useRejectedField } from '../screens/use-refused-field.ts';
import styles from './second-factor-screen.module.css';

const { secondFactor } = messages;

interface RecoveryFormProps {
  readonly checking: boolean;
  readonly refusals: number;
  readonly onRecoveryCode: (recoveryCode: string) => void;
}

/** One of the codes that were saved at enrolment, in place of the authenticator app. */
export function RecoveryForm({ checking, refusals, onRecoveryCode }: RecoveryFormProps) {
  const [recoveryCode, setRecoveryCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const field = useRejectedField(input, refusals);
  const send = useOncePerTick(onRecoveryCode);
  const blank = recoveryCode.trim() === '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!checking && !blank) send(recoveryCode.trim());
  };
  const change = (text: string) => {
    if (checking) return;
    setRecoveryCode(text);
    field.touched();
  };

  return (
    <form className={styles.form} onSubmit={submit} aria-busy={checking || undefined} noValidate>
      <TextField
        ref={input}
        label={secondFactor.recoveryLabel}
        code
        placeholder={secondFactor.recoveryPlaceholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={recoveryCode}
        onChange={(event) => change(event.target.value)}
        aria-invalid={field.refused || undefined}
      />
      <p className={styles.note}>{secondFactor.recoveryNote}</p>
      <Button type="submit" kind="primary" wide busy={checking} disabled={blank}>
        {checking ? secondFactor.verifying : secondFactor.recover}
      </Button>
    </form>
  );
}
