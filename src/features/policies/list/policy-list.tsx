import type { ReactNode } from 'react';
import type { Organization } from '#machines/rules/organization.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { PageIcon } from '../icons.tsx';
import { messages } from '../messages.ts';
import type { Policy } from '../policy.ts';
import type { Policies } from '../use-policies.ts';
import styles from './policy-list.module.css';
import { PolicyRow } from './policy-row.tsx';

interface PolicyListProps {
  readonly list: Policies;
  /** Those of them that are searched for. */
  readonly found: readonly Policy[];
  readonly searching: boolean;
  readonly organization: Organization;
  /** The way to the first of them, for those who may. */
  readonly createButton: ReactNode;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  readonly onOpen: (policy: Policy) => void;
  readonly onDelete: (policy: Policy) => void;
  readonly onClear: () => void;
}

/** The policies that are searched for, or why there are none to see. */
export function PolicyList(props: PolicyListProps) {
  const { list, found, searching, mayEdit, mayDelete, onOpen, onDelete } = props;
  return (
    <>
      {list.failed ? <Unread onRetry={list.reload} /> : null}
      <p className={styles.count} role="status">
        {searching ? messages.found(found.length) : ''}
      </p>
      {list.policies === null && !list.failed ? <Skeleton /> : null}
      {found.length > 0 ? (
        <ul className={styles.list}>
          {found.map((policy) => (
            <PolicyRow
              key={policy.id}
              policy={policy}
              mayEdit={mayEdit}
              mayDelete={mayDelete}
              onOpen={() => onOpen(policy)}
              onDelete={() => onDelete(policy)}
            />
          ))}
        </ul>
      ) : null}
      {found.length === 0 && list.policies !== null ? <Nothing {...props} /> : null}
    </>
  );
}

function Nothing({ list, organization, createButton, onClear }: PolicyListProps) {
  if (list.policies !== null && list.policies.length > 0) {
    return (
      <div className={styles.nothing}>
        <p>{messages.noMatch}</p>
        <Button onClick={onClear}>{messages.clearSearch}</Button>
      </div>
    );
  }
  const hint = createButton === null ? messages.emptyHint : messages.emptyInvite;
  return (
    <div className={styles.nothing}>
      <span className={styles.icon}>
        <PageIcon />
      </span>
      <h2 className={styles.empty}>{messages.empty}</h2>
      <p>
        <Sentence text={hint} values={{ organization: organization.name }} />
      </p>
      {createButton}
    </div>
  );
}

function Unread({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.unread}>
      <Notice notice={{ tone: 'error', text: messages.unread, requestId: null, remedy: null }} />
      <Button onClick={onRetry}>{messages.retry}</Button>
    </div>
  );
}

/** Where the rows will be; it shows only when they take their time. */
function Skeleton() {
  return (
    <div className={styles.skeleton}>
      <p className={styles.loading}>{messages.loading}</p>
      <span className={styles.bone} />
      <span className={styles.bone} />
      <span className={styles.bone} />
    </div>
  );
}
