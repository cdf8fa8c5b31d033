import { type ChangeEvent, type FormEvent, type RefObject, useRef, useState } from 'react';
import { codeDigits, isWholeCode } from '#machines/rules/code.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { messages } from '../messages.ts';
import styles from './code-form.module.css';
import { useOncePerTick } from './use-once-per-turn.ts';
import { useRejectedField } from './use-refused-field.ts';

interface CodeFormProps {
  readonly label: string;
  /** The words on the button, at rest and while the code is checked. */
  readonly words: { readonly verify: string; readonly verifying: string };
  readonly checking: boolean;
  /** Something else is under way: what is typed stays, and nothing is sent. */
  readonly resting?: boolean;
  readonly refusals: number;
  readonly autoFocus?: boolean;
  /** For a screen that leads the focus here. */
  readonly inputRef?: RefObject<HTMLInputElement | null>;
  readonly onCode: (code: string) => void;
}

/**
 * One field for six digits (R8.3, R8.14). It takes whatever holds a code (`Code: 123 456`), sends itself
 * once when the sixth digit comes, and stays in reach while the code is checked: only the button is ever
 * disabled, and only while there is nothing to send.
 */
export function CodeForm(props: CodeFormProps) {
  const { label, words, checking, resting = false, refusals, autoFocus = false, onCode } = props;
  const [code, setCode] = useState('');
  const ownRef = useRef<HTMLInputElement>(null);
  const input = props.inputRef ?? ownRef;
  const field = useRejectedField(input, refusals);
  const send = useOncePerTick(onCode);
  const still = checking || resting;

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (still) return;
    const digits = codeDigits(event.target.value);
    if (digits === code) return;
    setCode(digits);
    field.touched();
    if (isWholeCode(digits)) send(digits);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!still && code !== '') send(code);
  };

  return (
    <form className={styles.form} onSubmit={submit} aria-busy={checking || undefined} noValidate>
      <TextField
        ref={input}
        label={label}
        code
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder={messages.codePlaceholder}
        autoFocus={autoFocus}
        value={code}
        onChange={change}
        aria-invalid={field.refused || undefined}
      />
      <Button
        type="submit"
        kind="primary"
        busy={checking}
        inactive={resting}
        disabled={code === ''}
      >
        {checking ? words.verifying : words.verify}
      </Button>
    </form>
  );
}
