import { type ComponentProps, useId } from 'react';
import { NOT_A_CREDENTIAL } from '#src/ui/not-a-credential.ts';
import styles from './text-area.module.css';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className' | 'id'> {
  readonly label: string;
  /** What is wrong with the text. It stands under the field, and is announced. */
  readonly error: string | null;
}

/** A labelled multi-line field. It grows with its text in browsers that have `field-sizing`. */
export function TextArea({ label, error, ...area }: TextAreaProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        {...NOT_A_CREDENTIAL}
        {...area}
        id={id}
        aria-describedby={error === null ? undefined : errorId}
        aria-invalid={error === null ? undefined : true}
        className={styles.area}
        dir="auto"
      />
      {error === null ? null : (
        <p className={styles.error} id={errorId} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
