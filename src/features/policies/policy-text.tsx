import type { PolicyInput } from '#machines/rules/policy.ts';
import styles from './policy-text.module.css';
import { STATE_NAMES } from './use-policies.ts';

/** The state and the description of a policy. */
export function PolicyText({ input: { state, description } }: { readonly input: PolicyInput }) {
  return (
    <>
      <p className={styles.state}>{STATE_NAMES[state]}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard. */}
      <p className={styles.description} dir="auto" tabIndex={0}>
        {description || 'No description.'}
      </p>
    </>
  );
}
