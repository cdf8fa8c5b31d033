import { type ComponentProps, useId } from 'react';
import styles from './text-area.module.css';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className' | 'id'> {
  readonly label: string;
}

/** Several lines of text, with their label; the field grows with what is typed, where the browser can. */
export function TextArea({ label, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea {...area} id={id} className={styles.area} dir="auto" />
    </div>
  );
}
