import { useRef, useState } from 'react';
import type { Notice } from '#machines/auth/auth.types.ts';
import { Button } from '#src/ui/controls/button.tsx';
import { Form } from '#src/ui/controls/form.tsx';
import { TextField } from '#src/ui/controls/text-field.tsx';
import { ProgressStatus } from '#src/ui/feedback/progress-status.tsx';
import { onEnter } from '#src/ui/hooks/on-enter.ts';
import { useArrivalFocus } from '../hooks/use-arrival-focus.ts';
import { useFieldError } from '../hooks/use-field-error.ts';
import { useSelectedAfterRejection } from '../hooks/use-selected-after-rejection.ts';
import { secondFactorMessages } from './messages.ts';
import styles from './second-factor-screen.module.css';

interface RecoveryFormProps {
  readonly isVerifying: boolean;
  /** See `useSelectedAfterRejection`. */
  readonly rejections: number;
  /** See `useFieldError`. */
  readonly notice: Notice | null;
  /** The id of what the field is also described by. */
  readonly describedBy: string;
  readonly onRecoveryCode: (recoveryCode: string) => void;
}

/** A field for a recovery code (R10.3). */
export function RecoveryForm(props: RecoveryFormProps) {
  const { isVerifying, rejections, notice, onRecoveryCode } = props;
  const [recoveryCode, setRecoveryCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { error, onEdit } = useFieldError(notice);
  useArrivalFocus(input);
  useSelectedAfterRejection(input, rejections);
  const isBlank = recoveryCode.trim() === '';

  const submit = () => {
    if (!isVerifying && !isBlank) onRecoveryCode(recoveryCode.trim());
  };
  const change = (text: string) => {
    if (isVerifying) return;
    setRecoveryCode(text);
    setIsMissing(false);
    onEdit();
  };

  return (
    <Form className={styles.form} onSubmit={submit}>
      <TextField
        ref={input}
        label={secondFactorMessages.recoveryLabel}
        code
        placeholder={secondFactorMessages.recoveryPlaceholder}
        autoComplete="off"
        value={recoveryCode}
        onText={change}
        onKeyDown={onEnter(() => setIsMissing(isBlank))}
        aria-describedby={props.describedBy}
        hint={secondFactorMessages.recoveryNote}
        error={isMissing ? secondFactorMessages.recoveryMissing : error}
      />
      <ProgressStatus text={isVerifying && secondFactorMessages.verifying} />
      <Button type="submit" kind="primary" wide busy={isVerifying} disabled={isBlank}>
        {isVerifying ? secondFactorMessages.verifying : secondFactorMessages.recover}
      </Button>
    </Form>
  );
}
