import { type ComponentProps, useId } from 'react';
import styles from './text-field.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id'> {
  readonly label: string;
  /** The placeholder says the same: the label is there for those who do not see it. */
  readonly labelHidden?: boolean;
  /** Digits and codes: wide, even, always left to right. */
  readonly code?: boolean;
}

/** One line of text, with its label. */
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
