import { type ComponentProps, useId } from 'react';
import { NOT_A_CREDENTIAL } from '#src/ui/not-a-credential.ts';
import styles from './text-area.module.css';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className' | 'id'> {
  readonly label: string;
}

/** A labelled multi-line field. It grows with its text in browsers that have `field-sizing`. */
export function TextArea({ label, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea {...NOT_A_CREDENTIAL} {...area} id={id} className={styles.area} dir="auto" />
    </div>
  );
}
