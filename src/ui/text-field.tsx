import { type ComponentProps, useId } from 'react';
import styles from './text-field.module.css';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id'> {
  readonly label: string;
  /** Gives the label to screen readers only, for when the placeholder says the same. */
  readonly labelHidden?: boolean;
  /** Styles the field for codes: monospaced, always left to right. */
  readonly code?: boolean;
}

/** A labelled single-line field. */
export function TextField({ label, labelHidden = false, code = false, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      {labelHidden ? null : (
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
      )}
      <input
        {...input}
        id={id}
        aria-label={labelHidden ? label : undefined}
        className={[styles.input, code ? styles.code : ''].join(' ')}
        dir={code ? 'ltr' : 'auto'}
      />
    </div>
  );
}
