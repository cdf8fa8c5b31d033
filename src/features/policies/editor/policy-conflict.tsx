import type { ReactNode } from 'react';
import type { PolicyInput } from '#machines/rules/policy.ts';
import { useSession } from '#src/api/session.tsx';
import { Button } from '#src/ui/button.tsx';
import { DialogActions } from '#src/ui/dialog.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { messages } from '../messages.ts';
import type { Policy } from '../use-policies.ts';
import styles from './policy-conflict.module.css';

const { conflict, states } = messages;

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
  const values = { name: newer.updatedBy.name || messages.somebody };
  const canKeep = useSession().can('policy', newer.isDeleted ? 'create' : 'update');
  return (
    <>
      <p className={styles.question} role="alert">
        <Sentence text={newer.isDeleted ? conflict.deleted : conflict.changed} values={values} />
      </p>
      <div className={styles.texts}>
        <PolicyText heading={conflict.mine} input={mine} />
        {newer.isDeleted ? null : (
          <PolicyText heading={<Sentence text={conflict.theirs} values={values} />} input={newer} />
        )}
      </div>
      <DialogActions>
        <Button kind="quiet" onClick={onKeepTheirs}>
          {newer.isDeleted ? conflict.discard : conflict.keepTheirs}
        </Button>
        {canKeep ? (
          <Button kind="primary" autoFocus onClick={onKeepMine}>
            {newer.isDeleted ? conflict.saveAsNew : conflict.keepMine}
          </Button>
        ) : null}
      </DialogActions>
    </>
  );
}

function PolicyText({ heading, input }: { heading: ReactNode; input: PolicyInput }) {
  const { name, description, state } = input;
  return (
    <section className={styles.text}>
      <h3 className={styles.heading}>{heading}</h3>
      <p className={styles.name}>
        <bdi>{name}</bdi>
      </p>
      <p className={styles.state}>{states[state]}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard. */}
      <p className={styles.description} dir="auto" tabIndex={0}>
        {description || messages.editor.noDescription}
      </p>
    </section>
  );
}
