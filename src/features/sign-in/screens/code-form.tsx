import { type ClipboardEvent, type RefObject, useRef, useState } from 'react';
import type { Notice } from '#machines/auth/auth.types.ts';
import { findCode, isWholeCode } from '#machines/rules/code.ts';
import { Button } from '#src/ui/controls/button.tsx';
import { Form } from '#src/ui/controls/form.tsx';
import { TextField } from '#src/ui/controls/text-field.tsx';
import { ProgressStatus } from '#src/ui/feedback/progress-status.tsx';
import { onEnter } from '#src/ui/hooks/on-enter.ts';
import { useArrivalFocus } from '../hooks/use-arrival-focus.ts';
import { useFieldError } from '../hooks/use-field-error.ts';
import { useSelectedAfterRejection } from '../hooks/use-selected-after-rejection.ts';
import { verificationMessages } from '../verification-messages.ts';
import styles from './code-form.module.css';

interface CodeFormProps {
  readonly label: string;
  /** What else helps to fill the field in. */
  readonly hint?: string | null;
  readonly buttonLabels: { readonly verify: string; readonly verifying: string };
  readonly isVerifying: boolean;
  /** See `useSelectedAfterRejection`. */
  readonly rejections: number;
  /** See `useFieldError`. */
  readonly notice: Notice | null;
  /** When the code was sent: another one empties the field. */
  readonly sentAt?: number | null;
  /** Whether the field takes the focus when its screen arrives. */
  readonly takesFocus?: boolean;
  /** The id of what the field is also described by. */
  readonly describedBy?: string;
  /** Lets the screen focus the field. */
  readonly inputRef?: RefObject<HTMLInputElement | null>;
  readonly onCode: (code: string) => void;
}

/**
 * A field for a six-digit code (R8.3). It takes pasted text around a code, and sends the code once, by itself, on the
 * sixth digit, which its hint says before, unless the text can mean another one (R8.14). The field stays enabled while the code is verified; the button is
 * disabled only while the field is empty (R8.4).
 */
export function CodeForm(props: CodeFormProps) {
  const { label, buttonLabels, isVerifying, rejections, sentAt = null, onCode } = props;
  const [code, setCode] = useState('');
  const [lastSentAt, setLastSentAt] = useState(sentAt);
  const ownRef = useRef<HTMLInputElement>(null);
  const input = props.inputRef ?? ownRef;
  const [isTooShort, setIsTooShort] = useState(false);
  const { error, onEdit } = useFieldError(props.notice);
  useArrivalFocus(input, props.takesFocus ?? false);
  useSelectedAfterRejection(input, rejections);
  if (sentAt !== lastSentAt) {
    setLastSentAt(sentAt);
    // A whole code that has expired would be refused again. A part of one stays: somebody may still be typing.
    if (lastSentAt !== null && (sentAt !== null || isWholeCode(code))) {
      setCode('');
      setIsTooShort(false);
    }
  }
  const accept = ({ digits, isCertain }: ReturnType<typeof findCode>) => {
    if (isVerifying || digits === code) return;
    setCode(digits);
    setIsTooShort(false);
    onEdit();
    if (isCertain) onCode(digits);
  };
  const paste = (event: ClipboardEvent) => {
    const found = findCode(event.clipboardData.getData('text'));
    // A part of a code goes where the cursor is; a whole one replaces what is there.
    if (!isWholeCode(found.digits)) return;
    event.preventDefault();
    accept(found);
  };
  const submit = () => {
    if (isVerifying || code === '') return;
    setIsTooShort(!isWholeCode(code));
    if (isWholeCode(code)) onCode(code);
  };

  return (
    <Form className={styles.form} onSubmit={submit}>
      <TextField
        ref={input}
        label={label}
        hint={[props.hint, verificationMessages.codeHint].filter(Boolean).join(' ')}
        code
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder={verificationMessages.codePlaceholder}
        aria-describedby={props.describedBy}
        value={code}
        onText={(text) => accept(findCode(text))}
        onPaste={paste}
        onKeyDown={onEnter(() => setIsTooShort(code === '' && !isVerifying))}
        error={isTooShort ? verificationMessages.codeTooShort : error}
      />
      <ProgressStatus text={isVerifying && buttonLabels.verifying} />
      <Button type="submit" kind="primary" wide busy={isVerifying} disabled={code === ''}>
        {isVerifying ? buttonLabels.verifying : buttonLabels.verify}
      </Button>
    </Form>
  );
}
