import type { ReactNode } from 'react';
import type { PolicyInput } from '#machines/rules/policy.ts';
import { useSession } from '#src/api/session.tsx';
import { Button } from '#src/ui/button.tsx';
import { DialogActions } from '#src/ui/dialog.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { PolicyText } from '../policy-text.tsx';
import type { Policy } from '../use-policies.ts';
import styles from './policy-conflict.module.css';

interface PolicyConflictProps {
  /** The policy as somebody else has left it. */
  readonly newer: Policy;
  /** What the member has written. */
  readonly mine: PolicyInput;
  readonly onKeepMine: () => void;
  readonly onKeepTheirs: () => void;
}

/** Shows both texts of a policy that somebody else has changed meanwhile, to choose from (R17.9). */
export function PolicyConflict({ newer, mine, onKeepMine, onKeepTheirs }: PolicyConflictProps) {
  const { isDeleted, updatedBy } = newer;
  const values = { name: updatedBy.name || 'Somebody' };
  const question = isDeleted
    ? '{name} deleted this policy while you were writing.'
    : '{name} changed this policy while you were writing. Which text should stay?';
  const canKeep = useSession().can('policy', isDeleted ? 'create' : 'update');
  return (
    <>
      <p className={styles.question} role="alert">
        <Sentence text={question} values={values} />
      </p>
      <div className={styles.texts}>
        <Text heading="Your text" input={mine} />
        {isDeleted ? null : (
          <Text heading={<Sentence text="Text of {name}" values={values} />} input={newer} />
        )}
      </div>
      <DialogActions>
        <Button kind="quiet" onClick={onKeepTheirs}>
          {isDeleted ? 'Discard my text' : 'Keep theirs'}
        </Button>
        {canKeep ? (
          <Button kind="primary" autoFocus onClick={onKeepMine}>
            {isDeleted ? 'Save as a new policy' : 'Keep mine'}
          </Button>
        ) : null}
      </DialogActions>
    </>
  );
}

function Text({ heading, input }: { readonly heading: ReactNode; readonly input: PolicyInput }) {
  return (
    <section className={styles.text}>
      <h3 className={styles.heading}>{heading}</h3>
      <p className={styles.name}>
        <bdi>{input.name}</bdi>
      </p>
      <PolicyText input={input} />
    </section>
  );
}
