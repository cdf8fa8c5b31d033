import {
  type ChangeEvent,
  type ComponentProps,
  type CompositionEvent,
  type ReactNode,
  useId,
  useState,
} from 'react';
import { Sentence } from '../elements/sentence.tsx';
import styles from './text-field.module.css';

interface TextFieldProps
  extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'value' | 'onChange'> {
  readonly value: string;
  /** Gets each changed text; that of a code only when no composition runs. */
  readonly onText: (text: string) => void;
  readonly label: string;
  /** Gives the label to screen readers only, for when the placeholder says the same. */
  readonly labelHidden?: boolean;
  /** The field is for a code that proves who somebody is: monospaced, always left to right. */
  readonly code?: boolean;
  /** The field has so many lines, and grows with its text in browsers that have `field-sizing`. */
  readonly rows?: number;
  /** What helps to fill the field in. It stands under the field. */
  readonly hint?: ReactNode;
  /** What is wrong with the text. It takes the place of the hint, and is announced. */
  readonly error?: string | null;
}

/**
 * Attributes of a field that holds no credential. Password managers then neither fill it nor offer to, each by the
 * attribute that it reads: 1Password, LastPass, Bitwarden, Dashlane, Proton Pass.
 */
const NOT_A_CREDENTIAL = {
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-bwignore': '',
  'data-form-type': 'other',
  'data-protonpass-ignore': '',
} as const;

const CODE = { autoCapitalize: 'none', spellCheck: false, enterKeyHint: 'go' } as const;
const SEARCH = {
  ...NOT_A_CREDENTIAL,
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  // What the service takes.
  maxLength: 200,
  enterKeyHint: 'search',
} as const;

/** A labelled field, of one line without `rows`. Every field that is not for a code says to password managers that it is not for them. */
export function TextField(props: TextFieldProps) {
  const { label, labelHidden = false, code = false, hint = null, error = null, ...rest } = props;
  const { 'aria-describedby': describedBy, value, onText, rows, ...input } = rest;
  const composition = useComposition(value, onText, code);
  const id = useId();
  const messageId = `${id}-message`;
  const hasMessage = hint !== null || error !== null;
  const field = {
    ...composition,
    id,
    'aria-label': labelHidden ? label : undefined,
    'aria-describedby':
      [hasMessage ? messageId : '', describedBy].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error === null ? input['aria-invalid'] : true,
    className: [styles.input, code ? styles.code : ''].join(' '),
    dir: code ? 'ltr' : 'auto',
  };
  return (
    <div className={styles.field}>
      {labelHidden ? null : (
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
      )}
      {rows === undefined ? (
        <input
          {...(code ? CODE : input.type === 'search' ? SEARCH : NOT_A_CREDENTIAL)}
          {...input}
          {...field}
        />
      ) : (
        <textarea {...NOT_A_CREDENTIAL} name={input.name} rows={rows} {...field} />
      )}
      {hasMessage ? (
        <div className={styles.message} id={messageId}>
          {error === null ? (
            hint
          ) : (
            <p className={styles.error} role="alert" dir="auto">
              <Sentence text={error} />
            </p>
          )}
        </div>
      ) : null}
    </div>
  );
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Keeps the text of a controlled field as an input method writes it while a composition runs, as of Japanese, Chinese and
 * Korean: a field that rewrites its text meanwhile doubles what is typed (R1.15).
 *
 * @param value the text of the field at rest
 * @param onText gets each changed text
 * @param waits whether `onText` gets nothing until the composition ends, as what normalizes or sends the text must
 * @returns the properties of the field
 */
function useComposition(value: string, onText: (text: string) => void, waits: boolean) {
  /** The text that is being composed; `null` at rest. */
  const [composed, setComposed] = useState<string | null>(null);
  return {
    value: composed ?? value,
    onChange: ({ currentTarget }: ChangeEvent<Field>) => {
      if (composed !== null) setComposed(currentTarget.value);
      if (composed === null || !waits) onText(currentTarget.value);
    },
    onCompositionStart: ({ currentTarget }: CompositionEvent<Field>) =>
      setComposed(currentTarget.value),
    onCompositionEnd: ({ currentTarget }: CompositionEvent<Field>) => {
      setComposed(null);
      if (waits) onText(currentTarget.value);
    },
  };
}
