import { type ClipboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Notice } from '#machines/auth/auth.types.ts';
import { findCode, isWholeCode } from '#machines/rules/code.ts';
import { Button } from '#src/ui/controls/button.tsx';
import { Form } from '#src/ui/controls/form.tsx';
import { TextField } from '#src/ui/controls/text-field.tsx';
import { ProgressStatus } from '#src/ui/feedback/progress-status.tsx';
import { secondFactorMessages } from '../second-factor/messages.ts';
import { useFieldError } from '../use-field-error.ts';
import { verificationMessages as texts } from '../verification-messages.ts';
import styles from './code-form.module.css';

interface CodeFormProps {
  /** Six digits, or a recovery code, of any letters (R10.3). */
  readonly kind: 'digits' | 'recovery';
  readonly label: string;
  /** What else helps to fill the field in. */
  readonly hint?: string | null;
  readonly buttonLabels: { readonly verify: string; readonly verifying: string };
  readonly isVerifying: boolean;
  /** Number of rejections so far; each increase is a new one. */
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

const FIELDS = {
  digits: {
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    placeholder: texts.codePlaceholder,
  },
  recovery: { autoComplete: 'off', placeholder: secondFactorMessages.recoveryPlaceholder },
} as const;

/** Only a press sends a recovery code. Its spaces do not matter. */
const findRecoveryCode = (text: string) => ({ digits: text.replace(/\s/g, ''), isCertain: false });

/**
 * A field for a six-digit code (R8.3) or a recovery code. It takes pasted text around six digits, and sends them once, by
 * itself, on the sixth digit, which its hint says before, unless the text can mean another code (R8.14). The field stays
 * enabled while the code is verified; the button is disabled only while the field is empty (R8.4).
 */
export function CodeForm(props: CodeFormProps) {
  const { kind, label, buttonLabels, isVerifying, sentAt = null, onCode } = props;
  const [code, setCode] = useState('');
  const [lastSentAt, setLastSentAt] = useState(sentAt);
  const ownRef = useRef<HTMLInputElement>(null);
  const input = props.inputRef ?? ownRef;
  const [isTooShort, setIsTooShort] = useState(false);
  const { error, onEdit } = useFieldError(props.notice);
  useFieldFocus(input, props.takesFocus ?? false, props.rejections);
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
    if (kind === 'recovery') return;
    const found = findCode(event.clipboardData.getData('text'));
    // A part of a code goes where the cursor is; a whole one replaces what is there.
    if (!isWholeCode(found.digits)) return;
    event.preventDefault();
    accept(found);
  };
  const submit = () => {
    if (isVerifying || code === '') return;
    const isWhole = kind === 'recovery' || isWholeCode(code);
    setIsTooShort(!isWhole);
    if (isWhole) onCode(code);
  };

  return (
    <Form className={styles.form} onSubmit={submit}>
      <TextField
        ref={input}
        label={label}
        hint={[props.hint, kind === 'digits' && texts.codeHint].filter(Boolean).join(' ')}
        code
        type="text"
        {...FIELDS[kind]}
        aria-describedby={props.describedBy}
        value={code}
        onText={(text) => accept(kind === 'digits' ? findCode(text) : findRecoveryCode(text))}
        onPaste={paste}
        error={isTooShort ? texts.codeTooShort : error}
      />
      <ProgressStatus text={isVerifying && buttonLabels.verifying} />
      <Button type="submit" kind="primary" wide busy={isVerifying} disabled={code === ''}>
        {isVerifying ? buttonLabels.verifying : buttonLabels.verify}
      </Button>
    </Form>
  );
}

/** Focuses the field of a new screen, and on each rejection with its text selected, so that the next key replaces it (R8.15). */
function useFieldFocus(
  field: RefObject<HTMLInputElement | null>,
  takesFocus: boolean,
  rejections: number,
): void {
  useEffect(() => {
    if (!takesFocus) return;
    // The page scrolls no further than the field needs: a browser that focuses it can scroll it to the middle.
    field.current?.focus({ preventScroll: true });
    field.current?.closest('main')?.scrollIntoView();
    field.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, [field, takesFocus]);
  const selectedFor = useRef(rejections);
  useEffect(() => {
    if (rejections === selectedFor.current) return;
    selectedFor.current = rejections;
    field.current?.focus();
    field.current?.select();
    // The sentence under the field, and the button, are part of what to do now.
    field.current?.form?.scrollIntoView({ block: 'nearest' });
  }, [field, rejections]);
}
