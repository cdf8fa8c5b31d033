import type { ReactNode } from 'react';
import type { SimulationState } from '#statechart/explore/stepper.ts';
import { messages } from '../messages.ts';
import styles from '../panels/panels.module.css';

interface ContextViewProps {
  readonly state: SimulationState;
  /** `null` at the start. */
  readonly before: SimulationState | null;
}

const words = messages.simulate;

/** The context of the simulated machine, and what the last step changed of it. */
export function ContextView({ state, before }: ContextViewProps) {
  const fields = fieldsOf(state);
  const old = new Map(before === null ? fields : fieldsOf(before));
  const changed = fields.filter(([name, text]) => old.get(name) !== text);
  return (
    <>
      {before === null ? null : <h3>{words.changed}</h3>}
      {before !== null && changed.length === 0 ? (
        <p className={styles.small}>{words.unchanged}</p>
      ) : null}
      <dl className={styles.context} data-testid="context-changes">
        {changed.map(([name, text]) => (
          <Field key={name} name={name}>
            <del>{old.get(name)}</del> → <ins>{text}</ins>
          </Field>
        ))}
      </dl>
      <details className={styles.guards}>
        <summary>{words.context}</summary>
        <p className={styles.small}>{words.contextNote}</p>
        <dl className={styles.context}>
          {fields.map(([name, text]) => (
            <Field key={name} name={name}>
              {text}
            </Field>
          ))}
        </dl>
      </details>
    </>
  );
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The fields of a context as text, without its functions. */
function fieldsOf({ snapshot }: SimulationState): readonly (readonly [string, string])[] {
  const context: Readonly<Record<string, unknown>> = snapshot.context;
  return Object.entries(context)
    .filter(([, value]) => typeof value !== 'function')
    .map(([name, value]) => [name, JSON.stringify(value) ?? 'undefined'] as const);
}
