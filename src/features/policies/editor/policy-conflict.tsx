import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { PolicyText } from '../policy-text.tsx';
import type { Policy } from '../use-policies.ts';
import styles from './policy-editor.module.css';

/** Says that somebody else has changed the policy meanwhile, and shows that text above the member's own (R17.9). */
export function PolicyConflict({ newer }: { readonly newer: Policy }) {
  const name = newer.updatedBy.name || 'Somebody';
  const text = newer.isDeleted
    ? `\u2068${name}\u2069 deleted this policy while you were writing.`
    : `\u2068${name}\u2069 changed this policy while you were writing. Which text should stay?`;
  return (
    <>
      <Notice notice={{ tone: 'error', text }} />
      {newer.isDeleted ? null : (
        <section className={styles.theirs}>
          <h3>
            <Sentence text="Text of {name}" values={{ name }} />
          </h3>
          <p>
            <bdi>{newer.name}</bdi>
          </p>
          <PolicyText input={newer} />
        </section>
      )}
      <h3 className={styles.mine}>Your text</h3>
    </>
  );
}
