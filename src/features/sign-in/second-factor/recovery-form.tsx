import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { lateMessages } from '../late-messages.ts';
import { useOncePerTask } from '../screens/use-once-per-task.ts';
import { useRejectedField } from '../screens/use-rejected-field.ts';
import styles from './second-factor-screen.module.css';

const { secondFactor } = lateMessages;

interface RecoveryFormProps {
  readonly isVerifying: boolean;
  /** See `useRejectedField`. */
  readonly rejections: number;
  readonly onRecoveryCode: (recoveryCode: string) => void;
}

/** A field for a recovery code (R10.3). */
export function RecoveryForm({ isVerifying, rejections, onRecoveryCode }: RecoveryFormProps) {
  const [recoveryCode, setRecoveryCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const field = useRejectedField(input, rejections);
  const send = useOncePerTask(onRecoveryCode);
  const isBlank = recoveryCode.trim() === '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isVerifying && !isBlank) send(recoveryCode.trim());
  };
  const change = (text: string) => {
    if (isVerifying) return;
    setRecoveryCode(text);
    field.onEdit();
  };

  return (
    <form className={styles.form} onSubmit={submit} aria-busy={isVerifying || undefined} noValidate>
      <TextField
        ref={input}
        label={secondFactor.recoveryLabel}
        code
        placeholder={secondFactor.recoveryPlaceholder}
        autoComplete="off"
        autoFocus
        value={recoveryCode}
        onChange={(event) => change(event.target.value)}
        aria-invalid={field.isRejected || undefined}
      />
      <p className={styles.note}>{secondFactor.recoveryNote}</p>
      <Button type="submit" kind="primary" wide busy={isVerifying} disabled={isBlank}>
        {isVerifying ? secondFactor.verifying : secondFactor.recover}
      </Button>
    </form>
  );
}
