import { Sentence } from '#src/ui/elements/sentence.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { messages } from '../messages.ts';
import { PolicyText } from '../policy-text.tsx';
import type { Policy } from '../use-policies.ts';
import styles from './policy-editor.module.css';

const { conflict } = messages;

/** Says that somebody else has changed the policy meanwhile, and shows that text above the member's own (R17.9). */
export function PolicyConflictNotice({ newer }: { readonly newer: Policy }) {
  const name = newer.updatedBy.name || conflict.somebody;
  const text = newer.isDeleted ? conflict.deleted(name) : conflict.changed(name);
  return (
    <>
      <Notice notice={{ tone: 'error', text }} />
      {newer.isDeleted ? null : (
        <section className={styles.theirs}>
          <h3>
            <Sentence text={conflict.theirs} values={{ name }} />
          </h3>
          <p>
            <bdi>{newer.name}</bdi>
          </p>
          <PolicyText input={newer} />
        </section>
      )}
      <h3 className={styles.mine}>{conflict.mine}</h3>
    </>
  );
}
