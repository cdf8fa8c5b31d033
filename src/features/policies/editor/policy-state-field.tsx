import { useId } from 'react';
import type { PolicyState } from '#machines/rules/policy.ts';
import { messages } from '../messages.ts';
import styles from './policy-state-field.module.css';

const { editor, states } = messages;

interface PolicyStateFieldProps {
  readonly value: PolicyState;
  readonly onChange: (state: PolicyState) => void;
}

/** Radio buttons for the state of a policy. */
export function PolicyStateField({ value, onChange }: PolicyStateFieldProps) {
  const id = useId();
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{editor.state}</legend>
      <div className={styles.choices}>
        {(['draft', 'active'] as const).map((state) => (
          <label key={state} className={styles.choice}>
            <input
              type="radio"
              aria-labelledby={`${id}-${state}`}
              aria-describedby={`${id}-${state}-hint`}
              className={styles.radio}
              name="state"
              value={state}
              checked={value === state}
              onChange={() => onChange(state)}
            />
            <span className={styles.text}>
              <span className={styles.name} id={`${id}-${state}`}>
                {states[state]}
              </span>
              <span className={styles.hint} id={`${id}-${state}-hint`}>
                {editor.hints[state]}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
