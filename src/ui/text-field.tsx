import { type ComponentProps, useId } from 'react';
import styles from './text-field.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id'> {
  readonly label: string;
  /** Shows the label to screen readers only, for when the placeholder says the same. */
  readonly labelHidden?: boolean;
  /** Styles the field for codes: monospaced, always left to right. */
  readonly code?: boolean;
}

/** A labelled single-line field. */
export function TextField({ label, labelHidden = false, code = false, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </label>
      <input
        {...input}
        id={id}
        className={[styles.input, code ? styles.code : ''].join(' ')}
        dir={code ? 'ltr' : 'auto'}
      />
    </div>
  );
}
